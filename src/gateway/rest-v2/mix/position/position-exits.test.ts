import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { classicTraders } from "../../../../../test/support/classic-traders.ts";
import { rowOf, rowsOf, type TestRow } from "../../../../../test/support/test-answer.ts";
import { ExchangeFixture } from "../../../../../test/support/test-exchange.ts";
import { COIN } from "../../../../../test/support/test-listings.ts";
import { endpointsMixAccountV2 } from "../account/endpoints-mix-account.ts";
import { endpointsMixOrderV2 } from "../order/endpoints-mix-order.ts";
import { endpointsMixPlanV2 } from "../plan/endpoints-mix-plan.ts";
import { endpointsMixPositionV2 } from "./endpoints-mix-position.ts";

const MIX = "/api/v2/mix";
const LINE = { productType: "USDT-FUTURES" };
const CONTRACT = { ...LINE, symbol: "BTCUSDT", marginCoin: "USDT" };
const TERMS = { ...CONTRACT, marginMode: "crossed", orderType: "limit", price: "50000", size: "1" };
const NO_EXITS = { takeProfit: "", stopLoss: "", takeProfitId: "", stopLossId: "" };

let exchange: ExchangeFixture;

beforeEach(async () => {
  exchange = await ExchangeFixture.start({
    endpoints: [
      ...endpointsMixOrderV2,
      ...endpointsMixPlanV2,
      ...endpointsMixAccountV2,
      ...endpointsMixPositionV2,
    ],
    users: classicTraders([["usdt_futures", "USDT", 100_000n * COIN]]),
  });
});

afterEach(async () => {
  await exchange[Symbol.asyncDispose]();
});

const post = async (path: string, body: object, name = "alice") =>
  (await exchange.post(`${MIX}/${path}`, body, name)).data as unknown;

async function trade(side: "buy" | "sell", more: object = {}): Promise<void> {
  const other = side === "buy" ? "sell" : "buy";
  rowOf(await exchange.post(`${MIX}/order/place-order`, { ...TERMS, side: other }, "bob"));
  rowOf(await exchange.post(`${MIX}/order/place-order`, { ...TERMS, side, ...more }, "alice"));
}

async function position(holdSide: string): Promise<TestRow | undefined> {
  const answer = await exchange.get(`${MIX}/position/single-position`, CONTRACT, "alice");
  const all = rowsOf(await exchange.get(`${MIX}/position/all-position`, LINE, "alice"));
  expect(all).toEqual(rowsOf(answer));
  return all.find((row) => row["holdSide"] === holdSide);
}

/** Sets both exits of the whole position and returns their ids. */
async function setExits(holdSide: string, profit: string, loss: string): Promise<string[]> {
  const triggers = { stopSurplusTriggerPrice: profit, stopLossTriggerPrice: loss };
  const legs = await post("order/place-pos-tpsl", { ...CONTRACT, holdSide, ...triggers });
  return (legs as readonly TestRow[]).map(({ orderId = "" }) => orderId);
}

describe("the exits in the row of a position", () => {
  it("are those of the whole position, of a long", async () => {
    await trade("buy");
    expect(await position("long")).toMatchObject(NO_EXITS);
    const [takeProfitId, stopLossId] = await setExits("buy", "52000", "49000");
    const exits = { takeProfit: "52000", stopLoss: "49000", takeProfitId, stopLossId };
    expect(await position("long")).toMatchObject(exits);
    const orderIdList = [{ orderId: takeProfitId }];
    await post("order/cancel-plan-order", { ...CONTRACT, orderIdList });
    expect(await position("long")).toMatchObject({ ...NO_EXITS, stopLoss: "49000", stopLossId });
  });

  it("of a short", async () => {
    await trade("sell");
    const [takeProfitId, stopLossId] = await setExits("sell", "49000", "52000");
    const exits = { takeProfit: "49000", stopLoss: "52000", takeProfitId, stopLossId };
    expect(await position("short")).toMatchObject(exits);
  });

  it("are not those of a part of it", async () => {
    await trade("buy");
    const part = { planType: "profit_plan", triggerPrice: "52000", size: "0.1", holdSide: "buy" };
    await post("order/place-tpsl-order", { ...CONTRACT, ...part });
    expect(await position("long")).toMatchObject(NO_EXITS);
  });

  it("are those of the same side in hedge mode", async () => {
    await post("account/set-position-mode", { ...LINE, posMode: "hedge_mode" });
    await trade("buy", { tradeSide: "open" });
    await trade("sell", { tradeSide: "open" });
    const [takeProfitId] = await setExits("long", "52000", "49000");
    const [, stopLossId] = await setExits("short", "48000", "53000");
    expect(await position("long")).toMatchObject({ takeProfit: "52000", takeProfitId });
    expect(await position("short")).toMatchObject({ stopLoss: "53000", stopLossId });
  });
});
