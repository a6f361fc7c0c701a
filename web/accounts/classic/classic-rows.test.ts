/** Rows as a running exchange wrote them. */
import { expect, it } from "vitest";
import { futuresFillOf, futuresOrderOf, futuresPlanOf, type Row } from "./classic-futures-rows.ts";
import { marginOrderOf, spotFillOf, spotOrderOf } from "./classic-spot-rows.ts";

const FUTURES: Row = JSON.parse(
  `{"symbol":"BTCUSDT","size":"0.01","orderId":"1000000000160993280","clientOid":"c",
  "baseVolume":"0.01","fee":"-0.3698544","price":"","priceAvg":"61642.4","side":"buy",
  "force":"ioc","posSide":"net","marginCoin":"USDT","marginMode":"crossed","reduceOnly":"NO",
  "tradeSide":"buy_single","orderType":"market","orderSource":"market","cancelReason":"",
  "presetStopSurplusPrice":"","presetStopLossPrice":"","cTime":"1","uTime":"2","status":"filled"}`,
);

it("a fee of futures is an amount that was paid", () => {
  expect(futuresOrderOf("usdt-futures", FUTURES)).toMatchObject({
    fee: "0.3698544",
    filled: "0.01",
    side: "buy",
    positionSide: undefined,
  });
});

it("in hedge mode the direction of the trade follows from position and effect", () => {
  const side = (posSide: string, word: string, tradeSide: string) =>
    futuresOrderOf("usdt-futures", { ...FUTURES, posSide, side: word, tradeSide }).side;
  expect(side("long", "buy", "open")).toBe("buy");
  expect(side("long", "buy", "close")).toBe("sell");
  expect(side("short", "sell", "open")).toBe("sell");
  expect(side("short", "sell", "burst_close_short")).toBe("buy");
});

it("a fill in hedge mode names its position by direction and effect", () => {
  const fill = futuresFillOf("usdt-futures", {
    ...{ tradeId: "1", orderId: "2", symbol: "BTCUSDT", price: "61642.4" },
    ...({ side: "sell", tradeScope: "taker" } as const),
    ...{ baseVolume: "0.01", quoteVolume: "616.424", profit: "0", posMode: "hedge_mode" },
    ...{ tradeSide: "close", cTime: "3" },
    feeDetail: [{ feeCoin: "USDT", totalFee: "-0.3698544" }],
  });
  expect(fill).toMatchObject({ positionSide: "long", side: "sell", fee: "0.3698544" });
});

it("a trailing order has its distance as a fraction, an exit its price as exit", () => {
  const row: Row = {
    ...{ planType: "track_plan", symbol: "BTCUSDT", size: "0.01", orderId: "1", clientOid: "1" },
    ...{ executePrice: "", callbackRatio: "1", triggerPrice: "55543", posSide: "net" },
    ...{ triggerType: "mark_price", planStatus: "live", side: "buy", cTime: "1", uTime: "1" },
  };
  const plan = futuresPlanOf("usdt-futures", row);
  expect(plan).toMatchObject({ kind: "trailing", callbackRate: "0.01", triggerBy: "mark" });
  const exit = futuresPlanOf("usdt-futures", { ...row, planType: "pos_profit", size: "" });
  expect(exit).toMatchObject({ kind: "take_profit", takeProfit: "55543", stopLoss: "" });
});

it("an open spot order has its price where closed ones have the average", () => {
  const open: Row = {
    ...{ symbol: "BTCUSDT", orderId: "1", clientOid: "1", size: "0.01", orderType: "limit" },
    ...{ side: "buy", force: "gtc", status: "live", baseVolume: "0", priceAvg: "55477" },
    ...{ presetTakeProfitPrice: "83216", presetStopLossPrice: "", cTime: "1", uTime: "1" },
  };
  expect(spotOrderOf(open)).toMatchObject({ price: "55477", averagePrice: "", size: "0.01" });
  const closed = { ...open, price: "0", orderType: "market", size: "100", status: "full_fill" };
  expect(spotOrderOf(closed)).toMatchObject({
    ...{ price: "", averagePrice: "55477", size: "", amount: "100", status: "filled" },
  });
});

it("a margin order is the same in the list and on the channel", () => {
  const common: Row = {
    ...{ orderId: "1", clientOid: "1", orderType: "limit", force: "gtc", side: "buy" },
    ...{ price: "55477", baseSize: "0.01", cTime: "1", uTime: "1" },
  };
  const listed = { ...common, symbol: "BTCUSDT", quoteSize: "554.77", status: "new", size: "0" };
  const pushed = { ...common, instId: "BTCUSDT", quoteSize: "0", status: "live", baseVolume: "0" };
  expect(marginOrderOf("crossed", pushed)).toEqual(marginOrderOf("crossed", listed));
});

it("fees of spot fills come alone or in a list", () => {
  const fee = { feeCoin: "BTC", totalFee: "-0.00000162" };
  const row = {
    ...{ tradeId: "1", orderId: "2", symbol: "BTCUSDT", priceAvg: "61693.27" },
    ...({ side: "buy", tradeScope: "taker" } as const),
    ...{ size: "0.00162", amount: "99.9430974", cTime: "3" },
  };
  const single = spotFillOf({ ...row, feeDetail: fee });
  expect(single.fee).toBe("0.00000162");
  expect(spotFillOf({ ...row, feeDetail: [fee] })).toEqual(single);
});
