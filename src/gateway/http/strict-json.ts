/**
 * Value of a request. Numbers arrive as their source text, so that no amount passes through
 * floating point; 0.1 and "0.1" are the same afterwards.
 */
export type WireValue = string | boolean | null | readonly WireValue[] | WireObject;
export interface WireObject {
  readonly [name: string]: WireValue;
}

export function isWireObject(value: WireValue): value is WireObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Nesting depth of arrays and objects; correctness.md section 5. */
export const JSON_DEPTH_MAX = 8;
/** Longest number in characters, also with its exponent written out. */
export const JSON_NUMBER_LENGTH_MAX = 48;
/** Most members of one object; no endpoint has that many parameters. */
export const JSON_MEMBERS_MAX = 256;

/**
 * Fault: the text is not JSON, or is JSON that is refused: a duplicate key, `__proto__`, too deep,
 * …
 */
export class StrictJsonError extends Error {
  readonly code = "strict_json";
}

/** Slots of the known keys: a power of two, several times their number. */
const KEY_SLOTS = 4_096;

/** Names that stand in JSON as they are, and that an object may have as its own. */
const PLAIN_NAME = /^(?!__)[\w-]+$/;

/**
 * Names of members that requests may have. A key that is one of them needs no new string, and no
 * search for the string of the same text that objects share as their key.
 */
class KnownKeys {
  readonly #slots = new Array<string>(KEY_SLOTS).fill("");

  /** Adds a name; of two names with the same slot the later one is known. */
  add(name: string): void {
    if (PLAIN_NAME.test(name)) this.#slots[slotOf(name, 0, name.length)] = name;
  }

  /** Returns the known name that is the text from `start` to `end`, if there is one. */
  find(text: string, start: number, end: number): string | undefined {
    if (start === end) return undefined;
    const name = this.#slots[slotOf(text, start, end)] ?? "";
    return name.length === end - start && text.startsWith(name, start) ? name : undefined;
  }
}

/** Slot of a text that is not empty. */
function slotOf(text: string, start: number, end: number): number {
  const length = end - start;
  const first = text.charCodeAt(start);
  const middle = text.charCodeAt(start + (length >> 1));
  const last = text.charCodeAt(end - 1);
  return ((length * 31 + first) * 31 + middle * 7 + last) & (KEY_SLOTS - 1);
}

const KNOWN_KEYS = new KnownKeys();

/** Makes a name of the interface cheap to read as the key of an object. */
export function knowKey(name: string): void {
  KNOWN_KEYS.add(name);
}

const ASCII_MAX = 127;
const QUOTE = 34;
const BACKSLASH = 92;
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/**
 * Parses JSON text strictly: refuses duplicate keys, `__proto__`, nesting beyond `JSON_DEPTH_MAX`,
 * huge numbers and lone surrogates. Numbers become their source text, with the exponent written out
 * (1e-7 becomes 0.0000001). Throws `StrictJsonError`.
 */
export function parseStrictJson(text: string): WireValue {
  return new StrictJsonReader(text).read();
}

/** Longest part of a key in a message, in characters. */
const NAMED_KEY_LENGTH_MAX = 64;

class StrictJsonReader {
  readonly #text: string;
  #at = 0;
  /** Last key that was read; messages name it. */
  #key = "";

  constructor(text: string) {
    this.#text = text;
  }

  read(): WireValue {
    const value = this.#value(0);
    this.#skipSpace();
    if (this.#at !== this.#text.length) throw this.#fault("text after the value");
    return value;
  }

  #value(depth: number): WireValue {
    this.#skipSpace();
    switch (this.#text.charCodeAt(this.#at)) {
      case 123: // {
        return this.#object(depth + 1);
      case 91: // [
        return this.#array(depth + 1);
      case QUOTE:
        return this.#string();
      case 116: // t
        return this.#word("true", true);
      case 102: // f
        return this.#word("false", false);
      case 110: // n
        return this.#word("null", null);
      default:
        return this.#number();
    }
  }

