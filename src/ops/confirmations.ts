/** Confirmations of dangerous requests: texts that only the exchange can make. */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** Time in ms for which a request can be confirmed. */
export const CONFIRMATION_MS = 300_000;

/** A request as it must be repeated. */
export interface ConfirmedRequest {
  readonly actor: string;
  readonly method: string;
  readonly url: string;
  /** Body without its confirmation. */
  readonly body: unknown;
}

/** Makes and checks confirmations. They end with the process. */
export class Confirmations {
  readonly #key = randomBytes(32);
  readonly #nowMs: () => number;

  /** `nowMs` is a monotonic clock. */
  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Returns the text that confirms the request. */
  textFor(request: ConfirmedRequest): string {
    return this.#textAt(request, Math.floor(this.#nowMs()));
  }

  /** Whether a text confirms the same request of the same person, and is not too old. */
  confirms(text: string, request: ConfirmedRequest): boolean {
    const madeAtMs = Number.parseInt(text.split(".")[0] ?? "", 36);
    const ageMs = this.#nowMs() - madeAtMs;
    if (!(ageMs >= -1 && ageMs <= CONFIRMATION_MS)) return false;
    const [given, expected] = [Buffer.from(text), Buffer.from(this.#textAt(request, madeAtMs))];
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  #textAt({ actor, body, method, url }: ConfirmedRequest, madeAtMs: number): string {
    const signed = JSON.stringify([actor, method, url, body, madeAtMs]);
    const code = createHmac("sha256", this.#key).update(signed).digest("base64url");
    return `${madeAtMs.toString(36)}.${code}`;
  }
}
