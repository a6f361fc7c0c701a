import { type Static, type TSchema, type TUnsafe, Type } from "typebox";
import {
  FUTURES_CATEGORIES,
  type FuturesCategory,
  PRODUCT_TYPES,
  type ProductType,
} from "../../wire/words/categories.ts";
import type { WireObject } from "./strict-json.ts";
import type { WireError } from "./wire-error.ts";

/**
 * Building blocks of request schemas. Each is a TypeBox schema whose static type is the value that
 * the handler receives: an enumeration in its own spelling, a word as core spells it, a limit as a
 * number with its default filled in, yes/no as a boolean, a decimal as unchanged text.
 * `request-reader.ts` reads by the keyword `x-reads`; the rest is JSON Schema for the reference
 * page.
 *
 * Clients may send numbers or strings; an absent, null or empty value counts as not sent.
 */

/** Longest free text of a parameter, in characters, unless the field has another limit. */
export const TEXT_LENGTH_MAX = 256;
/** Digits before and after the point of a decimal; no listed instrument or coin has more. */
export const DECIMAL_DIGITS_MAX = 24;
/** Longest symbol or coin name in characters. */
export const NAME_LENGTH_MAX = 40;

/** Reading of a field; the value of `x-reads` in its schema. */
export type FieldReading =
  | { readonly kind: "decimal"; readonly negative: boolean }
  | {
      readonly kind: "enumeration";
      readonly values: readonly string[];
      /** Value for the handler by sent value; the sent value itself without a table. */
      readonly meanings?: Readonly<Record<string, string>>;
    }
  | {
      readonly kind: "integer";
      readonly min: number;
      readonly max: number;
      /** Whether a larger value counts as `max`. */
      readonly clamp: boolean;
      /** Rows of a page that names no number; only of a page limit. */
      readonly pageRows?: number;
    }
  | { readonly kind: "yes_no" }
  | { readonly kind: "text"; readonly lengthMax: number; readonly pattern: string | undefined }
  | { readonly kind: "name" }
  | { readonly kind: "id" }
  | { readonly kind: "client_id"; readonly rule: ClientIdRule }
  | { readonly kind: "names"; readonly itemsMax: number }
  | { readonly kind: "refused"; readonly advice: string; readonly harmless: readonly string[] }
  | { readonly kind: "batch"; readonly itemsMax: number; readonly tooMany: TooManyCode };

type ClientIdRule = "v2" | "v3";
type TooManyCode = "40058" | "40306" | "40912";

interface About {
  readonly description?: string;
}

function field<T>(reads: FieldReading, schema: object): TUnsafe<T> {
  return Type.Unsafe<T>({ ...schema, "x-reads": reads });
}

/**
 * Decimal number as text: `0`, `12`, `0.001`. Not below zero unless `negative`. The handler gets
 * the source text; the money module of core converts it to ticks, lots or atoms.
 */
export function decimal(options: About & { negative?: boolean } = {}): TUnsafe<string> {
  const { negative = false, ...about } = options;
  const digits = `\\d{1,${DECIMAL_DIGITS_MAX}}`;
  return field(
    { kind: "decimal", negative },
    { type: "string", format: "decimal", pattern: `^-?${digits}(\\.${digits})?$`, ...about },
  );
}

/** One of `values`, compared without regard to case; the handler gets the spelling in `values`. */
export function enumeration<const V extends string>(
  values: readonly V[],
  options: About & { default?: NoInfer<V> } = {},
): TUnsafe<V> {
  return field({ kind: "enumeration", values }, { type: "string", enum: values, ...options });
}

/**
 * One wire word of a table from words of the core, compared without regard to case; the handler
 * gets the word of the core, the first where several have one wire word.
 */
export function word<C extends string>(
  words: Readonly<Record<C, string>>,
  options: About & { default?: NoInfer<C> } = {},
): TUnsafe<C> {
  const { default: standard, ...about } = options;
  const entries = Object.entries<string>(words);
  const values = [...new Set(entries.map(([, value]) => value))];
  const meanings = Object.fromEntries(entries.map(([core, value]) => [value, core]).reverse());
  const schema = { type: "string", enum: values, ...about };
  return field(
    { kind: "enumeration", values, meanings },
    standard === undefined ? schema : { ...schema, default: words[standard] },
  );
}

/** Unix milliseconds; the handler gets a number. */
export function timestampMs(options: About = {}): TUnsafe<number> {
  return field(
    { kind: "integer", min: 0, max: 9_999_999_999_999, clamp: false },
    { type: "string", format: "unix-ms", pattern: "^\\d{1,13}$", ...options },
  );
}

/** A whole number between `min` and `max`; the handler gets a number. */
export function integer(
  options: About & { min: number; max: number; default?: number },
): TUnsafe<number> {
  const { min, max, ...rest } = options;
  return field(
    { kind: "integer", min, max, clamp: false },
    { type: "string", format: "integer", minimum: min, maximum: max, ...rest },
  );
}

