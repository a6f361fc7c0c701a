import type { IncomingHttpHeaders } from "node:http";

/** Head of a request. */
export interface RequestHead {
  readonly method: "GET" | "POST";
  /** Path and query as received. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

/** A request that arrived whole, alone and in a plain form. */
export interface WholeRequest extends RequestHead {
  /** Bytes as received; undefined for a request without a body. */
  readonly body: Buffer | undefined;
}

/**
 * Result of reading the bytes of a connection: a request; `incomplete` while bytes are missing;
 * `other` for everything that is not one plain request, also for bytes that are not HTTP.
 */
export type Reading = WholeRequest | "incomplete" | "other";

/** Longest body of a plain request, in bytes. */
export const WHOLE_BODY_BYTES_MAX = 64 * 1024;

/** Spellings of header names remembered with their lower-case form. */
const NAMES_MAX = 256;
/** Longest header name that is remembered, in characters. */
const NAME_LENGTH_MAX = 64;

/** Names the parser to tools that follow asynchronous resources. */
const RESOURCE = Object.freeze({});
const NO_BYTES = Buffer.alloc(0);
const JSON_TYPE = "application/json";
const PLAIN_LENGTH = /^(?:0|[1-9]\d{0,6})$/;
const JSON_BODY = /^application\/json(?:; ?charset=utf-8)?$/i;
/** Headers that change how a message is read, or what happens to its connection. */
const SPECIAL_HEADERS: ReadonlySet<string> = new Set([
  ...["transfer-encoding", "expect", "upgrade", "trailer"],
]);
/** Stands for the name of a special header. */
const SPECIAL = "";

/** Constants and callbacks of the parser, of `llhttp`, that Node's own server uses. */
interface HttpParser {
  initialize(type: number, resource: object): void;
  /** Returns the number of bytes that were read, or the error that ended the reading. */
  execute(bytes: Buffer): number | Error;
  [callback: number]: (...parts: never[]) => number;
}
interface HttpParserClass {
  new (): HttpParser;
  readonly REQUEST: number;
  readonly kOnHeaders: number;
  readonly kOnHeadersComplete: number;
  readonly kOnBody: number;
  readonly kOnMessageComplete: number;
}
interface HttpCommon {
  readonly HTTPParser: HttpParserClass;
  readonly methods: readonly string[];
}

/** A request that the reader must read as it is, before it is trusted with others. */
const SAMPLE = Buffer.from(
  "POST /sample?a=1 HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n" +
    "Content-Length: 2\r\n\r\n{}",
);

/**
 * Reads requests with the parser of Node's own server. Each call starts it again at the first byte
 * of a message, so that nothing of one connection is left for another. Everything that the
 * framework and Node's server treat in a way of their own is `other`: repeated headers, chunked and
 * encoded bodies, `Expect`, upgrades, HTTP/1.0, closing connections, several messages.
 */
export class WholeRequestReader {
  readonly #parser: HttpParser;
  readonly #requestType: number;
  readonly #names = new Map<string, string>();
  #headers: IncomingHttpHeaders = {};
  #method: WholeRequest["method"] = "GET";
  #url = "";
  #body: Buffer | undefined;
  #messages = 0;
  #isComplete = false;
  #isOther = false;
  #isServed: (head: RequestHead) => boolean = () => true;

