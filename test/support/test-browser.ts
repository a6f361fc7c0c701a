import type { FastifyInstance } from "fastify";
import type { Realm } from "../../src/core/base/vocabulary.ts";
import type { TestAnswer } from "./test-answer.ts";

type Headers = Readonly<Record<string, string>>;

/** What a request has besides path and body. */
export interface BrowserOptions {
  readonly realm?: Realm;
  readonly headers?: Headers;
  /** Names of headers that are left out. */
  readonly without?: readonly string[];
  /** Address of the peer of the connection; loopback unless given. */
  readonly from?: string;
}

/** A browser that shows a page of the exchange: it keeps cookies, and sends what browsers send. */
export class TestBrowser {
  readonly #app: FastifyInstance;
  /** Cookies by name. */
  readonly cookies = new Map<string, string>();
  /** The values of `Set-Cookie` of the last answer. */
  stored: readonly string[] = [];

  constructor(app: FastifyInstance) {
    this.#app = app;
  }

  /** The header `Cookie` of a request. */
  get cookie(): string {
    return Array.from(this.cookies, ([name, value]) => `${name}=${value}`).join("; ");
  }

  get(path: string, options: BrowserOptions = {}): Promise<TestAnswer> {
    return this.#send("GET", path, undefined, options);
  }

  post(path: string, body: object = {}, options: BrowserOptions = {}): Promise<TestAnswer> {
    return this.#send("POST", path, JSON.stringify(body), options);
  }

  async #send(
    method: "GET" | "POST",
    url: string,
    payload: string | undefined,
    { from, headers: more = {}, realm, without = [] }: BrowserOptions,
  ): Promise<TestAnswer> {
    const sent: Record<string, string> = {
      ...{ host: "localhost:8080", "user-agent": "Firefox 150", "x-bourse-terminal": "1" },
      ...(method === "POST"
        ? { origin: "http://localhost:8080", "content-type": "application/json" }
        : {}),
      "sec-fetch-site": "same-origin",
      ...(this.cookies.size === 0 ? {} : { cookie: this.cookie }),
      ...(realm === "demo" ? { paptrading: "1" } : {}),
      ...more,
    };
    const headers = Object.fromEntries(
      Object.entries(sent).filter(([name]) => !without.includes(name)),
    );
    const body = payload === undefined ? {} : { payload };
    const peer = from === undefined ? {} : { remoteAddress: from };
    const reply = await this.#app.inject({ method, url, headers, ...body, ...peer });
    this.#store([reply.headers["set-cookie"] ?? []].flat());
    const { code, msg, data } = reply.json<{ code: string; msg: string; data: unknown }>();
    return { status: reply.statusCode, code, msg, data, headers: reply.headers };
  }

  #store(cookies: readonly string[]): void {
    this.stored = cookies;
    for (const cookie of cookies) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (cookie.includes("Max-Age=0")) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}
