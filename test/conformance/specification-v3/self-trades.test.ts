/** Specification, Self-trade prevention (v3): scope, default, and each mode. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { endpointsV3 } from "../../../src/gateway/rest-v3/endpoints-v3.ts";
import { lendCoins } from "../../support/lend-coins.ts";
import { ExchangeFixture } from "../../support/test-exchange.ts";
import { placeOrder, readOrder, TRADERS, TRADING_FUNDS } from "../../support/unified-traders.ts";
import { FUTURES_BUY, SPOT_BUY } from "../../support/wire-orders.ts";
import { row } from "./support/specified-rules.ts";

const CANCEL = "/api/v3/trade/cancel-order";

let exchange: ExchangeFixture;
beforeAll(async () => {
  const sub = { accountKind: "unified", parent: "alice", funds: TRADING_FUNDS } as const;
  const users = [...TRADERS, { ...sub, name: "alice-1" }, { ...sub, name: "alice-2" }];
  exchange = await ExchangeFixture.start({ endpoints: endpointsV3, users });
  await lendCoins(exchange);
});
afterAll(() => exchange[Symbol.asyncDispose]());

interface Meeting {
  readonly order?: object;
  readonly maker?: string;
  readonly makerMode?: string;
  readonly taker?: string;
  readonly takerMode?: string;
  readonly takerType?: string;
}

/** Lets an order meet one of `maker`, and returns the states of the taker's and the maker's. */
async function met(meeting: Meeting): Promise<readonly unknown[]> {
  const { maker = "alice", makerMode, order = SPOT_BUY, taker = "alice", takerMode } = meeting;
  const { takerType = "limit" } = meeting;
  const mode = (stpMode: string | undefined) => (stpMode === undefined ? {} : { stpMode });
  const rests = { ...order, side: "sell", ...mode(makerMode) };
  const makerId = await placeOrder(exchange, maker, rests);
  // A market order to buy on spot counts what it pays.
  const isSpot = ["SPOT", "MARGIN"].includes({ category: "", ...order }.category);
  const market = { orderType: "market", price: "", ...(isSpot ? { qty: "500" } : {}) };
  const takes = { ...order, ...(takerType === "market" ? market : {}), ...mode(takerMode) };
  const takerId = await placeOrder(exchange, taker, takes);
  const states = await Promise.all([
    readOrder(exchange, taker, takerId),
    readOrder(exchange, maker, makerId),
  ]);
  await exchange.post(CANCEL, { orderId: takerId }, taker);
  await exchange.post(CANCEL, { orderId: makerId }, maker);
  return states.map(({ orderStatus }) => orderStatus);
}

describe("stpMode", () => {
  const CASES = [
    [row("stpMode", "none"), "none", "filled", "filled"],
    [row("stpMode", "cancel_taker"), "cancel_taker", "cancelled", "new"],
    [row("stpMode", "cancel_maker"), "cancel_maker", "new", "cancelled"],
    [row("stpMode", "cancel_both"), "cancel_both", "cancelled", "cancelled"],
    [row("Self-trade prevention", "default"), undefined, "new", "cancelled"],
  ] as const;
  const MODES = ["none", "cancel_taker", "cancel_maker", "cancel_both", undefined];

  it.each(CASES)("%s: %s makes the taker %s, the maker %s", async (...terms) => {
    const [, takerMode, taker, maker] = terms;
    const mode = takerMode === undefined ? {} : { takerMode };
    expect(await met(mode)).toEqual([taker, maker]);
  });

  it.each(CASES)(
    row("Self-trade prevention", "taker's mode", "(%s) %s decides, whatever the maker's is"),
    async (...terms) => {
      const [, takerMode, taker, maker] = terms;
      for (const makerMode of MODES) {
        const modes = { ...(takerMode && { takerMode }), ...(makerMode && { makerMode }) };
        expect(await met(modes), `maker ${makerMode}`).toEqual([taker, maker]);
      }
    },
  );
});

describe("scope", () => {
  it.each([
    ["alice", "alice-1"],
    ["alice-1", "alice"],
    ["alice-1", "alice-2"],
    ["alice-1", "alice-1"],
  ])(row("Self-trade prevention", "scope", "taker %s, maker %s"), async (taker, maker) => {
    expect(await met({ taker, maker })).toEqual(["new", "cancelled"]);
    expect(await met({ taker, maker, takerMode: "cancel_both" })).toEqual([
      "cancelled",
      "cancelled",
    ]);
  });

  it(row("Self-trade prevention", "scope", "not accounts of two parents"), async () => {
    for (const taker of ["alice", "alice-1"]) {
      for (const takerMode of ["none", "cancel_taker", "cancel_maker", "cancel_both"]) {
        const states = await met({ taker, maker: "bob", takerMode });
        expect(states).toEqual(["filled", "filled"]);
      }
    }
  });

  const PRODUCTS = [
    ["SPOT", SPOT_BUY],
    ["MARGIN", { ...SPOT_BUY, category: "MARGIN" }],
    ["USDT-FUTURES", FUTURES_BUY],
    ["COIN-FUTURES", { ...FUTURES_BUY, category: "COIN-FUTURES", symbol: "BTCUSD" }],
  ] as const;

  it.each(
    PRODUCTS.flatMap(([product, order]) => [
      [product, "limit", order] as const,
      [product, "market", order] as const,
    ]),
  )(row("Self-trade prevention", "scope", "%s, %s orders"), async (_product, takerType, order) => {
    const terms = { order, takerType };
    expect(await met({ ...terms, takerMode: "cancel_taker" })).toEqual(["cancelled", "new"]);
    const [taker, maker] = await met({ ...terms, takerMode: "cancel_maker" });
    expect(maker).toBe("cancelled");
    expect(taker).toBe(takerType === "limit" ? "new" : "cancelled");
  });

  it(row("Self-trade prevention", "default by version", "cancel_maker on v3"), async () => {
    const path = "/api/v3/account/settings";
    const { data } = await exchange.get(path, {}, "alice");
    expect(data).toMatchObject({ stpMode: "cancel_maker" });
    const orderId = await placeOrder(exchange, "alice", { ...SPOT_BUY, price: "48000" });
    expect(await readOrder(exchange, "alice", orderId)).toMatchObject({ stpMode: "cancel_maker" });
  });
});
