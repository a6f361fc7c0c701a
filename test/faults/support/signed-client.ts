/** A client that signs with the right time, whatever the clock of the server says. */
import type { ExchangeProcess } from "../../conformance/support/exchange-process.ts";
import { signedHeaders } from "../../support/signed-headers.ts";

export type Answer = {
  /** 0 when the client gave up or the connection broke. */
  readonly status: number;
  readonly code: string;
  readonly retryAfter: string | null;
  readonly data: Readonly<Record<string, unknown>>;
};

export type SpotOrder = {
  readonly clientOid: string;
  readonly side: "buy" | "sell";
  readonly size: string;
  readonly price: string;
  readonly force?: "gtc" | "ioc";
};

type Query = Readonly<Record<string, string>>;

const NO_ANSWER: Answer = { status: 0, code: "", retryAfter: null, data: {} };
const PATIENCE_MS = 30_000;

export class SignedClient {
  readonly #exchange: ExchangeProcess;
  readonly #user: string;

  constructor(exchange: ExchangeProcess, user = "classic") {
    this.#exchange = exchange;
    this.#user = user;
  }

  get(path: string, query: Query = {}, patienceMs = PATIENCE_MS): Promise<Answer> {
    const text = new URLSearchParams(query).toString();
    return this.#send({ method: "GET", path: text === "" ? path : `${path}?${text}` }, patienceMs);
  }

  post(path: string, body: object, patienceMs = PATIENCE_MS): Promise<Answer> {
    return this.#send({ method: "POST", path, body: JSON.stringify(body) }, patienceMs);
  }

  /** Places a v2 spot order on BTCUSDT. */
  place({ force = "gtc", ...terms }: SpotOrder, patienceMs?: number): Promise<Answer> {
    const order = { symbol: "BTCUSDT", orderType: "limit", force, ...terms };
    return this.post("/api/v2/spot/trade/place-order", order, patienceMs);
  }

  cancel(clientOid: string, patienceMs?: number): Promise<Answer> {
    const named = { symbol: "BTCUSDT", clientOid };
    return this.post("/api/v2/spot/trade/cancel-order", named, patienceMs);
  }

  /** Looks a v2 spot order up. */
  lookUp(clientOid: string, patienceMs?: number): Promise<Answer> {
    return this.get("/api/v2/spot/trade/orderInfo", { clientOid }, patienceMs);
  }

  async #send(
    request: { readonly method: string; readonly path: string; readonly body?: string },
    patienceMs: number,
  ): Promise<Answer> {
    const { body = "", method, path } = request;
    const { address, credentials } = this.#exchange;
    const key = credentials.users.find(({ name }) => name === this.#user);
    if (key === undefined) throw new RangeError(`a first user, got ${this.#user}`);
    try {
      const response = await fetch(`${address.baseUrl}${path}`, {
        method,
        headers: signedHeaders(key, { method, path, body }),
        ...(body === "" ? {} : { body }),
        signal: AbortSignal.timeout(patienceMs),
      });
      const { code, data } = (await response.json()) as Pick<Answer, "code" | "data">;
      const retryAfter = response.headers.get("retry-after");
      return { status: response.status, code, retryAfter, data };
    } catch {
      return NO_ANSWER;
    }
  }
}

/** The rows of an answer that lists. */
export function rowsOf({ data }: Answer): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(data) ? data : [];
}
