import type { TSchema } from "typebox";
import {
  type BatchItem,
  DECIMAL_DIGITS_MAX,
  type FieldReading,
  NAME_LENGTH_MAX,
} from "./fields.ts";
import type { ParameterErrors } from "./parameter-errors.ts";
import { isWireObject, knowKey, type WireValue } from "./strict-json.ts";
import { unreachable } from "./unreachable.ts";
import { WireError, wireError } from "./wire-error.ts";

/** Reads one sent value as the type of the handler, or throws the `WireError` that names it. */
type ValueReader = (sent: WireValue, name: string) => unknown;

/** Parts of a JSON Schema that the reader uses. */
interface ReadableSchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, ReadableSchema>>;
  readonly required?: readonly string[];
  readonly items?: ReadableSchema;
  readonly maxItems?: number;
  readonly default?: unknown;
  readonly "x-reads"?: FieldReading;
}

/** Most items of a plain array in a request whose schema names no `maxItems`. */
const ITEMS_MAX = 100;

const CLIENT_ID_RULES = {
  v2: { pattern: /^[A-Za-z0-9_+#:.-]{1,64}$/, lengthMax: 64 },
  v3: { pattern: /^[\w.:/#+ \t\r\n\v\f-]{1,32}$/, lengthMax: 32 },
} as const;

/**
 * Compiles a request schema built from `fields.ts` into a function that checks and converts sent
 * values. The first fault in the order of the schema decides the error; unknown parameters are
 * ignored. Throws while the endpoint is defined if the schema cannot be read.
 */
export function compileReader(
  schema: TSchema,
  errors: ParameterErrors,
): (sent: WireValue) => unknown {
  const readable = schema as ReadableSchema;
  const read = valueReader(readable, errors);
  const isList = readable.type === "array";
  return (sent) => {
    if (isList && !Array.isArray(sent)) throw errors.missing("list");
    if (!isList && !isWireObject(sent)) throw errors.unreadable("an object was expected");
    return read(sent, "list");
  };
}

function valueReader(schema: ReadableSchema, errors: ParameterErrors): ValueReader {
  const reads = schema["x-reads"];
  if (reads?.kind === "batch") return batchReader(schema, reads, errors);
  if (reads !== undefined) return fieldReader(reads, errors);
  switch (schema.type) {
    case "object":
      return objectReader(schema, errors);
    case "array":
      return arrayReader(schema, errors);
    case "string":
      return textReader(undefined, NAME_LENGTH_MAX, errors);
    case "boolean":
      return yesNoReader(errors);
    default:
      throw new TypeError(`a request schema needs fields of fields.ts, found ${schema.type}`);
  }
}

function objectReader(schema: ReadableSchema, errors: ParameterErrors): ValueReader {
  const required = new Set(schema.required ?? []);
  const inherited = Object.keys(schema.properties ?? {}).find((name) => name in Object.prototype);
  if (inherited !== undefined) throw new TypeError(`no parameter may be called ${inherited}`);
  const fields = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const read = valueReader(property, errors);
    knowKey(name);
    return {
      name,
      read,
      standard: standardOf(property, read, name),
      isRequired: required.has(name) && property.default === undefined,
    };
  });
  return (sent, objectName) => {
    if (!isWireObject(sent)) throw errors.wrong(objectName);
    const values: Record<string, unknown> = {};
    for (const field of fields) {
      const value = sent[field.name];
      if (value !== undefined && value !== null && value !== "") {
        const read = field.read(value, field.name);
        if (read !== undefined) values[field.name] = read;
      } else if (field.standard !== undefined) {
        values[field.name] = field.standard;
      } else if (field.isRequired) {
        throw errors.missing(field.name);
      }
    }
    return values;
  };
}

/** Value of a field that was not sent; the schema has it as a client would send it. */
function standardOf(schema: ReadableSchema, read: ValueReader, name: string): unknown {
  const { default: standard, "x-reads": reads } = schema;
  if (typeof standard !== "string" || reads?.kind !== "enumeration") return standard;
  return read(standard, name);
}

function arrayReader(schema: ReadableSchema, errors: ParameterErrors): ValueReader {
  const read = valueReader(schema.items ?? { type: "string" }, errors);
  const itemsMax = schema.maxItems ?? ITEMS_MAX;
  return (sent, name) => {
    if (!Array.isArray(sent)) throw errors.wrong(name);
    if (sent.length > itemsMax) throw errors.tooMany(name, itemsMax);
    return sent.map((item: WireValue) => read(item, name));
  };
}

function batchReader(
  schema: ReadableSchema,
  reads: FieldReading & { kind: "batch" },
  errors: ParameterErrors,
): ValueReader {
  const { itemsMax, tooMany } = reads;
  const read = valueReader(schema.items ?? {}, errors);
  const readItem = (sent: WireValue, name: string): BatchItem<unknown> => {
    const fields = isWireObject(sent) ? sent : {};
    try {
      return { value: read(sent, name), error: undefined, sent: fields };
    } catch (error) {
      if (error instanceof WireError) return { value: undefined, error, sent: fields };
      throw error;
    }
  };
  return (sent, name) => {
    if (!Array.isArray(sent)) throw errors.wrong(name);
    if (sent.length === 0) throw errors.missing(name);
    if (sent.length > itemsMax) {
      throw tooMany === "40058" ? errors.tooMany(name, itemsMax) : wireError(tooMany, itemsMax);
    }
    return sent.map((item: WireValue) => readItem(item, name));
  };
}

function fieldReader(
  reads: Exclude<FieldReading, { kind: "batch" }>,
  errors: ParameterErrors,
): ValueReader {
  switch (reads.kind) {
    case "decimal":
      return decimalReader(reads.negative, errors);
    case "enumeration":
      return enumerationReader(reads, errors);
    case "integer":
      return integerReader(reads, errors);
    case "yes_no":
      return yesNoReader(errors);
    case "text":
      return textReader(reads.pattern, reads.lengthMax, errors);
    case "name":
      return nameReader(errors);
    case "names":
      return namesReader(reads.itemsMax, errors);
    case "refused":
      return refusedReader(reads, errors);
    case "id":
      return idReader(errors);
    case "client_id":
      return clientIdReader(CLIENT_ID_RULES[reads.rule], errors);
    default:
      return unreachable(reads);
  }
}

function decimalReader(negative: boolean, errors: ParameterErrors): ValueReader {
  const digits = `\\d{0,${DECIMAL_DIGITS_MAX - 1}}`;
  const grammar = new RegExp(
    `^${negative ? "-?" : ""}(?:0|[1-9]${digits})(?:\\.\\d{1,${DECIMAL_DIGITS_MAX}})?$`,
  );
  return (sent, name) => {
    if (typeof sent !== "string" || !grammar.test(sent)) throw errors.wrong(name);
    return sent;
  };
}

function enumerationReader(
  { meanings, values }: FieldReading & { kind: "enumeration" },
  errors: ParameterErrors,
): ValueReader {
  const exact = new Map(values.map((value) => [value, meanings?.[value] ?? value]));
  const byFold = new Map([...exact].map(([value, meaning]) => [value.toLowerCase(), meaning]));
  return (sent, name) => {
    if (typeof sent !== "string") throw errors.wrong(name);
    const meaning = exact.get(sent) ?? byFold.get(sent.toLowerCase());
    if (meaning === undefined) throw errors.unknown(name);
    return meaning;
  };
}

/** Reads a whole number, also with a fraction of zeros: clients send floating-point numbers. */
function integerReader(
  range: FieldReading & { kind: "integer" },
  errors: ParameterErrors,
): ValueReader {
  const { pageRows } = range;
  const isLenient = pageRows !== undefined && errors.hasLenientPages;
  return (sent, name) => {
    if (typeof sent !== "string" || !/^-?\d{1,15}(?:\.0{1,15})?$/.test(sent))
      throw errors.wrong(name);
    const value = Number(sent);
    if (value === 0 && isLenient) return pageRows;
    if (value < range.min) throw errors.outOfRange(name);
    if (value <= range.max) return value;
    if (range.clamp || isLenient) return range.max;
    throw errors.outOfRange(name);
  };
}

const YES_NO: ReadonlyMap<string, boolean> = new Map([
  ["yes", true],
  ["true", true],
  ["no", false],
  ["false", false],
]);

function yesNoReader(errors: ParameterErrors): ValueReader {
  return (sent, name) => {
    if (typeof sent === "boolean") return sent;
    const value = typeof sent === "string" ? YES_NO.get(sent.toLowerCase()) : undefined;
    if (value === undefined) throw errors.wrong(name);
    return value;
  };
}

function textReader(
  pattern: string | undefined,
  lengthMax: number,
  errors: ParameterErrors,
): ValueReader {
  const grammar = pattern === undefined ? undefined : new RegExp(pattern, "u");
  return (sent, name) => {
    if (typeof sent !== "string" || sent.length > lengthMax) throw errors.wrong(name);
    if (grammar !== undefined && !grammar.test(sent)) throw errors.wrong(name);
    return sent;
  };
}

function nameReader(errors: ParameterErrors): ValueReader {
  return (sent, name) => {
    if (typeof sent !== "string" || sent.length > NAME_LENGTH_MAX) throw errors.wrong(name);
    return sent.toUpperCase();
  };
}

function namesReader(itemsMax: number, errors: ParameterErrors): ValueReader {
  const readName = nameReader(errors);
  return (sent, name) => {
    if (typeof sent !== "string" && !Array.isArray(sent)) throw errors.wrong(name);
    const parts = typeof sent === "string" ? sent.split(",", itemsMax + 1) : sent;
    if (parts.length > itemsMax) throw errors.tooMany(name, itemsMax);
    const read = parts.map((part) => {
      if (typeof part !== "string") throw errors.wrong(name);
      return readName(part.trim(), name);
    });
    return read.filter((part) => part !== "");
  };
}

/** Throws for every value that is not harmless: the request asks for something else. */
function refusedReader(
  { advice, harmless }: FieldReading & { kind: "refused" },
  errors: ParameterErrors,
): ValueReader {
  return (sent, name) => {
    const text = typeof sent === "boolean" ? String(sent) : sent;
    if (typeof text === "string" && harmless.includes(text.toLowerCase())) return undefined;
    throw errors.wrong(`${name} (${advice})`);
  };
}

function idReader(errors: ParameterErrors): ValueReader {
  return (sent, name) => {
    if (typeof sent !== "string" || !/^\d{1,19}$/.test(sent)) throw errors.notAnId(name);
    return sent;
  };
}

function clientIdReader(
  rule: (typeof CLIENT_ID_RULES)[keyof typeof CLIENT_ID_RULES],
  errors: ParameterErrors,
): ValueReader {
  return (sent, name) => {
    if (typeof sent !== "string") throw errors.wrong(name);
    if (!rule.pattern.test(sent)) throw wireError("40305", rule.lengthMax);
    return sent;
  };
}
