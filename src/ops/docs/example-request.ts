/** Examples of administrative requests, made from the endpoints, as a shell sends them. */
import type { TObject, TSchema } from "typebox";
import type { AdminMethod, AdminRoute } from "../admin-endpoint.ts";

/** Longest body in one line of an example, in characters. */
const LINE_MAX = 60;

/** A request with shell variables (`$NAME`) where it names something of the exchange. */
export interface ExampleRequest {
  readonly method: AdminMethod;
  /** Path below the prefix, with the query. */
  readonly target: string;
  /** Text of `X-Reason`; undefined for a request that changes nothing. */
  readonly reason: string | undefined;
  /** JSON; undefined without a body. */
  readonly body: string | undefined;
}

/** Parts of a JSON Schema that examples are made from. */
interface SampledSchema {
  readonly examples?: readonly unknown[];
  readonly enum?: readonly unknown[];
}

/** Whether the endpoint may change something: what the role `read` may call does not. */
export function isChanging({ roles }: AdminRoute): boolean {
  return !roles.includes("read");
}

/** Returns the shell variable of a parameter; shells have a `UID` of their own. */
export function variableOf(name: string): string {
  if (name === "uid") return "USER_UID";
  return name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}

/** Returns the example of an endpoint: its path, what its query requires, its example body. */
export function exampleRequest(endpoint: AdminRoute): ExampleRequest {
  const { body, example, method, path, query } = endpoint;
  const named = path === "/" ? "" : path.replace(/:(\w+)/g, (_all, name) => `$${variableOf(name)}`);
  return {
    method,
    target: `${named}${queryText(query)}`,
    reason: isChanging(endpoint) ? "ticket 4711" : undefined,
    body: body === undefined ? undefined : bodyText(example ?? {}),
  };
}

/** Returns what the query requires. */
function queryText(query: TObject | undefined): string {
  const names = query?.required ?? [];
  const pairs = names.map((name) => `${name}=${sampleOf(query?.properties[name], name)}`);
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

function sampleOf(schema: TSchema | undefined, name: string): string {
  const { enum: values = [], examples = [] } = (schema ?? {}) as SampledSchema;
  const sample = examples[0] ?? values[0];
  return sample === undefined ? `$${variableOf(name)}` : encodeURIComponent(String(sample));
}

function bodyText(value: unknown): string {
  const line = JSON.stringify(value);
  return line.length <= LINE_MAX ? line : JSON.stringify(value, null, 2);
}

/** Returns the command of a shell that sends the request; `URL` and `ADMIN_TOKEN` are variables. */
export function curlText(request: ExampleRequest, prefix: string): string {
  const { body, method, reason, target } = request;
  const how = method === "GET" ? "" : `-X ${method} `;
  return [
    `curl -sS ${how}"$URL${prefix}${target}"`,
    '-H "Authorization: Bearer $ADMIN_TOKEN"',
    ...(reason === undefined ? [] : [`-H "X-Reason: ${reason}"`]),
    ...(body === undefined
      ? []
      : ['-H "Content-Type: application/json"', `-d '${body.replaceAll("'", "'\\''")}'`]),
  ].join(" \\\n  ");
}
