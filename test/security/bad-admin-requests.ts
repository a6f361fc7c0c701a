/** Bad requests to the admin API, made from the schemas of its endpoints. */
import type { TObject, TSchema } from "typebox";
import type { AdminRoute } from "../../src/ops/admin-endpoint.ts";
import { exampleRequest } from "../../src/ops/docs/example-request.ts";

export interface BadAdminRequest {
  /** Says in a failure which request it was. */
  readonly about: string;
  readonly method: string;
  /** Path below the prefix, with the query. */
  readonly target: string;
  readonly contentType: string | undefined;
  readonly body: string | undefined;
  /** What the message must contain: the member, or what is wrong with the body. */
  readonly says: string;
}

/** Parts of the schemas that bad values are made from. */
interface MemberSchema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly items?: MemberSchema;
  readonly properties?: Readonly<Record<string, MemberSchema>>;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
}

type Fields = Readonly<Record<string, unknown>>;
type Step = string | number;

/** A member that the example has, or could have, with the path to it. */
interface Place {
  readonly steps: readonly Step[];
  readonly schema: MemberSchema;
  readonly isRequired: boolean;
}

const JSON_TYPE = "application/json";
/** Stands in a body where a text is put that JSON.stringify would not write. */
const RAW = "<raw>";
const HUGE_DIGITS = `1${"0".repeat(40)}`;
const OVERLONG = "x".repeat(5_000);
const BODY_BYTES_MAX = 64 * 1024;

/** Values of the variables in paths and queries: well-formed, whether or not anything has them. */
const WELL_FORMED = "1";

/** Values of another type than the schema's. */
const OTHER_TYPES: Readonly<Record<string, readonly unknown[]>> = {
  string: [5, true, null, [], {}],
  integer: ["5", true, null, [], 1.5],
  number: ["5", true, null, []],
  boolean: ["true", 1, null, []],
  object: ["text", 5, null, []],
  array: ["text", 5, null, {}],
};

/** Values that no parameter of a path has; each is sent as it is. */
const BAD_PATH_VALUES = ["-1", "1.5", "%00", "..%2f..", "x".repeat(90), "1%20", "%F0%9F%98%80"];

/** Texts of formats: the largest and the smallest decimals, and ids. */
const EXTREME_TEXTS = [
  ...["0", "9".repeat(19), "9".repeat(20), `0.${"0".repeat(23)}1`, `-${"9".repeat(24)}`],
  `${"9".repeat(24)}.${"9".repeat(24)}`,
];
/** Texts of no format: names of nothing, and times that are none or far away. */
const STRANGE_TEXTS = ["NOPE", "\u0000", "2026-02-30T00:00:00Z", "9999-12-31T23:59:59Z"];

/** The request of the example about a uid in its path; `undefined` without one. */
export function requestAbout(endpoint: AdminRoute, uid: string): BadAdminRequest | undefined {
  const { method, path } = endpoint;
  // The list of users continues after any uid.
  if (!path.includes("/:uid") || path === "/users/after/:uid") return undefined;
  return { ...goodRequest(endpoint, uid), about: `${method} ${path} of ${uid}`, says: uid };
}

/** The request of the example, about the user `uid`. */
function goodRequest(endpoint: AdminRoute, uid: string): BadAdminRequest {
  const { body, method } = endpoint;
  const { target } = exampleRequest(endpoint);
  const good = target.replaceAll("$USER_UID", uid).replace(/\$\w+/g, WELL_FORMED);
  return {
    ...{ about: "", method, target: good, says: "" },
    ...(body === undefined
      ? { contentType: undefined, body: undefined }
      : { contentType: JSON_TYPE, body: JSON.stringify(endpoint.example) }),
  };
}

/** All bad requests of an endpoint. */
export function badAdminRequests(endpoint: AdminRoute): readonly BadAdminRequest[] {
  const { body, method } = endpoint;
  const base = goodRequest(endpoint, WELL_FORMED);
  return [
    ...pathFaults(endpoint, base),
    ...queryFaults(endpoint.query, base),
    ...(body === undefined ? unwantedBodies(base) : bodyFaults(body, endpoint.example, base)),
  ].map((request) => ({ ...request, about: `${method} ${endpoint.path}: ${request.about}` }));
}

