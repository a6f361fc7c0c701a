/** Error responses to requests that the administrative interface cannot process. */
import type { FastifyError } from "fastify";
import { HistoryFault } from "../projections/history/history-fault.ts";
import { SubmissionFault } from "../sequencer/port.ts";
import type { AdminErrorCode } from "./admin-errors.ts";
import { wordsOfPattern } from "./text-formats.ts";

export interface AdminFault {
  readonly code: AdminErrorCode;
  readonly message: string;
}

type SchemaFault = NonNullable<FastifyError["validation"]>[number];

const HISTORY_MESSAGE = "the history cannot be read now: see GET /health/ready, and try again";

/** Largest number of schema errors named in one response. */
const NAMED_MAX = 5;

/**
 * Returns code and message of the response to a failed request. Faults of the server carry
 * no detail.
 */
export function adminFault(error: FastifyError): AdminFault {
  if (error.validation !== undefined) {
    return fault("invalid", schemaMessage(error.validation));
  }
  if (error instanceof SubmissionFault) return fault("unavailable", submissionMessage(error));
  if (error instanceof HistoryFault) return fault("unavailable", HISTORY_MESSAGE);
  switch (error.code) {
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
    case "FST_ERR_CTP_EMPTY_TYPE":
      return fault("unsupported_media_type", "a body has the type application/json");
    case "FST_ERR_CTP_BODY_TOO_LARGE":
      return fault("body_too_large", "the body is larger than the server reads");
    case "FST_ERR_CTP_INVALID_CONTENT_LENGTH":
      return fault("malformed_body", "the length differs from Content-Length");
    default:
      return (error.statusCode ?? 500) < 500
        ? fault("malformed_request", "the request could not be read")
        : fault("internal_error", "the request failed");
  }
}

function submissionMessage({ code, message }: SubmissionFault): string {
  if (code === "outcome_unknown") return `${message}: look whether it took effect`;
  return `${message} (${code}): nothing happened, try again`;
}

function fault(code: AdminErrorCode, message: string): AdminFault {
  return { code, message };
}

function schemaMessage(faults: readonly SchemaFault[]): string {
  // An unknown member is reported twice: by its object and by its own schema.
  const own = faults.filter(({ keyword }) => keyword !== "additionalProperties");
  const named = own.slice(0, NAMED_MAX).map(memberMessage);
  if (own.length > named.length) named.push(`${own.length - named.length} more`);
  return named.join("; ");
}

function memberMessage({ instancePath, keyword, params }: SchemaFault): string {
  const path = instancePath.slice(1).replaceAll("/", ".");
  const name = path === "" ? "the body" : path;
  switch (keyword) {
    case "boolean":
      return `${name} is no member of this request`;
    case "required":
      return `${prefixed(path, listOf(params["requiredProperties"]))} must be given`;
    case "type":
      return `${name} must be ${TYPE_WORDS[String(params["type"])] ?? String(params["type"])}`;
    case "enum":
      return `${name} must be one of ${listOf(params["allowedValues"]).join(", ")}`;
    case "pattern":
      return `${name} must be ${wordsOfPattern(String(params["pattern"]))}`;
    default: {
      const bound = BOUND_WORDS[keyword];
      if (bound === undefined) return `${name} is not valid`;
      return `${name} must ${bound[0]} ${String(params["limit"])}${bound[1]}`;
    }
  }
}

function listOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function prefixed(path: string, names: readonly string[]): string {
  return names.map((name) => (path === "" ? name : `${path}.${name}`)).join(", ");
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: "a text",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  object: "an object",
  array: "a list",
};

/** Words before and after the limit. */
const BOUND_WORDS: Readonly<Record<string, readonly [string, string]>> = {
  minimum: ["be at least", ""],
  maximum: ["be at most", ""],
  minLength: ["have at least", " characters"],
  maxLength: ["have at most", " characters"],
  minItems: ["have at least", " items"],
  maxItems: ["have at most", " items"],
};
