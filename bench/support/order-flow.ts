/**
 * The orders that REST and WebSocket benchmarks place: in fives, four small sells that rest at
 * different prices and one buy that takes as much. What rests stays little however long it runs.
 */
import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import type { Key } from "./server.ts";

const GROUP = 5;
const PRICES = 20;
const TICK = 0.01;
const LOT = 0.0001;

export const FLOW_SYMBOL = "BTCUSDT";
/** For the report. */
export const FLOW_MIX = {
  symbol: FLOW_SYMBOL,
  category: "SPOT",
  restingShare: (GROUP - 1) / GROUP,
  crossingShare: 1 / GROUP,
} as const;

export class OrderFlow {
  readonly #base: number;
  #count = 0;

  /** `price` is one that the exchange's price bands allow. */
  constructor(price: number) {
    this.#base = price;
  }

  /** The members of the next order, as JSON without braces. */
  next(): string {
    const count = this.#count++;
    const isTaker = count % GROUP === GROUP - 1;
    const offset = isTaker ? PRICES : 1 + (count % PRICES);
    const price = (this.#base + offset * TICK).toFixed(2);
    const qty = ((isTaker ? GROUP - 1 : 1) * LOT).toFixed(4);
    return (
      `"category":"SPOT","symbol":"${FLOW_SYMBOL}","side":"${isTaker ? "buy" : "sell"}",` +
      `"orderType":"limit","qty":"${qty}","price":"${price}","timeInForce":"gtc",` +
      `"stpMode":"none","clientOid":"b${count.toString(36)}"`
    );
  }
}

/**
 * Members of an order that rests above all orders of the flow, at a price of its own; `price` as
 * for the flow.
 */
export function restingOrder(price: number, index: number): string {
  return (
    `"category":"SPOT","symbol":"${FLOW_SYMBOL}","side":"sell","orderType":"limit",` +
    `"qty":"${LOT}","price":"${(price + (2 * PRICES + index) * TICK).toFixed(2)}",` +
    `"timeInForce":"gtc","stpMode":"none","clientOid":"r${index}"`
  );
}

/** Signs as clients do: HMAC-SHA256 over time, method, path and body. */
export class Signer {
  readonly #key: Key;
  readonly #secret: KeyObject;

  constructor(key: Key) {
    this.#key = key;
    this.#secret = createSecretKey(Buffer.from(key.secret));
  }

  #sign(text: string): string {
    return createHmac("sha256", this.#secret).update(text).digest("base64");
  }

  /** A whole HTTP request. */
  post(path: string, body: string): string {
    const timestamp = String(Date.now());
    const sign = this.#sign(`${timestamp}POST${path}${body}`);
    return (
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nACCESS-KEY: ${this.#key.apiKey}\r\n` +
      `ACCESS-SIGN: ${sign}\r\nACCESS-TIMESTAMP: ${timestamp}\r\n` +
      `ACCESS-PASSPHRASE: ${this.#key.passphrase}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${body.length}\r\n\r\n${body}`
    );
  }

  /** A whole HTTP request for a signed read; `target` is path and query. */
  get(target: string): string {
    const timestamp = String(Date.now());
    return (
      `GET ${target} HTTP/1.1\r\nHost: localhost\r\nACCESS-KEY: ${this.#key.apiKey}\r\n` +
      `ACCESS-SIGN: ${this.#sign(`${timestamp}GET${target}`)}\r\n` +
      `ACCESS-TIMESTAMP: ${timestamp}\r\nACCESS-PASSPHRASE: ${this.#key.passphrase}\r\n\r\n`
    );
  }

  /** A WebSocket login. */
  login(): string {
    const { apiKey, passphrase } = this.#key;
    const timestamp = String(Date.now());
    const sign = this.#sign(`${timestamp}GET/user/verify`);
    return JSON.stringify({ op: "login", args: [{ apiKey, passphrase, timestamp, sign }] });
  }
}
