/** The bad requests of an endpoint, made from its request schema. */
import type { Endpoint } from "../../src/gateway/http/endpoint.ts";
import { type FaultCode, type FieldFault, fieldFaults, type SentValue } from "./field-faults.ts";
import {
  actsOnOrder,
  type Fields,
  goodFields,
  goodItem,
  isRequired,
  itemSchema,
  lineOf,
  type RequestSchema,
  sentRequest,
} from "./good-requests.ts";
import type { Side } from "./hostile-world.ts";
import { namedFaults } from "./named-faults.ts";

export interface BadRequest {
  /** Says in a failure which request it was. */
  readonly about: string;
  /** The query of a GET, the body of a POST. */
  readonly text: string;
  readonly codes: readonly FaultCode[];
}

const BACKWARDS: readonly FaultCode[] = ["40707", "20001"];
const DAY_MS = 86_400_000;
const UNREADABLE: readonly FaultCode[] = ["400172"];
/** Codes for an empty request: each names the first missing part. */
const LACKING: readonly FaultCode[] = ["40019", "40913", "40924", "400172"];

export function queryOf(fields: Fields): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value)).replaceAll("'", "%27")}`)
    .join("&");
}

function textOf(endpoint: Endpoint, sent: SentValue): string {
  return endpoint.method === "GET" ? queryOf(sent as Fields) : JSON.stringify(sent);
}

/** A query carries text alone: other values of a fault have no place in it. */
function fits(endpoint: Endpoint, { value }: FieldFault): boolean {
  return endpoint.method === "POST" || typeof value === "string";
}

interface FieldFaultOf extends FieldFault {
  readonly name: string;
}

function faultsOf(endpoint: Endpoint, schema: RequestSchema, side: Side): FieldFaultOf[] {
  const acts = actsOnOrder(endpoint, schema);
  const about = {
    path: endpoint.paths[0],
    foreign: side.foreign[lineOf(endpoint)],
    acts,
  };
  return Object.entries(schema.properties ?? {}).flatMap(([name, { "x-reads": reads }]) => {
    if (reads === undefined) return [];
    const absent = isRequired(schema, name) && reads.kind !== "batch" ? absences() : [];
    const faults = [
      ...absent,
      ...fieldFaults(reads, endpoint.version === "v2"),
      ...namedFaults(name, about),
    ];
    return faults.filter((fault) => fits(endpoint, fault)).map((fault) => ({ ...fault, name }));
  });
}

function absences(): FieldFault[] {
  return [
    { about: "empty", value: "", codes: ["40019"] },
    { about: "null", value: null, codes: ["40019"] },
  ];
}

function without(fields: Fields, name: string): Fields {
  const { [name]: _left, ...rest } = fields;
  return rest;
}

/** The good fields with one replaced; an id replaces the other id of the same order. */
function faulty(fields: Fields, { name, value }: FieldFaultOf): Fields {
  const rest = name === "clientOid" ? without(fields, "orderId") : fields;
  return { ...rest, [name]: value };
}

/** Fields of which one is absent or wrong, however they travel. */
export interface BadFields {
  readonly about: string;
  readonly fields: Fields;
  readonly codes: readonly FaultCode[];
}

/** The good fields of the endpoint, spoiled one at a time. */
export function badFields(endpoint: Endpoint, side: Side): BadFields[] {
  const schema = endpoint.request as RequestSchema;
  const fields = goodFields(endpoint, side.orders);
  const make = (about: string, sent: Fields, codes: readonly FaultCode[]): BadFields => ({
    about,
    fields: sent,
    codes,
  });
  const absent = Object.keys(fields)
    .filter((name) => isRequired(schema, name))
    .map((name) => make(`${name}: absent`, without(fields, name), ["40019"]));
  const wrong = faultsOf(endpoint, schema, side).map((fault) =>
    make(`${fault.name}: ${fault.about}`, faulty(fields, fault), fault.codes),
  );
  return [...absent, ...wrong];
}

function fieldRequests(endpoint: Endpoint, side: Side): BadRequest[] {
  const schema = endpoint.request as RequestSchema;
  const items = itemSchema(schema) === undefined ? [] : [goodItem(endpoint, side.orders)];
  return badFields(endpoint, side).map(({ about, fields, codes }) => ({
    about,
    text: textOf(endpoint, sentRequest(endpoint, fields, items)),
    codes,
  }));
}

function itemRequests(endpoint: Endpoint, side: Side): BadRequest[] {
  const schema = itemSchema(endpoint.request as RequestSchema);
  if (schema === undefined) return [];
  const fields = goodFields(endpoint, side.orders);
  const item = goodItem(endpoint, side.orders);
  const make = (about: string, sent: SentValue, codes: readonly FaultCode[]): BadRequest => ({
    about: `item ${about}`,
    text: textOf(endpoint, sentRequest(endpoint, fields, [sent])),
    codes,
  });
  const isOwn = (name: string): boolean => isRequired(schema, name);
  const absent = Object.keys(item)
    .filter(isOwn)
    .map((name) => make(`${name}: absent`, without(item, name), ["40019"]));
  const wrong = faultsOf(endpoint, schema, side).map((fault) =>
    make(`${fault.name}: ${fault.about}`, faulty(item, fault), fault.codes),
  );
  const shapes = ["text", true, [], null].map((value) =>
    make(`is ${JSON.stringify(value)}`, value, ["40020", "25200"]),
  );
  return [...absent, ...wrong, ...shapes];
}

/** Start after end, a span of years, a start to come. */
function timeRequests(endpoint: Endpoint, side: Side, nowMs: number): BadRequest[] {
  const { properties = {} } = endpoint.request as RequestSchema;
  if (properties["startTime"] === undefined || properties["endTime"] === undefined) return [];
  const fields = goodFields(endpoint, side.orders);
  const make = (about: string, times: Fields, codes: readonly FaultCode[]): BadRequest => ({
    about,
    text: textOf(endpoint, { ...fields, ...times }),
    codes,
  });
  const at = (days: number): string => String(nowMs + days * DAY_MS);
  const inverted = make("start after end", { startTime: at(-1), endTime: at(-2) }, BACKWARDS);
  // Open orders are all there at once, and candles of any time are answered as far as they go.
  if (/candles|unfilled|pending|open-orders/.test(endpoint.paths[0])) return [inverted];
  const toCome = make("start to come", { startTime: at(1), endTime: at(2) }, ["40902"]);
  // Repayments of risk units have no longest span.
  if (endpoint.paths[0].endsWith("repaid-history")) return [inverted, toCome];
  const years = { startTime: at(-3000), endTime: at(0) };
  return [inverted, make("years between", years, ["00001", "40704"]), toCome];
}

function bodyRequests(endpoint: Endpoint, side: Side): BadRequest[] {
  const schema = endpoint.request as RequestSchema;
  const isList = schema.type === "array";
  const fields = goodFields(endpoint, side.orders);
  const items = itemSchema(schema) === undefined ? [] : [goodItem(endpoint, side.orders)];
  const good = JSON.stringify(sentRequest(endpoint, fields, items));
  const inside = (member: string): string =>
    isList ? good.replace(/^\[\{/, `[{${member},`) : good.replace(/^\{/, `{${member},`);
  const needsNothing = good === "{}";
  const nothing: [string, string, readonly FaultCode[]][] = [["nothing", "", LACKING]];
  const bodies: readonly [string, string, readonly FaultCode[]][] = [
    ...(needsNothing ? [] : nothing),
    ["no JSON", "{", UNREADABLE],
    ["JSON and more", `${good}x`, UNREADABLE],
    ["a text", '"text"', LACKING],
    ["a number", "5", LACKING],
    ["null", "null", LACKING],
    isList ? ["an object", "{}", LACKING] : ["a list", "[]", UNREADABLE],
    ["a member twice", inside('"twice":"1","twice":"1"'), UNREADABLE],
    ["a prototype", inside('"__proto__":{"admin":true}'), UNREADABLE],
    ["half a surrogate pair", inside('"note":"\\ud800"'), UNREADABLE],
    ["a raw control character", inside('"note":"\u0001"'), UNREADABLE],
    ["a huge number", inside(`"note":${"9".repeat(5000)}`), UNREADABLE],
    ["a huge exponent", inside('"note":1e999999'), UNREADABLE],
    ["NaN", inside('"note":NaN'), UNREADABLE],
    ["deep nesting", inside(`"note":${"[".repeat(50)}${"]".repeat(50)}`), UNREADABLE],
  ];
  return bodies.map(([about, text, codes]) => ({ about, text, codes }));
}

function queryRequests(endpoint: Endpoint, side: Side): BadRequest[] {
  const good = queryOf(goodFields(endpoint, side.orders));
  const many = Array.from({ length: 65 }, (_, index) => `p${index}=1`).join("&");
  const queries: readonly (readonly [string, string])[] = [
    ["a parameter twice", "twice=1&twice=2"],
    ["broken encoding", "note=%zz"],
    ["bytes that are no UTF-8", "note=%ff%fe"],
    ["a prototype", "__proto__=1"],
    ["very many parameters", many],
  ];
  return queries.map(([about, more]) => ({
    about,
    text: good === "" ? more : `${good}&${more}`,
    codes: UNREADABLE,
  }));
}

/** Every bad request of the endpoint, as its version's caller would send it at `nowMs`. */
export function badRequests(endpoint: Endpoint, side: Side, nowMs: number): readonly BadRequest[] {
  const isList = (endpoint.request as RequestSchema).type === "array";
  return [
    ...(isList ? listRequests(endpoint) : fieldRequests(endpoint, side)),
    ...itemRequests(endpoint, side),
    ...timeRequests(endpoint, side, nowMs),
    ...(endpoint.method === "GET" ? queryRequests(endpoint, side) : bodyRequests(endpoint, side)),
  ];
}

/** Faults of a body that is a batch itself. */
function listRequests(endpoint: Endpoint): BadRequest[] {
  const { "x-reads": reads } = endpoint.request as RequestSchema & {
    readonly "x-reads": Parameters<typeof fieldFaults>[0];
  };
  return fieldFaults(reads, endpoint.version === "v2")
    .filter(({ value }) => Array.isArray(value))
    .map(({ about, value, codes }) => ({
      about,
      text: JSON.stringify(value),
      codes,
    }));
}

/** A good request of the endpoint. */
export function goodRequest(endpoint: Endpoint, side: Side): string {
  const fields = goodFields(endpoint, side.orders);
  const hasItems = itemSchema(endpoint.request as RequestSchema) !== undefined;
  return textOf(
    endpoint,
    sentRequest(endpoint, fields, hasItems ? [goodItem(endpoint, side.orders)] : []),
  );
}