  #object(depth: number): WireObject {
    if (depth > JSON_DEPTH_MAX) throw this.#fault("nested too deeply");
    const object: Record<string, WireValue> = {};
    let members = 0;
    this.#at += 1;
    this.#skipSpace();
    if (this.#text.charCodeAt(this.#at) === 125) {
      this.#at += 1;
      return object;
    }
    for (;;) {
      this.#skipSpace();
      if (this.#text.charCodeAt(this.#at) !== QUOTE) throw this.#fault("a key was expected");
      const key = this.#keyText();
      if (key === "__proto__") throw this.#fault("a forbidden key");
      this.#key = key;
      // Nearly all keys are found absent without a look at the prototype's names.
      if (object[key] !== undefined && Object.hasOwn(object, key)) {
        throw this.#fault(`a duplicate key${this.#namedKey()}`);
      }
      members += 1;
      if (members > JSON_MEMBERS_MAX) throw this.#fault("too many members");
      this.#skipSpace();
      if (this.#text.charCodeAt(this.#at) !== 58) throw this.#fault("a colon was expected");
      this.#at += 1;
      object[key] = this.#value(depth);
      if (this.#closes(125)) return object;
    }
  }

  #array(depth: number): readonly WireValue[] {
    if (depth > JSON_DEPTH_MAX) throw this.#fault("nested too deeply");
    const items: WireValue[] = [];
    this.#at += 1;
    this.#skipSpace();
    if (this.#text.charCodeAt(this.#at) === 93) {
      this.#at += 1;
      return items;
    }
    for (;;) {
      items.push(this.#value(depth));
      if (this.#closes(93)) return items;
    }
  }

  /**
   * Reads the delimiter after a member or item: returns true at the closing bracket, false after a
   * comma.
   */
  #closes(bracket: number): boolean {
    this.#skipSpace();
    const code = this.#text.charCodeAt(this.#at);
    if (code !== bracket && code !== 44) throw this.#fault("a comma or a bracket was expected");
    this.#at += 1;
    return code === bracket;
  }

  /** Reads a key; a name of the interface is compared where it stands instead of copied. */
  #keyText(): string {
    const text = this.#text;
    const start = this.#at + 1;
    const end = text.indexOf('"', start);
    const known = end < 0 ? undefined : KNOWN_KEYS.find(text, start, end);
    if (known === undefined) return this.#string();
    this.#at = end + 1;
    return known;
  }

  #string(): string {
    const text = this.#text;
    const start = this.#at + 1;
    let seen = 0;
    for (let at = start; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      seen |= code;
      if (code === QUOTE) {
        this.#at = at + 1;
        const value = text.slice(start, at);
        return seen <= ASCII_MAX ? value : this.#wellFormed(value);
      }
      if (code === BACKSLASH) return this.#escapedString(start, at);
      if (code < 32) throw this.#fault("a control character in a string");
    }
    throw this.#fault("a string without end");
  }

  #escapedString(start: number, firstEscape: number): string {
    const text = this.#text;
    let out = text.slice(start, firstEscape);
    for (let at = firstEscape; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        this.#at = at + 1;
        return this.#wellFormed(out);
      }
      if (code < 32) throw this.#fault("a control character in a string");
      if (code !== BACKSLASH) {
        out += text[at];
        continue;
      }
      at += 1;
      const escaped = text[at] ?? "";
      if (escaped === "u") {
        const hex = text.slice(at + 1, at + 5);
        if (!/^[0-9a-fA-F]{4}$/.test(hex)) throw this.#fault("a malformed escape");
        out += String.fromCharCode(Number.parseInt(hex, 16));
        at += 4;
      } else if (Object.hasOwn(ESCAPES, escaped)) {
        out += ESCAPES[escaped];
      } else {
        throw this.#fault("a malformed escape");
      }
    }
    throw this.#fault("a string without end");
  }

  #wellFormed(value: string): string {
    if (!value.isWellFormed()) throw this.#fault("a lone surrogate");
    return value;
  }

  #word<T>(word: string, value: T): T {
    if (!this.#text.startsWith(word, this.#at)) throw this.#fault("an unknown word");
    this.#at += word.length;
    return value;
  }

  #number(): string {
    NUMBER.lastIndex = this.#at;
    const found = NUMBER.exec(this.#text)?.[0];
    if (found === undefined) throw this.#fault("a value was expected");
    if (found.length > JSON_NUMBER_LENGTH_MAX)
      throw this.#fault(`a huge number${this.#namedKey(" for")}`);
    this.#at += found.length;
    const written = /[eE]/.test(found) ? writtenOut(found) : found;
    if (written.length > JSON_NUMBER_LENGTH_MAX)
      throw this.#fault(`a huge number${this.#namedKey(" for")}`);
    return written;
  }

  #skipSpace(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return;
      this.#at += 1;
    }
  }

  /** Returns the last key, quoted, behind a word; empty before the first key. */
  #namedKey(word = ""): string {
    if (this.#key === "") return "";
    return `${word} ${JSON.stringify(this.#key.slice(0, NAMED_KEY_LENGTH_MAX))}`;
  }

  #fault(what: string): StrictJsonError {
    return new StrictJsonError(`${what} at character ${this.#at}`);
  }
}

/**
 * Writes 1.25e-3 as 0.00125 by moving the point in the text; returns a text too long to be accepted
 * for a huge exponent.
 */
function writtenOut(number: string): string {
  const [mantissa = "", exponentText = "0"] = number.toLowerCase().split("e");
  const exponent = Number(exponentText);
  if (Math.abs(exponent) > JSON_NUMBER_LENGTH_MAX) return "9".repeat(JSON_NUMBER_LENGTH_MAX + 1);
  const sign = mantissa.startsWith("-") ? "-" : "";
  const [whole = "", fraction = ""] = mantissa.slice(sign.length).split(".");
  const digits = whole + fraction;
  const point = whole.length + exponent;
  const padded =
    point <= 0
      ? "0".repeat(1 - point) + digits
      : digits.padEnd(Math.max(point, digits.length), "0");
  const at = Math.max(point, 1);
  const integer = padded.slice(0, at).replace(/^0+(?=\d)/, "");
  const rest = padded.slice(at);
  return sign + integer + (rest === "" ? "" : `.${rest}`);
}
