/** A client that signs with the right time, whatever the clock of the server says. */
import { createHmac } from "node:crypto";
import type { ExchangeProcess } from "../../conformance/support/exchange-process.ts";

export type Answer = {
  readonly status: number;
  readonly code: string;
  readonly retryAfter: string | null;
  readonly data: Readonly<Record<string, unknown>>;
};

type Query = Readonly<Record<string, string>>;

export class SignedClient {
  readonly #exchange: ExchangeProcess;
  readonly #user: string;

  constructor(exchange: ExchangeProcess, user = "classic") {
    this.#exchange = exchange;
    this.#user = user;
  }

  get(path: string, query: Query = {}): Promise<Answer> {
    const text = new URLSearchParams(query).toString();
    return this.#send("GET", text === "" ? path : `${path}?${text}`, "");
  }

  post(path: string, body: object): Promise<Answer> {
    return this.#send("POST", path, JSON.stringify(body));
  }

  async #send(method: string, path: string, body: string): Promise<Answer> {
    const { address, credentials } = this.#exchange;
    const key = credentials.users.find(({ name }) => name === this.#user);
    if (key === undefined) throw new RangeError(`a first user, got ${this.#user}`);
    const timestamp = String(Date.now());
    const sign = createHmac("sha256", key.secret).update(timestamp + method + path + body);
    const response = await fetch(`${address.baseUrl}${path}`, {
      method,
      headers: {
        "access-key": key.apiKey,
        "access-sign": sign.digest("base64"),
        "access-timestamp": timestamp,
        "access-passphrase": key.passphrase,
        "content-type": "application/json",
      },
      ...(body === "" ? {} : { body }),
    });
    const { code, data } = (await response.json()) as Pick<Answer, "code" | "data">;
    const retryAfter = response.headers.get("retry-after");
    return { status: response.status, code, retryAfter, data };
  }
}
