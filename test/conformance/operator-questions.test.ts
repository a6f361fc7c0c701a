/** The questions of docs/questions.md, each answered by its documented call. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import type { AdminMethod } from "../support/admin-request.ts";
import { eventually } from "../support/eventually.ts";
import { restV2 } from "./support/bitget-api-clients.ts";
import { type Key, openExchange } from "./support/conformance-exchange.ts";
import { USDT_PERPETUAL } from "./support/products.ts";

type Row = Readonly<Record<string, unknown>>;
type Question = {
  readonly text: string;
  readonly method: AdminMethod;
  readonly path: string;
  readonly body: object | undefined;
};

const PAGE = readFileSync(join(import.meta.dirname, "../../docs/questions.md"), "utf8");
const QUESTIONS: readonly Question[] = [
  ...PAGE.matchAll(/^\| (.+\?) \| `(GET|POST) (\S+)`(?: with `(.+)`)? \|$/gm),
].map(([, text = "", method = "", path = "", body]) => ({
  ...{ text, method: method as AdminMethod, path },
  body: body === undefined ? undefined : (JSON.parse(body) as object),
}));

const SPOT = { symbol: "BTCUSDT", category: "spot", realm: "live" } as const;
const DAY = new Date().toISOString().slice(0, 10);

const exchange = await openExchange();
let alice: Key;
let orderId = "";
let requestId = "";

/** Calls the administrative interface as the person called eva; answers the request id. */
async function asEva(token: string, method: AdminMethod, path: string, body: object) {
  const response = await fetch(`${exchange.baseUrl}/admin/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "x-reason": "ticket 7: suspicious",
    },
    body: JSON.stringify(body),
  });
  expect(response.status, await response.text()).toBe(200);
  return response.headers.get("x-request-id") ?? "";
}

/** Carol is liquidated by a fall of the price; the insurance fund takes part. */
async function liquidate(bob: ReturnType<typeof restV2>): Promise<void> {
  const { marginCoin, productType, symbol } = USDT_PERPETUAL;
  const order = { productType, symbol, marginCoin, size: "0.1", orderType: "limit" } as const;
  const terms = { ...order, marginMode: "crossed", force: "gtc" } as const;
  await bob.futuresSubmitOrder({ ...terms, side: "sell", price: "60000" });
  await restV2(exchange, alice).futuresSubmitOrder({ ...terms, side: "buy", price: "60000" });
  await bob.futuresSubmitOrder({ ...terms, side: "buy", price: "56200" });
  const contract = { realm: "live", category: "usdt_futures", symbol } as const;
  await exchange.setIndexPrice(contract, "56200");
  await eventually("the liquidation", async () => {
    const { liquidations } = await exchange.admin<{ liquidations: Row[] }>(
      "GET",
      `/users/${alice.uid}/liquidations`,
    );
    return liquidations.find(({ state }) => state !== "open");
  });
}

beforeAll(async () => {
  await exchange.setIndexPrices();
  const money = { wallet: "usdt_futures", coin: "USDT", amount: "400" } as const;
  alice = await exchange.newUser({ kind: "classic", name: "alice" }, money);
  const dave = restV2(exchange, await exchange.newUser({ kind: "classic", name: "dave" }, money));
  const spotMoney = { wallet: "spot", coin: "USDT", amount: "100000" };
  await exchange.admin("POST", `/users/${alice.uid}/credits`, spotMoney);
  const bob = restV2(exchange, await exchange.counterparty());
  await liquidate(bob);
  const { marginCoin, productType, symbol } = USDT_PERPETUAL;
  const contract = { productType, symbol, marginCoin, size: "0.05", orderType: "limit" } as const;
  const terms = { ...contract, marginMode: "crossed", force: "gtc", price: "56200" } as const;
  await bob.futuresSubmitOrder({ ...terms, side: "sell" });
  await dave.futuresSubmitOrder({ ...terms, side: "buy" });
  const spot = { symbol: "BTCUSDT", orderType: "limit", force: "gtc", size: "0.2" } as const;
  const client = restV2(exchange, alice);
  orderId = (await client.spotSubmitOrder({ ...spot, side: "buy", price: "60000" })).data.orderId;
  await bob.spotSubmitOrder({ ...spot, side: "sell", price: "60000", size: "0.1" });
  const { token } = await exchange.admin<{ token: string }>("PUT", "/tokens/eva", { role: "all" });
  const freezes = { trading: true, transfersOut: false, withdrawals: false, login: false };
  requestId = await asEva(token, "PUT", `/users/${alice.uid}/freezes`, freezes);
  await asEva(token, "PUT", "/fees/instruments", { ...SPOT, maker: "0.0005", taker: "0.0008" });
  await exchange.admin("POST", "/instruments/halt", { ...SPOT, symbol: "ETHUSDT" });
});

/** What the answers to the questions contain. */
const ANSWERS: Readonly<Record<string, () => unknown>> = {
  "Who is this user?": () => ({ uid: alice.uid, name: "alice", freezes: ["trading"] }),
  "Which user has this key, uid or name?": () => ({ users: [{ uid: alice.uid }] }),
  "What does the user hold?": () =>
    expect.arrayContaining([expect.objectContaining({ wallet: "spot", coin: "BTC" })]),
  "Which positions has the user, and how near is each to its liquidation?": () => [],
  "Which keys has the user, with which rights, and when was each last used?": () => [
    { apiKey: alice.apiKey, lastUse: { address: "127.0.0.1" } },
  ],
  "Is the user connected now, and from where?": () => [],
  "Why was the order cancelled, and who did it?": () => ({
    ...{ uid: alice.uid, orderId, close: { reason: "operator_cancelled" } },
    act: { actor: "eva", reason: "ticket 7: suspicious" },
  }),
  "Which key placed the order, and which ended it?": () => ({
    placedBy: { command: "place_order", sender: "key", apiKey: alice.apiKey },
    closedBy: { command: "set_user_freezes", sender: "operator", apiKey: "", requestId },
  }),
  "At which prices and fees did the order fill?": () => ({
    fills: [{ orderId, price: "60000", fee: "0.0001", feeCoin: "BTC" }],
  }),
  "Why was the user liquidated, who took the position or the coins, and who bore a loss?": () => ({
    liquidations: [{ parts: [{ symbol: "BTCUSDT", side: "long", size: "0.1", taker: "book" }] }],
  }),
  "What did an insurance fund receive and pay, and for which users?": () => ({
    movements: [{ uid: alice.uid, coin: "USDT", isAgent: false }],
  }),
  "Where did the user's money come from, and where did it go on a day?": () => ({
    days: [{ day: DAY, accounts: expect.arrayContaining([expect.anything()]) }],
  }),
  "Which accounts paid and received each movement of the user's money?": () => ({
    bills: [
      {
        ...{ kind: "buy", coin: "BTC", amount: "0.1", fee: "0.0001" },
        counterAccounts: [
          { uid: "", wallet: "clearing", amount: "-0.1" },
          { uid: "", wallet: "fees", amount: "0.0001" },
        ],
      },
    ],
  }),
  "What did the exchange earn on a day?": () => ({
    days: [
      {
        day: DAY,
        accounts: expect.arrayContaining([
          expect.objectContaining({ wallet: "fees", coin: "USDT" }),
        ]),
      },
    ],
  }),
  "Who changed the fees of a market, when and why?": () => ({
    acts: [{ actor: "eva", reason: "ticket 7: suspicious", fields: { takerRateE6: "0.0008" } }],
  }),
  "What did a person of ours do?": () => ({
    acts: [{ command: "set_market_fees" }, { command: "set_user_freezes" }],
  }),
  "What did a request change?": () => ({
    acts: [{ command: "set_user_freezes", uid: alice.uid, requestId }],
  }),
  "Who froze the user, and why?": () => ({
    acts: expect.arrayContaining([
      expect.objectContaining({ command: "set_user_freezes", actor: "eva" }),
    ]),
  }),
  "Which fees does the user pay?": () => ({ uid: alice.uid, level: 0 }),
  "Which markets are not open?": () => [{ symbol: "ETHUSDT", category: "spot" }],
  "Which coins are listed, and where is each used?": () =>
    expect.arrayContaining([
      expect.objectContaining({ code: "BTC", decimals: 8, chains: ["BTC", "LIGHTNING"] }),
    ]),
  "Which markets were listed and are not open yet?": () => [],
  "What can be set of a market, and what is set?": () =>
    expect.arrayContaining([
      expect.objectContaining({ symbol: "BTCUSDT", fees: { maker: "0.0002", taker: "0.0006" } }),
    ]),
  "Who has the largest positions?": () => [{ share: "1.0000" }, { share: "1.0000" }],
  "Who is nearest to a liquidation?": () => [{ side: "long", size: "0.05" }, { side: "short" }],
  "How is the open interest concentrated?": () =>
    expect.arrayContaining([
      expect.objectContaining({ symbol: "BTCUSDT", longs: 1, fiveShortsShare: "1.0000" }),
    ]),
  "Whose positions would be deleveraged first?": () => ({
    holders: 1,
    queue: [{ place: 1, side: "long" }],
  }),
  "What would a fall of all prices by 10 % liquidate, and what would it cost the funds?": () => ({
    liquidatedUsers: 0,
    insuranceUsd: expect.any(String),
  }),
  "Is every coin accounted for?": () => ({ holds: true }),
  "Which withdrawals wait for us?": () => expect.anything(),
  "Which accounts belong together?": () => expect.anything(),
  "Who has access to the admin API, with which rights?": () => [{ name: "eva", role: "all" }],
};

it("every question has an expected answer, and the other way round", () => {
  expect(QUESTIONS.length).toBeGreaterThanOrEqual(20);
  expect(QUESTIONS.map(({ text }) => text)).toEqual(Object.keys(ANSWERS));
  expect(PAGE.match(/^\| .+ \|$/gm)).toHaveLength(QUESTIONS.length + 1);
});

it.each(QUESTIONS)("$text", async ({ body, method, path, text }) => {
  const named = path
    .replaceAll("ORDERID", orderId)
    .replaceAll("REQUESTID", requestId)
    .replaceAll("UID", alice.uid)
    .replaceAll("NAME", "alice")
    .replaceAll("DAY", DAY);
  const expected = ANSWERS[text]?.();
  const answer = await exchange.admin<object>(method, `/${named}`, body);
  const isMatcher = typeof (expected as { asymmetricMatch?: unknown }).asymmetricMatch;
  if (isMatcher === "function") expect(answer).toEqual(expected);
  else expect(answer).toMatchObject(expected as object);
});
