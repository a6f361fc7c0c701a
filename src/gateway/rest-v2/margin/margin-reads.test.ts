/** Reads of margin trading: the pairs on which it is open, assets and closed orders. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { lendCoins } from "../../../../test/support/lend-coins.ts";
import { errorOf, rowOf, rowsOf, type TestRow } from "../../../../test/support/test-answer.ts";
import { ExchangeFixture } from "../../../../test/support/test-exchange.ts";
import { COIN } from "../../../../test/support/test-listings.ts";
import { endpointsV2 } from "../endpoints-v2.ts";

const CROSSED = "/api/v2/margin/crossed";
const ISOLATED = "/api/v2/margin/isolated";
const FUNDS = [["spot", "USDT", 1_000n * COIN]] as const;

let exchange: ExchangeFixture;

beforeAll(async () => {
  exchange = await ExchangeFixture.start({
    endpoints: endpointsV2,
    users: [{ name: "alice", accountKind: "classic", funds: FUNDS }],
  });
  await lendCoins(exchange);
});

afterAll(async () => {
  await exchange[Symbol.asyncDispose]();
});

async function pair(symbol: string): Promise<TestRow | undefined> {
  const pairs = rowsOf(await exchange.get("/api/v2/margin/currencies"));
  return pairs.find((row) => row["symbol"] === symbol);
}

it("margin trading is open where an account has terms of both coins of a pair", async () => {
  const order = { side: "buy", orderType: "limit", force: "gtc", loanType: "normal" };
  const terms = { ...order, price: "1000", baseSize: "0.01" };
  const placed = (symbol: string) =>
    exchange.post(`${CROSSED}/place-order`, { ...terms, symbol }, "alice");
  expect(await pair("BTCUSDT")).toMatchObject({
    ...{ status: "1", maxCrossedLeverage: "5", userMinBorrow: "0.00000001" },
    ...{ isCrossBorrowable: true, isIsolatedQuoteBorrowable: false, maxIsolatedLeverage: "" },
  });
  expect(await pair("ETHUSDT")).toMatchObject({
    ...{ status: "2", maxCrossedLeverage: "", userMinBorrow: "" },
    ...{ isCrossBorrowable: false, isBorrowable: false },
  });
  expect((await placed("BTCUSDT")).code).not.toBe("50004");
  expect((await placed("ETHUSDT")).code).toBe("50004");
});

it("all coins of crossed margin are listed, also those without a balance", async () => {
  const rows = rowsOf(await exchange.get(`${CROSSED}/account/assets`, {}, "alice"));
  expect(rows).toMatchObject([
    { coin: "BTC", totalAmount: "0" },
    { coin: "USDT", totalAmount: "0" },
  ]);
});

it.each([CROSSED, ISOLATED])("%s has no orders of an application", async (root) => {
  const query = { symbol: "BTCUSDT", startTime: exchange.nowMs - 1_000, enterPointSource: "APP" };
  const page = rowOf(await exchange.get(`${root}/history-orders`, query, "alice")) as unknown;
  expect(page).toEqual({ orderList: [], maxId: "", minId: "" });
  const unknown = { ...query, enterPointSource: "FAX" };
  const refused = await exchange.get(`${root}/history-orders`, unknown, "alice");
  expect(errorOf(refused)).toEqual([400, "40034"]);
});
