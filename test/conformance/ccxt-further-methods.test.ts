/** Methods of ccxt that arrange or combine what others request. */
import { describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { plainClient } from "./support/ccxt-clients.ts";
import { openExchange } from "./support/conformance-exchange.ts";
import { openCounterparty } from "./support/counterparty.ts";
import { USDT_PERPETUAL } from "./support/products.ts";
import { proves } from "./support/proves.ts";

const exchange = await openExchange();
const bob = await openCounterparty(exchange);
const classic = await plainClient(exchange, exchange.firstUser("classic"), { uta: false });
const unified = await plainClient(exchange, exchange.firstUser("unified"), { uta: true });
const CLIENTS = [
  ["classic", classic],
  ["unified", unified],
] as const;
const PERPETUAL = "BTC/USDT:USDT";

describe.each(CLIENTS)("ccxt on a %s account", (name, client) => {
  const isClassic = name === "classic";

  it("closes all positions, and finds the closed one", async () => {
    proves(
      "ccxt.closeAllPositions",
      isClassic ? "POST /api/v2/mix/order/close-positions" : "POST /api/v3/trade/close-positions",
    );
    proves(
      "ccxt.fetchPositionHistory",
      isClassic
        ? "GET /api/v2/mix/position/history-position"
        : "GET /api/v3/position/history-position",
    );
    await bob.futures(USDT_PERPETUAL, { side: "sell", size: "0.1", price: "60000" });
    await client.createOrder(PERPETUAL, "limit", "buy", 0.1, 60_000);
    expect(await client.fetchPositions([PERPETUAL])).toMatchObject([{ contracts: 0.1 }]);
    await bob.futures(USDT_PERPETUAL, { side: "buy", size: "0.1", price: "59990" });
    await client.closeAllPositions({ productType: "USDT-FUTURES", category: "USDT-FUTURES" });
    await eventually("the end of the position", async () => {
      const open = await client.fetchPositions([PERPETUAL]);
      return open.every(({ contracts }) => Number(contracts ?? 0) === 0);
    });
    await eventually("the closed position", async () => {
      const closed = await client.fetchPositionHistory(PERPETUAL);
      expect(closed).toMatchObject([{ symbol: PERPETUAL, side: "long" }]);
      return true;
    });
  });

  it("has every market, and the fees of deposits and withdrawals of a coin", async () => {
    proves(
      "ccxt.fetchMarkets",
      isClassic ? "GET /api/v2/mix/market/contracts" : "GET /api/v3/market/instruments",
    );
    proves("ccxt.fetchDepositWithdrawFee", "GET /api/v2/spot/public/coins");
    const markets = await client.fetchMarkets();
    const symbols = markets.map((market) => market?.symbol);
    expect(symbols).toEqual(expect.arrayContaining(["BTC/USDT", PERPETUAL, "BTC/USD:BTC"]));
    expect(await client.fetchDepositWithdrawFee("BTC")).toHaveProperty("withdraw");
  });
});

it("ccxt tells the funding intervals of several contracts", async () => {
  proves("ccxt.fetchFundingIntervals", "GET /api/v2/mix/market/current-fund-rate");
  const intervals = await classic.fetchFundingIntervals([PERPETUAL]);
  expect(intervals).toMatchObject({ [PERPETUAL]: { symbol: PERPETUAL, interval: "8h" } });
});
