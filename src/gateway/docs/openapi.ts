import type { TSchema } from "typebox";
import type { PrivateAccess } from "../auth/authenticator.ts";
import type { Endpoint, EndpointLimit } from "../http/endpoint.ts";
import { WIRE_CODES } from "../http/wire-codes.ts";
import { messageForReaders } from "../http/wire-error.ts";

/** JSON of the document: plain objects, arrays and scalars. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [name: string]: Json };
export type JsonObject = { readonly [name: string]: Json };

/** Parts of a JSON Schema that the document uses. */
interface ReadSchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, JsonObject>>;
  readonly required?: readonly string[];
}

interface TupleSchema {
  readonly items?: unknown;
  readonly additionalItems?: boolean;
}

const SIGNED: JsonObject = { key: [], signature: [], timestamp: [], passphrase: [] };
const BY_SESSION: JsonObject = { session: [], page: [] };

/** Returns the ways to prove who sends a private request, of which one is needed. */
function securityOf({ sender }: PrivateAccess): Json {
  return sender === "session" ? [BY_SESSION] : [SIGNED, BY_SESSION];
}

/**
 * Returns the OpenAPI 3.1 document of the endpoints, made from the same schemas that check
 * requests. Permissions and limits are in `x-permission` and `x-limit`, all wire codes in
 * `x-wire-codes`.
 */
export function openApiDocument(endpoints: readonly Endpoint[]): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const endpoint of endpoints) {
    for (const path of endpoint.paths) {
      // Braces in a path are parameters in OpenAPI; here they are letters of an alias.
      if (path.includes("{")) continue;
      const operation = { [endpoint.method.toLowerCase()]: operationOf(endpoint, path) };
      paths[path] = { ...paths[path], ...operation };
    }
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Bourse",
      version: "0.1.0",
      description:
        "REST interface, versions 2 (classic accounts) and 3 (unified accounts). Amounts, " +
        "prices, ids and times are strings; times are Unix milliseconds.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    paths,
    components: { securitySchemes: securitySchemes(), schemas: { Error: errorSchema() } },
    "x-wire-codes": Object.entries(WIRE_CODES).map(([code, [status, message]]) => ({
      code,
      status,
      message: messageForReaders(message),
    })),
  };
}

/** Returns the group of an endpoint: its path without `/api` and the last segment. */
export function groupOf(endpoint: Endpoint): string {
  const parts = endpoint.paths[0].split("/").slice(1, -1);
  return parts.filter((part) => part !== "api").join(" ");
}

function operationOf(endpoint: Endpoint, path: string): JsonObject {
  const { access, method } = endpoint;
  const aliases = endpoint.paths.filter((alias) => alias !== path);
  return {
    operationId: `${method.toLowerCase()}${path.replace(/[^A-Za-z0-9]+(\w?)/g, upperCase)}`,
    summary: endpoint.summary,
    ...(endpoint.description === undefined ? {} : { description: endpoint.description }),
    tags: [groupOf(endpoint)],
    ...(access.kind === "private" ? { security: securityOf(access) } : {}),
    "x-permission": access.kind === "public" ? null : [access.permission].flat().join(" or "),
    "x-limit": limitText(endpoint.limit),
    ...(endpoint.confirmed ? { "x-confirmed": "sessions need x-bourse-code" } : {}),
    ...(aliases.length === 0 ? {} : { "x-aliases": aliases }),
    ...(method === "GET"
      ? { parameters: parametersOf(endpoint.request) }
      : { requestBody: bodyOf(endpoint.request) }),
    responses: responsesOf(endpoint.response),
  };
}

function upperCase(_match: string, letter: string): string {
  return letter.toUpperCase();
}

/** Returns a limit as a text. */
export function limitText(limit: EndpointLimit): string {
  const per = limit.per === "uid" ? "user" : "address";
  return "perSecond" in limit
    ? `${limit.perSecond} per second and ${per}`
    : `${limit.perMinute} per minute and ${per}`;
}

function parametersOf(schema: TSchema): Json {
  const { properties = {}, required = [] } = schemaForClients(schema) as ReadSchema;
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rest } = property;
    return {
      name,
      in: "query",
      required: required.includes(name),
      ...(description === undefined ? {} : { description }),
      schema: rest,
    };
  });
}

function bodyOf(schema: TSchema): Json {
  const body = schemaForClients(schema);
  const { required = [], type } = body as ReadSchema;
  return {
    required: type === "array" || required.length > 0,
    content: { "application/json": { schema: body } },
  };
}

function responsesOf(schema: TSchema): Json {
  const envelope = {
    type: "object",
    required: ["code", "msg", "requestTime", "data"],
    properties: {
      code: { type: "string", const: "00000" },
      msg: { type: "string", const: "success" },
      requestTime: { type: "integer", description: "Unix milliseconds" },
      data: schemaForClients(schema),
    },
  };
  const error = { "application/json": { schema: { $ref: "#/components/schemas/Error" } } };
  return {
    "200": { description: "Success", content: { "application/json": { schema: envelope } } },
    "400": { description: "Refused; the code says why", content: error },
    "429": { description: "Too many requests", content: error },
    "503": { description: "Busy; repeat after Retry-After seconds", content: error },
  };
}

/**
 * Returns a schema as clients see it: without the keyword of the reader, with fields that have a
 * default not required, and with lists of fixed positions in the words of JSON Schema 2020-12.
 */
export function schemaForClients(schema: TSchema): JsonObject {
  return JSON.parse(JSON.stringify(schema, replaceForClients)) as JsonObject;
}

/** A list of fixed positions: TypeBox writes it in the words of earlier drafts. */
function tupleForClients({ additionalItems: _none, items, ...rest }: TupleSchema): object {
  return { ...rest, prefixItems: items, items: false };
}

function replaceForClients(key: string, value: unknown): unknown {
  if (key === "x-reads") return undefined;
  if (typeof value !== "object" || value === null) return value;
  if ("items" in value && Array.isArray(value.items)) return tupleForClients(value);
  if (!("required" in value)) return value;
  // The properties of an object may have a property with this name.
  if (!Array.isArray(value.required)) return value;
  const { properties = {}, required = [] } = value as ReadSchema;
  const needed = required.filter((name) => properties[name]?.["default"] === undefined);
  const { required: _all, ...rest } = value;
  return needed.length === 0 ? rest : { ...rest, required: needed };
}

function securitySchemes(): JsonObject {
  const inHeader = (name: string, description: string): JsonObject => ({
    type: "apiKey",
    in: "header",
    name,
    description,
  });
  return {
    key: inHeader("ACCESS-KEY", "The API key"),
    signature: inHeader(
      "ACCESS-SIGN",
      "Base64 of HMAC-SHA256 under the secret over timestamp, method, path with query, and body",
    ),
    timestamp: inHeader("ACCESS-TIMESTAMP", "Unix milliseconds, within 30 seconds of server time"),
    passphrase: inHeader("ACCESS-PASSPHRASE", "The passphrase chosen with the key"),
    session: {
      ...{ type: "apiKey", in: "cookie", name: "bourse_session" },
      description: "The session of a browser; bourse_demo_session with paptrading: 1",
    },
    page: inHeader("x-bourse-terminal", "1, which only a page of the exchange can send"),
  };
}

function errorSchema(): JsonObject {
  return {
    type: "object",
    required: ["code", "msg", "requestTime", "data"],
    properties: {
      code: { type: "string", description: "One of x-wire-codes" },
      msg: { type: "string" },
      requestTime: { type: "integer", description: "Unix milliseconds" },
      data: { type: "null" },
    },
  };
}
