import { afterEach, beforeEach, expect, it } from "vitest";
import {
  orderIdOf,
  rowOf,
  type TestAnswer,
  type TestRow,
} from "../../../../../test/support/test-answer.ts";
import { ExchangeFixture } from "../../../../../test/support/test-exchange.ts";
import { COIN } from "../../../../../test/support/test-listings.ts";
import { CLASSIC_FUTURES_BUY } from "../../../../../test/support/wire-orders.ts";
import { endpointsMixAccountV2 } from "../account/endpoints-mix-account.ts";
import { endpointsMixPositionV2 } from "../position/endpoints-mix-position.ts";
import { endpointsMixOrderV2 } from "./endpoints-mix-order.ts";

const LINE = { productType: "usdt-futures" };
const CONTRACT = { symbol: "BTCUSDT", ...LINE, marginCoin: "USDT" };
const COIN_CONTRACT = { symbol: "BTCUSD", productType: "coin-futures", marginCoin: "BTC" };
const FUNDS = [
  ["usdt_futures", "USDT", 100_000n * COIN],
  ["coin_futures", "BTC", 10n * COIN],
] as const;
const BUY = { ...CLASSIC_FUTURES_BUY, ...CONTRACT, force: "gtc" };

let exchange: ExchangeFixture;

beforeEach(async () => {
  exchange = await ExchangeFixture.start({
    endpoints: [...endpointsMixOrderV2, ...endpointsMixAccountV2, ...endpointsMixPositionV2],
    users: [
      { name: "alice", accountKind: "classic", funds: FUNDS },
      { name: "bob", accountKind: "classic", funds: FUNDS },
      { name: "reader", accountKind: "classic", permissions: ["read"] },
    ],
  });
});

afterEach(async () => {
  await exchange[Symbol.asyncDispose]();
});

function place(terms: object, name: string): Promise<TestAnswer> {
  return exchange.post("/api/v2/mix/order/place-order", { ...BUY, ...terms }, name);
}

function reverse(terms: object, name = "alice"): Promise<TestAnswer> {
  return exchange.post("/api/v2/mix/order/click-backhand", { ...CONTRACT, ...terms }, name);
}

async function hedge(): Promise<void> {
  const mode = { ...LINE, posMode: "hedge_mode" };
  rowOf(await exchange.post("/api/v2/mix/account/set-position-mode", mode, "alice"));
}

/** Alice buys 0.1 of Bob; then Bob bids for `depth`. */
async function opened({ contract = CONTRACT as object, depth = "1", tradeSide = "" } = {}) {
  orderIdOf(await place({ ...contract, side: "sell" }, "bob"));
  orderIdOf(await place({ ...contract, ...(tradeSide === "" ? {} : { tradeSide }) }, "alice"));
  orderIdOf(await place({ ...contract, size: depth }, "bob"));
}

async function held({ productType, marginCoin } = CONTRACT) {
  const query = { productType, marginCoin };
  const answer = await exchange.get("/api/v2/mix/position/all-position", query, "alice");
  const rows = rowOf(answer) as unknown as readonly TestRow[];
  return rows.map(({ holdSide, total }) => [holdSide, total]);
}

it("reverses a long position by one order in one-way mode", async () => {
  await opened();
  const { clientOid, orderId } = rowOf(await reverse({ side: "sell", clientOid: "back" }));
  expect(clientOid).toBe("back");
  expect(await held()).toEqual([["short", "0.1"]]);
  const query = { ...LINE, orderSource: "reverse" };
  const history = await exchange.get("/api/v2/mix/order/orders-history", query, "alice");
  const page = rowOf(history) as unknown as { entrustedList: readonly TestRow[] };
  expect(page.entrustedList).toMatchObject([
    {
      ...{ orderId, clientOid: "back", size: "0.2", side: "sell", orderSource: "reverse" },
      ...{ orderType: "market", tradeSide: "sell_single", enterPointSource: "API" },
    },
  ]);
  expect((await reverse({ side: "buy", clientOid: "back" })).code).toBe("40786");
  expect(await held()).toEqual([["short", "0.1"]]);
});

it.each([
  { side: "buy", tradeSide: "close" },
  { side: "sell", tradeSide: "open" },
])("reverses a long position in hedge mode: $side and $tradeSide", async (sides) => {
  await hedge();
  await opened({ tradeSide: "open" });
  rowOf(await reverse(sides));
  expect(await held()).toEqual([["short", "0.1"]]);
});

it("opens in hedge mode what it closed, and asks for tradeSide", async () => {
  await hedge();
  await opened({ depth: "0.04", tradeSide: "open" });
  expect((await reverse({ side: "buy" })).code).toBe("40774");
  rowOf(await reverse({ side: "buy", tradeSide: "close" }));
  expect(await held()).toEqual([["long", "0.06"]]);
});

it("reverses a coin-margined position, by its size in the base coin", async () => {
  await opened({ contract: COIN_CONTRACT });
  rowOf(await reverse({ ...COIN_CONTRACT, side: "sell", size: "0.1" }));
  expect(await held(COIN_CONTRACT)).toEqual([["short", "0.1"]]);
});

it("answers bad requests with a clear code and changes nothing", async () => {
  const codeOf = async (terms: object, name?: string) => (await reverse(terms, name)).code;
  expect(await codeOf({ side: "sell" })).toBe("22002");
  await opened();
  expect(await codeOf({ side: "buy" })).toBe("22002");
  expect(await codeOf({ side: "sell", size: "0.2" })).toBe("40757");
  expect(await codeOf({ side: "sell", size: "0" })).toBe("45111");
  expect(await codeOf({ side: "sell", size: "-0.1" })).toMatch(/^4/);
  expect(await codeOf({ side: "both" })).toMatch(/^4/);
  expect(await codeOf({})).toMatch(/^4/);
  expect(await codeOf({ side: "sell", symbol: "NONEUSDT" })).toBe("40072");
  expect(await codeOf({ side: "sell" }, "reader")).toBe("40014");
  expect(await codeOf({ side: "sell" }, "bob")).toBe("22002");
  expect(await held()).toEqual([["long", "0.1"]]);
});

it("reverses once, however often a request with a client id is sent", async () => {
  await opened();
  const sent = Array.from({ length: 9 }, () => reverse({ side: "sell", clientOid: "one" }));
  const codes = (await Promise.all(sent)).map((answer) => answer.code);
  expect(codes.filter((code) => code === "00000")).toHaveLength(1);
  expect(await held()).toEqual([["short", "0.1"]]);
});