  private constructor({ HTTPParser, methods }: HttpCommon) {
    const parser = new HTTPParser();
    this.#parser = parser;
    this.#requestType = HTTPParser.REQUEST;
    const get = methods.indexOf("GET");
    const post = methods.indexOf("POST");
    // Headers come in parts when there are many of them.
    parser[HTTPParser.kOnHeaders] = () => this.#refuse();
    parser[HTTPParser.kOnHeadersComplete] = (
      major: number,
      minor: number,
      pairs: readonly string[] | undefined,
      method: number,
      url: string | undefined,
      _status: unknown,
      _statusText: unknown,
      isUpgrade: boolean,
      isKeptAlive: boolean,
    ) => {
      this.#messages += 1;
      const isPlain = major === 1 && minor === 1 && isKeptAlive && !isUpgrade;
      if (!isPlain || this.#messages > 1 || pairs === undefined || url === undefined) {
        return this.#refuse();
      }
      if (method !== get && method !== post) return this.#refuse();
      this.#method = method === get ? "GET" : "POST";
      this.#url = url;
      return this.#takeHeaders(pairs) && this.#isHeadServed() ? 0 : this.#refuse();
    };
    // All bytes of a body come at once, because they are read at once.
    parser[HTTPParser.kOnBody] = (bytes: Buffer) => {
      if (this.#body !== undefined) return this.#refuse();
      this.#body = bytes;
      return 0;
    };
    parser[HTTPParser.kOnMessageComplete] = () => {
      this.#isComplete = true;
      return 0;
    };
  }

  /**
   * Returns a reader; undefined where this version of Node has no such parser, or one that reads a
   * sample otherwise.
   */
  static open(): WholeRequestReader | undefined {
    const common: unknown = process.getBuiltinModule("_http_common");
    if (typeof common !== "object" || common === null || !("HTTPParser" in common)) return;
    try {
      const reader = new WholeRequestReader(common as HttpCommon);
      const { body, headers, method, url } = reader.read(SAMPLE, () => true) as WholeRequest;
      const isRead = method === "POST" && url === "/sample?a=1" && String(body) === "{}";
      const isPartRead = reader.read(SAMPLE.subarray(0, -1), () => true) === "incomplete";
      return isRead && isPartRead && headers.host === "x" ? reader : undefined;
    } catch {
      return undefined;
    }
  }

  /**
   * Reads all bytes that a connection has received since its last message. A request whose head is
   * not `isServed` is `other` before its body has arrived.
   */
  read(bytes: Buffer, isServed: (head: RequestHead) => boolean): Reading {
    this.#isServed = isServed;
    this.#body = undefined;
    this.#messages = 0;
    this.#isComplete = false;
    this.#isOther = false;
    this.#parser.initialize(this.#requestType, RESOURCE);
    const read = this.#parser.execute(bytes);
    if (read !== bytes.length || this.#isOther) return "other";
    return this.#isComplete ? this.#request() : "incomplete";
  }

  #isHeadServed(): boolean {
    return this.#isServed({ method: this.#method, url: this.#url, headers: this.#headers });
  }

  #request(): WholeRequest {
    const headers = this.#headers;
    const isBodiless = headers["content-type"] === undefined || this.#method === "GET";
    const body = this.#body ?? (isBodiless ? undefined : NO_BYTES);
    return { method: this.#method, url: this.#url, headers, body };
  }

  /** Marks the bytes as not one plain request; returns what the parser continues with. */
  #refuse(): number {
    this.#isOther = true;
    return 0;
  }

  /** Keeps the headers unless one of them is repeated or special. */
  #takeHeaders(pairs: readonly string[]): boolean {
    const headers: IncomingHttpHeaders = {};
    for (let index = 0; index < pairs.length; index += 2) {
      const name = this.#lowerCase(pairs[index] ?? "");
      // Also a name that every object has.
      if (name === SPECIAL || headers[name] !== undefined) return false;
      headers[name] = name === "set-cookie" ? [pairs[index + 1] ?? ""] : (pairs[index + 1] ?? "");
    }
    this.#headers = headers;
    const { connection, host } = headers;
    if (host === undefined) return false;
    if (connection !== undefined && connection.toLowerCase() !== "keep-alive") return false;
    return isPlainBody(this.#method, headers);
  }

  /** Returns a header name as it is compared; `SPECIAL` for special ones. */
  #lowerCase(name: string): string {
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    const lowered = name.toLowerCase();
    const lower = SPECIAL_HEADERS.has(lowered) ? SPECIAL : lowered;
    if (this.#names.size < NAMES_MAX && name.length <= NAME_LENGTH_MAX) {
      this.#names.set(name, lower);
    }
    return lower;
  }
}

function isPlainBody(method: WholeRequest["method"], headers: IncomingHttpHeaders): boolean {
  const { "content-length": length, "content-type": type } = headers;
  if (method === "GET") return length === undefined;
  if (type === undefined) return length === undefined || length === "0";
  if (length === undefined) return JSON_BODY.test(type);
  // Another spelling of the number, such as one with zeros before it, is left to Node's server.
  const isUsual = PLAIN_LENGTH.test(length) && Number(length) <= WHOLE_BODY_BYTES_MAX;
  return isUsual && (type === JSON_TYPE || JSON_BODY.test(type));
}
