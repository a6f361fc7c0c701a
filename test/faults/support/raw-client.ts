/** A client that signs requests itself and gives up when it wants to. */
import { createHmac } from "node:crypto";
import type { Key } from "../../conformance/support/conformance-exchange.ts";

export type RawAnswer = {
  /** 0 when the client gave up or the connection broke. */
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly data: unknown;
};

export type RawOrder = {
  readonly clientOid: string;
  readonly side: "buy" | "sell";
  readonly size: string;
  readonly price: string;
  readonly force?: "gtc" | "ioc";
};

const NO_ANSWER: RawAnswer = { status: 0, code: "", message: "", data: null };

export class RawClient {
  readonly #baseUrl: string;
  readonly #key: Key;

  constructor(baseUrl: string, key: Key) {
    this.#baseUrl = baseUrl;
    this.#key = key;
  }

  /** Sends one request; gives up after `patienceMs`. */
  async send(
    method: "GET" | "POST",
    path: string,
    body?: object,
    patienceMs = 30_000,
  ): Promise<RawAnswer> {
    const text = body === undefined ? "" : JSON.stringify(body);
    const timestamp = String(Date.now());
    const signed = `${timestamp}${method}${path}${text}`;
    const { apiKey, passphrase, secret } = this.#key;
    try {
      const response = await fetch(`${this.#baseUrl}${path}`, {
        method,
        headers: {
          "ACCESS-KEY": apiKey,
          "ACCESS-SIGN": createHmac("sha256", secret).update(signed).digest("base64"),
          "ACCESS-TIMESTAMP": timestamp,
          "ACCESS-PASSPHRASE": passphrase,
          "content-type": "application/json",
        },
        ...(body === undefined ? {} : { body: text }),
        signal: AbortSignal.timeout(patienceMs),
      });
      const answer = (await response.json()) as { code: string; msg: string; data: unknown };
      return { status: response.status, code: answer.code, message: answer.msg, data: answer.data };
    } catch {
      return NO_ANSWER;
    }
  }

  /** Places a v2 spot order on BTCUSDT. */
  place(order: RawOrder, patienceMs?: number): Promise<RawAnswer> {
    const { force = "gtc", ...terms } = order;
    const body = { symbol: "BTCUSDT", orderType: "limit", force, ...terms };
    return this.send("POST", "/api/v2/spot/trade/place-order", body, patienceMs);
  }

  /** Looks a v2 spot order up by its client id. */
  async lookUp(clientOid: string, patienceMs?: number): Promise<RawAnswer> {
    const path = `/api/v2/spot/trade/orderInfo?clientOid=${clientOid}`;
    return this.send("GET", path, undefined, patienceMs);
  }

  cancel(clientOid: string, patienceMs?: number): Promise<RawAnswer> {
    const body = { symbol: "BTCUSDT", clientOid };
    return this.send("POST", "/api/v2/spot/trade/cancel-order", body, patienceMs);
  }
}

/** The rows of an answer that lists. */
export function rowsOf(answer: RawAnswer): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(answer.data) ? answer.data : [];
}