/** Requests with values that the schemas permit and that are extreme, or name nothing. */
export function extremeAdminRequests(
  endpoint: AdminRoute,
  uid: string,
): readonly BadAdminRequest[] {
  const { body, example, method, path } = endpoint;
  if (body === undefined) return [];
  const base = goodRequest(endpoint, uid);
  // Effects of requests that may ask back take their time to compute.
  const valuesMax = endpoint.confirm === undefined ? EXTREME_TEXTS.length : 1;
  return placesIn(body as MemberSchema, example).flatMap(({ schema, steps }) =>
    extremesOf(schema)
      .slice(-valuesMax)
      .map((value) => ({
        ...base,
        about: `${method} ${path}: ${steps.join(".")} is ${value}`,
        body: JSON.stringify(replaced(example, steps, value)),
      })),
  );
}

function extremesOf(schema: MemberSchema): readonly unknown[] {
  const { maximum = Number.MAX_SAFE_INTEGER, minimum = 0, pattern, type } = schema;
  if (type === "integer") return [minimum, maximum];
  if (type === "array") return [[]];
  if (type !== "string") return [];
  if (pattern === undefined) return STRANGE_TEXTS;
  return EXTREME_TEXTS.filter((text) => new RegExp(pattern).test(text));
}

/** Malformed parameters of the path; a name may be almost any text, but not a long one. */
function pathFaults(endpoint: AdminRoute, base: BadAdminRequest): readonly BadAdminRequest[] {
  const { params, path } = endpoint;
  const properties = (params?.properties ?? {}) as Readonly<Record<string, TSchema>>;
  return Object.entries(properties).flatMap(([name, schema]) => {
    const isFormatted = "pattern" in schema;
    const values = isFormatted ? BAD_PATH_VALUES : ["x".repeat(90)];
    return values.map((value) => ({
      ...base,
      about: `${name} is ${value.slice(0, 20)}`,
      target: path.replace(/:(\w+)/g, (_all, other) => (other === name ? value : WELL_FORMED)),
      says: name,
    }));
  });
}

function queryFaults(
  query: TObject | undefined,
  base: BadAdminRequest,
): readonly BadAdminRequest[] {
  const join = base.target.includes("?") ? "&" : "?";
  const asked = (about: string, text: string, says: string): BadAdminRequest => ({
    ...{ ...base, about: `query ${about}`, says },
    target: `${base.target}${join}${text}`,
  });
  if (query === undefined) return [asked("surplus", "surplus=1", "query")];
  const [path = ""] = base.target.split("?");
  const required = query.required ?? [];
  const given = new URLSearchParams(base.target.slice(path.length));
  const lacking = required.map((name) => {
    const rest = new URLSearchParams(given);
    rest.delete(name);
    return { ...base, about: `without ${name}`, target: `${path}?${rest}`, says: name };
  });
  const wrong = Object.keys(query.properties).flatMap((name) => {
    const rest = new URLSearchParams(given);
    rest.delete(name);
    const text = (value: string): string =>
      `${path}?${new URLSearchParams([...rest, [name, value]])}`;
    return [OVERLONG, ""].map((value) => ({
      ...{ ...base, about: `query ${name} of ${value.length} characters`, says: name },
      target: text(value),
    }));
  });
  const twice = Object.keys(query.properties).map((name) =>
    asked(`${name} twice`, `${name}=1&${name}=2`, name),
  );
  return [asked("surplus", "surplus=1", "surplus"), ...lacking, ...wrong, ...twice];
}

/** Bodies of requests that take none; fetch sends none with GET. */
function unwantedBodies(base: BadAdminRequest): readonly BadAdminRequest[] {
  if (base.method === "GET") return [];
  const sent = { contentType: JSON_TYPE, body: '{"surplus":1}', says: "no body" };
  return [{ ...base, ...sent, about: "a body" }];
}