/**
 * Rows of a page: `default` when not sent, from 1 to `max`. On v2 a larger value counts as `max`
 * and 0 as `default` (decision 0064); on v3 both are errors, except that with `clamp`, which lists
 * with a cursor have, a larger value counts as `max`.
 */
export function limit(
  options: About & { default: number; max: number; clamp?: boolean },
): TUnsafe<number> {
  const { max, clamp = false, ...rest } = options;
  return field(
    { kind: "integer", min: 1, max, clamp, pageRows: rest.default },
    { type: "string", format: "integer", minimum: 1, maximum: max, ...rest },
  );
}

/** yes/no, YES/NO, true/false as text or JSON boolean; the handler gets a boolean. */
export function yesNo(options: About & { default?: boolean } = {}): TUnsafe<boolean> {
  return field({ kind: "yes_no" }, { type: "string", enum: ["yes", "no"], ...options });
}

/** Free text, at most `lengthMax` characters, matching `pattern` when there is one. */
export function text(
  options: About & { lengthMax?: number; pattern?: string } = {},
): TUnsafe<string> {
  const { lengthMax = TEXT_LENGTH_MAX, pattern, ...about } = options;
  const schema = { type: "string", maxLength: lengthMax, ...about };
  return field(
    { kind: "text", lengthMax, pattern },
    pattern === undefined ? schema : { ...schema, pattern },
  );
}

/** A trading pair or contract, such as BTCUSDT; the handler gets it in upper case. */
export function symbol(options: About = {}): TUnsafe<string> {
  return field({ kind: "name" }, { type: "string", maxLength: NAME_LENGTH_MAX, ...options });
}

/** A currency, such as USDT; the handler gets it in upper case. */
export function coin(options: About = {}): TUnsafe<string> {
  return field({ kind: "name" }, { type: "string", maxLength: NAME_LENGTH_MAX, ...options });
}

/** Several names in one parameter, separated by commas or as a list; handlers get upper case. */
export function names(options: About & { itemsMax: number }): TUnsafe<readonly string[]> {
  const { itemsMax, ...about } = options;
  return field({ kind: "names", itemsMax }, { type: "string", ...about });
}

/**
 * A field that the endpoint refuses with `advice` instead of ignoring it, unless its value is one
 * of `harmless` (lower case). The handler never gets it.
 */
export function refused(options: { advice: string; harmless: readonly string[] }) {
  const description = `Refused: ${options.advice}`;
  return Type.Optional(field<undefined>({ kind: "refused", ...options }, { description }));
}

/** Id issued by the exchange: at most 19 decimal digits; compare as `BigInt`. */
export function id(options: About = {}): TUnsafe<string> {
  return field({ kind: "id" }, { type: "string", pattern: "^\\d{1,19}$", ...options });
}

/** The client's own order id on v2: up to 64 letters, digits and - + _ # (rest-v2.md). */
export function clientOidV2(options: About = {}): TUnsafe<string> {
  return field({ kind: "client_id", rule: "v2" }, { type: "string", maxLength: 64, ...options });
}

/** The client's own order id on v3: up to 32 characters (specification, v3 trade). */
export function clientOidV3(options: About = {}): TUnsafe<string> {
  return field({ kind: "client_id", rule: "v3" }, { type: "string", maxLength: 32, ...options });
}

/** Product line of v2 futures endpoints, the three symbol-demo lines included. */
export function productType(options: About & { default?: ProductType } = {}): TUnsafe<ProductType> {
  return enumeration(PRODUCT_TYPES, options);
}

export type Category = "SPOT" | "MARGIN" | FuturesCategory;
export const CATEGORIES: readonly Category[] = ["SPOT", "MARGIN", ...FUTURES_CATEGORIES];

/** Product category of v3 endpoints; an endpoint that accepts fewer names them. */
export function category<const C extends Category = Category>(
  values: readonly C[] = CATEGORIES as readonly C[],
  options: About & { default?: NoInfer<C> } = {},
): TUnsafe<C> {
  return enumeration(values, options);
}

/** Item of a batch: its value, or the error of reading it; `sent` holds the values as sent. */
export type BatchItem<T> =
  | { readonly value: T; readonly error: undefined; readonly sent: WireObject }
  | { readonly value: undefined; readonly error: WireError; readonly sent: WireObject };

/**
 * Batch with partial success: 1 to `itemsMax` items, each read independently, so that a faulty item
 * is reported at its index and the others are executed. `tooMany` is the code of a longer batch.
 */
export function batchOf<S extends TSchema>(
  item: S,
  options: About & { itemsMax: number; tooMany?: TooManyCode },
): TUnsafe<readonly BatchItem<Static<S>>[]> {
  const { itemsMax, tooMany = "40058", ...about } = options;
  return field(
    { kind: "batch", itemsMax, tooMany },
    { type: "array", items: item, minItems: 1, maxItems: itemsMax, ...about },
  );
}
