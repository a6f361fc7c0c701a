/** The series of the metrics page stay within closed lists, whatever clients send. */
import { expect, it } from "vitest";
import { WebSocket } from "ws";
import { REJECTIONS } from "../../src/core/base/rejections.ts";
import { adminRequest } from "../support/admin-request.ts";
import { eventually } from "../support/eventually.ts";
import { type Sample, scrape } from "../support/metrics-page.ts";
import { signedHeaders } from "../support/signed-headers.ts";
import { type Key, openExchange } from "./support/conformance-exchange.ts";

const exchange = await openExchange();
const alice = await exchange.newUser(
  { kind: "classic", name: "alice" },
  { wallet: "spot", coin: "USDT", amount: "1000" },
);
/** Part of everything that is made up, so that it would be found in a label. */
const MARKER = "madeup";
const INVENTED_PER_ROUND = 20;

/** Waits for the end of an answer, whatever it is. */
async function sent(path: string, init: RequestInit = {}): Promise<void> {
  const response = await fetch(exchange.baseUrl + path, init);
  await response.arrayBuffer();
}

async function sendOrder(key: Key, body: object): Promise<void> {
  const path = "/api/v2/spot/trade/place-order";
  const text = JSON.stringify(body);
  const headers = signedHeaders(key, { method: "POST", path, body: text });
  await sent(path, { method: "POST", headers, body: text });
}

/** Requests with a word of the client in each place that could become a label. */
async function sendInvented(word: string): Promise<void> {
  const order = { side: "buy", orderType: "limit", force: "gtc", price: "60000", size: "0.01" };
  await sent(`/${word}`);
  await sent(`/api/v2/${word}/${word}?${word}=${word}`, { method: "DELETE" });
  await sent(`/api/v2/spot/market/tickers?symbol=${word.toUpperCase()}`);
  await sent(`/api/v3/market/tickers?category=${word}&symbol=${word}`);
  await sent("/health/ready", { headers: { "x-request-id": word, "user-agent": word } });
  await sendOrder(alice, { ...order, symbol: word.toUpperCase(), clientOid: word });
  await sendOrder(alice, { ...order, symbol: "BTCUSDT", size: "1", clientOid: word });
  await sendOrder({ ...alice, apiKey: `bg_${word}` }, order);
  await sendOrder({ ...alice, passphrase: word }, order);
  const { credentials } = exchange;
  await adminRequest(credentials, "POST", `/${word}`, { [word]: word });
  await adminRequest(credentials, "PUT", `/users/${word}/review`, { isHeld: true });
  await adminRequest(credentials, "PUT", `/tokens/${word}`, { role: word });
  await adminRequest({ ...credentials, admin: { token: word } }, "DELETE", `/tokens/${word}`);
  await sendFrames(word);
}

function sendFrames(word: string): Promise<unknown> {
  const socket = new WebSocket(`${exchange.socketUrl}/v2/ws/public`);
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.once("open", () => {
    const args = [{ instType: word, channel: word, instId: word }];
    socket.send(JSON.stringify({ op: word, args }));
    socket.send(JSON.stringify({ op: "subscribe", args }));
    socket.close();
  });
  return closed;
}

async function round(number: number): Promise<readonly Sample[]> {
  for (let count = 0; count < INVENTED_PER_ROUND; count += 1) {
    await sendInvented(`${MARKER}${number}x${count}`);
  }
  const wrongTokens = (samples: readonly Sample[]): number =>
    samples.find(({ name }) => name === "bourse_admin_wrong_tokens_total")?.value ?? 0;
  return eventually("a page after all requests", async () => {
    const { samples } = await scrape(exchange);
    return wrongTokens(samples) >= (number + 1) * INVENTED_PER_ROUND ? samples : undefined;
  });
}

/** Names and labels of the exchange's own series. */
function seriesOf(samples: readonly Sample[]): string[] {
  return samples
    .filter(({ name }) => name.startsWith("bourse_"))
    .map(({ labels, name }) => `${name} ${JSON.stringify(labels)}`)
    .toSorted();
}

it("made-up paths, symbols, keys, tokens and frames add no series", async () => {
  const first = await round(0);
  const second = await round(1);
  const rejected = second.filter(({ name }) => name === "bourse_rejections_total");
  expect(rejected.length).toBeGreaterThan(0);
  for (const { labels } of rejected) expect(REJECTIONS).toContain(labels["reason"]);
  const acts = second.filter(({ name }) => name === "bourse_admin_acts_total");
  expect(acts.map(({ labels }) => labels["endpoint"])).toContain("PUT /tokens/:name");
  expect(seriesOf(second)).toEqual(seriesOf(first));
  expect(JSON.stringify(second).toLowerCase()).not.toContain(MARKER);
});
