/** OpenAPI document of the administrative interface. */
import type { TObject, TSchema } from "typebox";
import type { AdminRole } from "../../core/base/vocabulary.ts";
import { SEQ_HEADER } from "../admin-app.ts";
import { ADMIN_COOKIE } from "../admin-cookie.ts";
import type { AdminRoute } from "../admin-endpoint.ts";
import { ADMIN_ENDPOINT_GROUPS } from "../admin-endpoints.ts";
import { ADMIN_ERRORS, type AdminErrorCode, statusOf } from "../admin-errors.ts";
import { REASON_LENGTH_MAX } from "../admin-identity.ts";
import { ADMIN_PREFIX, LIST_ENDPOINT } from "../admin-routes.ts";
import { BROWSER_SESSION_ROUTES } from "../browser-session-routes.ts";
import { EffectSchema } from "../endpoints/system-endpoints.ts";
import { curlText, exampleRequest, isChanging } from "./example-request.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Parts of the schema of parameters. */
interface MemberSchemas {
  readonly properties?: Readonly<Record<string, Fields>>;
  readonly required?: readonly string[];
}

/** Routes under one heading of the documents. */
export interface DocumentedGroup {
  readonly title: string;
  readonly endpoints: readonly AdminRoute[];
}

/** All endpoints by the headings of the documents, the list of endpoints first. */
export const DOCUMENTED_GROUPS: readonly DocumentedGroup[] = [
  { title: "Endpoints", endpoints: [LIST_ENDPOINT] },
  { title: "Browser sessions", endpoints: BROWSER_SESSION_ROUTES },
  ...ADMIN_ENDPOINT_GROUPS,
];

/** Codes that any request can be answered with. */
const COMMON_ERRORS = [
  ...["unauthorized", "too_many_wrong_tokens", "forbidden", "malformed_request", "invalid"],
  ...["foreign_page", "unavailable", "internal_error"],
] as const satisfies readonly AdminErrorCode[];

/** Codes of requests with a body. */
const BODY_ERRORS = [
  ...["malformed_json", "malformed_body", "unsupported_media_type", "body_too_large"],
] as const satisfies readonly AdminErrorCode[];

/**
 * Returns the OpenAPI 3.1 document of the endpoints, made from the same values as their routes.
 * Roles are in `x-roles`, examples for a shell in `x-codeSamples`, all error codes in
 * `x-error-codes`.
 */
export function adminOpenApi(groups: readonly DocumentedGroup[] = DOCUMENTED_GROUPS): Fields {
  const paths: Record<string, Fields> = {};
  for (const { endpoints, title } of groups) {
    for (const endpoint of endpoints) {
      const path = pathOf(endpoint);
      const method = endpoint.method.toLowerCase();
      paths[path] = { ...paths[path], [method]: operationOf(endpoint, title) };
    }
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Bourse admin API",
      version: "0.1.0",
      description:
        "Interface of the operator. Amounts, prices, ids and uids are texts, times are ISO " +
        "texts. Bodies are strict JSON without unknown members. Every change is a journaled " +
        "command with the name of the token, the request id and the reason. `GET /health/live`, " +
        "`GET /health/ready` and `GET /metrics` are no part of it and need no token.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    security: [{ token: [] }, { browserSession: [] }],
    tags: groups.map(({ title }) => ({ name: title })),
    paths,
    components: {
      securitySchemes: {
        token: { type: "http", scheme: "bearer" },
        browserSession: { type: "apiKey", in: "cookie", name: ADMIN_COOKIE },
      },
      parameters: { Reason: REASON_PARAMETER },
      headers: HEADERS,
      schemas: { Error: errorSchema(), Confirmation: confirmationSchema() },
    },
    "x-error-codes": Object.entries(ADMIN_ERRORS).map(([code, [status, message]]) => ({
      code,
      status,
      message,
    })),
  };
}

function pathOf({ path }: AdminRoute): string {
  return path === "/" ? ADMIN_PREFIX : `${ADMIN_PREFIX}${path.replace(/:(\w+)/g, "{$1}")}`;
}

function operationOf(endpoint: AdminRoute, title: string): Fields {
  const { body, confirm, description, method, roles, status, summary } = endpoint;
  const path = pathOf(endpoint);
  const sentences = [
    ...(description === undefined ? [] : [description]),
    rolesText(roles),
    ...(confirm === undefined ? [] : [CONFIRMATION_TEXT]),
  ];
  return {
    operationId: `${method.toLowerCase()}${path.slice(ADMIN_PREFIX.length).replace(WORD, upper)}`,
    summary,
    description: sentences.join(" "),
    tags: [title],
    "x-roles": roles,
    "x-asks-back": confirm !== undefined,
    "x-codeSamples": [{ lang: "Shell", source: curlText(exampleRequest(endpoint), ADMIN_PREFIX) }],
    parameters: parametersOf(endpoint),
    ...(body === undefined ? {} : { requestBody: { required: true, content: jsonOf(body) } }),
    responses: {
      [status]: {
        description: "Success",
        headers: headersOf(endpoint),
        content: jsonOf(endpoint.response),
      },
      ...refusalsOf(endpoint),
    },
  };
}