function bodyFaults(
  schema: TSchema,
  example: unknown,
  base: BadAdminRequest,
): readonly BadAdminRequest[] {
  const good = example as Fields;
  const text = JSON.stringify(good);
  const places = placesIn(schema as MemberSchema, good);
  const [first = "surplus"] = Object.keys(good);
  const member = `${JSON.stringify(first)}:0`;
  const repeated = text === "{}" ? `{${member},${member}}` : `{${member},${text.slice(1)}`;
  const raw = (about: string, body: string | undefined, says: string, contentType = JSON_TYPE) => ({
    ...{ ...base, about, says, body },
    contentType: body === undefined ? undefined : contentType,
  });
  return [
    raw("surplus member", JSON.stringify({ ...good, surplus: {} }), "surplus"),
    raw("duplicate key", repeated, `a duplicate key ${JSON.stringify(first)}`),
    raw("prototype", '{"__proto__":{}}', "forbidden"),
    raw("no body", undefined, "body"),
    raw("empty body", "", "value"),
    raw("cut body", text.slice(0, -1), "expected"),
    raw("list", "[]", "the body"),
    raw("null", "null", "the body"),
    raw("text", '"text"', "the body"),
    raw("other type", text, "application/json", "text/plain"),
    raw("form", "a=1", "application/json", "application/x-www-form-urlencoded"),
    raw("large body", text + " ".repeat(BODY_BYTES_MAX), "larger"),
    ...places.flatMap((place) => memberFaults(place, good, raw)),
  ];
}

type Raw = (about: string, body: string | undefined, says: string) => BadAdminRequest;

function memberFaults(place: Place, good: Fields, raw: Raw): readonly BadAdminRequest[] {
  const { isRequired, schema, steps } = place;
  const name = steps.join(".");
  const set = (about: string, value: unknown): BadAdminRequest =>
    raw(`${name} ${about}`, JSON.stringify(replaced(good, steps, value)), name);
  const kind = schema.type ?? (schema.enum === undefined ? "" : "string");
  const wrong = (OTHER_TYPES[kind] ?? []).map((value) => set(`is ${JSON.stringify(value)}`, value));
  const texts = kind === "string" ? [set("overlong", OVERLONG)] : [];
  const digits = schema.pattern === undefined ? [] : [set("huge", HUGE_DIGITS)];
  const isNumber = kind === "integer" || kind === "number";
  const last = String(steps.findLast((step) => typeof step === "string"));
  const huge = (isNumber ? ["1e400", HUGE_DIGITS] : []).map((number) => {
    const text = JSON.stringify(replaced(good, steps, RAW)).replace(`"${RAW}"`, number);
    const isItem = typeof steps.at(-1) === "number" && number === HUGE_DIGITS;
    return raw(`${name} ${number}`, text, isItem ? "a value of a list" : last);
  });
  const absent = isRequired
    ? [raw(`${name} absent`, JSON.stringify(replaced(good, steps, undefined)), name)]
    : [];
  return [...wrong, ...texts, ...digits, ...huge, ...absent];
}

/** Members of a schema with those in objects and in the first items of lists. */
function placesIn(schema: MemberSchema, value: unknown, above: readonly Step[] = []): Place[] {
  const items = schema.items;
  if (items !== undefined) {
    const [item] = (value ?? []) as readonly unknown[];
    if (item === undefined) return [];
    const steps = [...above, 0];
    return [{ steps, schema: items, isRequired: false }, ...placesIn(items, item, steps)];
  }
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const steps = [...above, name];
    const isRequired = schema.required?.includes(name) ?? false;
    const inner = (value as Fields | undefined)?.[name];
    return [{ steps, schema: member, isRequired }, ...placesIn(member, inner, steps)];
  });
}

/** Returns a copy with one member replaced; `undefined` leaves it out. */
function replaced(value: unknown, [step, ...rest]: readonly Step[], by: unknown): unknown {
  if (step === undefined) return by;
  if (Array.isArray(value)) {
    return value.map((item, index) => (index === step ? replaced(item, rest, by) : item));
  }
  return { ...(value as Fields), [step]: replaced((value as Fields)[step], rest, by) };
}
