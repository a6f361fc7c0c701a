/** Signed requests of the first users, one connection each, as a script of a client sends them. */
import type { ExchangeProcess } from "../../conformance/support/exchange-process.ts";
import { signedHeaders } from "../../support/signed-headers.ts";

export type SignedAnswer = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: { readonly code: string; readonly data: unknown };
};

/** `path` with its query; `body` makes it a POST. The user is the first of the classic ones. */
export async function signedRequest(
  exchange: ExchangeProcess,
  path: string,
  body?: object,
): Promise<SignedAnswer> {
  const [user] = exchange.credentials.users;
  if (user === undefined) throw new Error("the exchange has first users");
  const method = body === undefined ? "GET" : "POST";
  const text = body === undefined ? "" : JSON.stringify(body);
  const response = await fetch(`${exchange.address.baseUrl}${path}`, {
    method,
    headers: signedHeaders(user, { method, path, body: text }),
    ...(body === undefined ? {} : { body: text }),
  });
  const answer = (await response.json()) as SignedAnswer["body"];
  return { status: response.status, headers: response.headers, body: answer };
}

/** Places a spot order far from the market and answers its id. */
export async function restingOrder(exchange: ExchangeProcess): Promise<string> {
  const order = { symbol: "BTCUSDT", side: "buy", orderType: "limit", force: "gtc" };
  const terms = { ...order, price: "30000", size: "0.001" };
  const { body } = await signedRequest(exchange, "/api/v2/spot/trade/place-order", terms);
  if (body.code !== "00000") throw new Error(`an order is taken: ${JSON.stringify(body)}`);
  return (body.data as { orderId: string }).orderId;
}

/** Cancels it, so that it becomes a row of the history. */
export async function cancelled(exchange: ExchangeProcess, orderId: string): Promise<void> {
  const path = "/api/v2/spot/trade/cancel-order";
  const { body } = await signedRequest(exchange, path, { symbol: "BTCUSDT", orderId });
  if (body.code !== "00000") throw new Error(`a cancel is taken: ${JSON.stringify(body)}`);
}

/** Places orders and cancels them; answers their ids, newest first. */
export async function pastOrders(exchange: ExchangeProcess, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let made = 0; made < count; made++) {
    const id = await restingOrder(exchange);
    await cancelled(exchange, id);
    ids.unshift(id);
  }
  return ids;
}

/** What the history says of the orders that ended. */
export function readPast(exchange: ExchangeProcess): Promise<SignedAnswer> {
  return signedRequest(exchange, "/api/v2/spot/trade/history-orders?symbol=BTCUSDT&limit=100");
}

export function idsOf(answer: SignedAnswer): string[] {
  const rows = answer.body.data as readonly { readonly orderId: string }[];
  return rows.map(({ orderId }) => orderId);
}
