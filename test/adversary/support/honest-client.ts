/** A user with a key, who sends one request at a time and measures how long each takes. */
import { Agent, type OutgoingHttpHeaders, request } from "node:http";
import { signedHeaders } from "../../support/signed-headers.ts";

type Key = { readonly apiKey: string; readonly secret: string; readonly passphrase: string };

export type Answer = {
  readonly status: number;
  readonly code: string;
  readonly tookMs: number;
};

export class HonestClient {
  readonly #baseUrl: string;
  readonly #key: Key;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(baseUrl: string, key: Key) {
    this.#baseUrl = baseUrl;
    this.#key = key;
  }

  /** Cancels an order that does not exist: the whole way of a command, and back. */
  cancel(): Promise<Answer> {
    const body = { symbol: "BTCUSDT", orderId: "1000000000000000001" };
    return this.#signed("POST", "/api/v2/spot/trade/cancel-order", JSON.stringify(body));
  }

  assets(): Promise<Answer> {
    return this.#signed("GET", "/api/v2/spot/account/assets", "");
  }

  /** On a connection of its own, as a monitor asks. */
  health(): Promise<Answer> {
    return this.#send({ method: "GET", path: "/health/ready", body: "", agent: false });
  }

  close(): void {
    this.#agent.destroy();
  }

  #signed(method: "GET" | "POST", path: string, body: string): Promise<Answer> {
    const headers = signedHeaders(this.#key, { method, path, body });
    return this.#send({ method, path, body, headers, agent: this.#agent });
  }

  #send(terms: {
    readonly method: string;
    readonly path: string;
    readonly body: string;
    readonly headers?: OutgoingHttpHeaders;
    readonly agent: Agent | false;
  }): Promise<Answer> {
    const { agent, body, headers = {}, method, path } = terms;
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const startedAtMs = performance.now();
    const sent = request(`${this.#baseUrl}${path}`, { method, headers, agent }, (response) => {
      let text = "";
      response.on("data", (chunk) => {
        text += String(chunk);
      });
      response.on("end", () => {
        const code = /"code":"(\w+)"/.exec(text)?.[1] ?? "";
        const tookMs = performance.now() - startedAtMs;
        resolve({ status: response.statusCode ?? 0, code, tookMs });
      });
    });
    sent.on("error", reject);
    sent.end(body);
    return promise;
  }
}

/** The value below which `share` of the values lie. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