const WORD = /[^A-Za-z0-9]+(\w?)/g;

function upper(_match: string, letter: string): string {
  return letter.toUpperCase();
}

const CONFIRMATION_TEXT =
  "A dangerous request is refused with `confirmation_needed`: repeat it with the member " +
  "`confirm` of the refusal.";

/** Returns a sentence that names the roles. */
function rolesText(roles: readonly AdminRole[]): string {
  if (roles.length === 1) return `Needs a token with the role \`${roles[0]}\`.`;
  return `Needs a token with one of the roles ${roles.map((role) => `\`${role}\``).join(", ")}.`;
}

function jsonOf(schema: TSchema | Fields): Fields {
  return { "application/json": { schema } };
}

function parametersOf(endpoint: AdminRoute): readonly Fields[] {
  return [
    ...fieldsOf(endpoint.params, "path"),
    ...fieldsOf(endpoint.query, "query"),
    ...(isChanging(endpoint) ? [{ $ref: "#/components/parameters/Reason" }] : []),
  ];
}

function fieldsOf(schema: TObject | undefined, place: "path" | "query"): readonly Fields[] {
  const { properties = {}, required = [] } = (schema ?? {}) as MemberSchemas;
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rest } = property;
    return {
      ...{ name, in: place, required: required.includes(name), schema: rest },
      ...(description === undefined ? {} : { description }),
    };
  });
}

const REASON_PARAMETER = {
  ...{ name: "X-Reason", in: "header", required: false },
  description: "Why; journaled with the command. UTF-8",
  schema: { type: "string", maxLength: REASON_LENGTH_MAX },
};

const REQUEST_ID = "x-request-id";
const HEADERS = {
  [REQUEST_ID]: {
    description: "Id of the request, also in the log and the journal",
    schema: { type: "string" },
  },
  [SEQ_HEADER]: {
    description: "Seq of the last command of the request; absent if it submitted none",
    schema: { type: "string" },
  },
};

function headersOf(endpoint: AdminRoute): Fields {
  const names = isChanging(endpoint) ? [REQUEST_ID, SEQ_HEADER] : [REQUEST_ID];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Returns the codes that requests to an endpoint can be answered with. */
function codesOf({ body, confirm, method, params, query }: AdminRoute): readonly AdminErrorCode[] {
  const isNaming = params !== undefined || query !== undefined || body !== undefined;
  return [
    ...COMMON_ERRORS,
    ...(isNaming ? (["not_found"] as const) : []),
    ...(method === "GET" ? [] : (["conflict"] as const)),
    ...(body === undefined ? [] : BODY_ERRORS),
    ...(confirm === undefined ? [] : (["confirmation_needed"] as const)),
  ];
}

function refusalsOf(endpoint: AdminRoute): Fields {
  const byStatus = Map.groupBy(codesOf(endpoint), statusOf);
  const refusals = [...byStatus].map(([status, codes]) => {
    const name = codes.includes("confirmation_needed") ? "Confirmation" : "Error";
    const description = codes.map((code) => `\`${code}\`: ${ADMIN_ERRORS[code][1]}`).join("; ");
    const headers = { [REQUEST_ID]: { $ref: `#/components/headers/${REQUEST_ID}` } };
    const content = jsonOf({ $ref: `#/components/schemas/${name}` });
    return [String(status), { description, headers, content }];
  });
  return Object.fromEntries(refusals);
}

const ERROR_MEMBERS = {
  code: { enum: Object.keys(ADMIN_ERRORS) },
  message: { type: "string", description: "for people; names the member" },
  reason: { type: "string", description: "rejection, if the core rejected the command" },
};

function errorSchema(): Fields {
  return errorOf(ERROR_MEMBERS);
}

function confirmationSchema(): Fields {
  return errorOf({
    ...ERROR_MEMBERS,
    effect: EffectSchema,
    confirm: { type: "string", description: "member that confirms the repeated request" },
  });
}

function errorOf(properties: Fields): Fields {
  const error = { type: "object", required: ["code", "message"], properties };
  return { type: "object", required: ["error"], properties: { error } };
}
