/** Rows as a running exchange wrote them. */
import { expect, it } from "vitest";
import {
  type AccountRow,
  balancesOf,
  fillOf,
  type OrderRow,
  orderOf,
  planOf,
  positionOf,
  summaryOf,
} from "./unified-rows.ts";

const LISTED: OrderRow = JSON.parse(
  `{"orderId":"1000000000160757760","clientOid":"1000000000160757760","category":"USDT-FUTURES",
  "symbol":"BTCUSDT","orderType":"limit","side":"buy","price":"55473","qty":"0.01","amount":"",
  "cumExecQty":"0","cumExecValue":"0","avgPrice":"0","timeInForce":"gtc","orderStatus":"new",
  "posSide":"net","holdMode":"one_way_mode","tradeSide":"open","marginMode":"crossed",
  "reduceOnly":"NO","feeDetail":[{"feeCoin":"","fee":""}],"stpMode":"cancel_maker",
  "cancelReason":"","execType":"normal","takeProfit":"83209.5","stopLoss":"",
  "createdTime":"1795863416647","updatedTime":"1795863416647"}`,
);
const PUSHED: OrderRow = JSON.parse(
  `{"category":"usdt-futures","symbol":"BTCUSDT","orderId":"1000000000160757760",
  "clientOid":"1000000000160757760","price":"55473","qty":"0.01","amount":"","side":"buy",
  "orderType":"limit","timeInForce":"gtc","posSide":"net","holdSide":"net","tradeSide":"",
  "marginMode":"crossed","reduceOnly":"no","orderStatus":"new","cancelReason":"",
  "cumExecQty":"0","avgPrice":"0","feeDetail":[],"takeprofit":"83209.5","stoploss":"",
  "createdTime":"1795863416647","updatedTime":"1795863416647"}`,
);

it("an order is the same in the list and on the channel", () => {
  expect(orderOf(PUSHED)).toEqual(orderOf(LISTED));
  expect(orderOf(LISTED)).toMatchObject({
    instrumentKey: "usdt-futures:BTCUSDT",
    positionSide: undefined,
    averagePrice: "",
    status: "live",
    takeProfit: "83209.5",
  });
});

it("an order of category MARGIN is a spot order with borrowed coins", () => {
  const margin = orderOf({ ...LISTED, category: "MARGIN", posSide: "" });
  expect(margin).toMatchObject({ category: "spot", marginMode: "crossed" });
  expect(orderOf({ ...LISTED, category: "SPOT", marginMode: "" }).marginMode).toBe("spot");
});

it("a market buy by amount has no size, and both spellings of cancelled are one", () => {
  const row = { ...LISTED, category: "SPOT", qty: "0", amount: "100" };
  expect(orderOf(row)).toMatchObject({ size: "", amount: "100" });
  expect(orderOf({ ...row, orderStatus: "cancelled" }).status).toBe("canceled");
});

it("a fill of the channel names position and time otherwise than the list", () => {
  const row = {
    ...{ category: "usdt-futures", symbol: "BTCUSDT", orderId: "1", execId: "2" },
    ...({ side: "sell", tradeScope: "taker" } as const),
    ...{ holdSide: "short", execPrice: "61637" },
    ...{ execQty: "0.01", execTime: "1795863416627", execValue: "616.37", execPnl: "0" },
    feeDetail: [{ feeCoin: "USDT", fee: "0.369822" }],
  };
  expect(fillOf(row)).toMatchObject({
    positionSide: "short",
    timeMs: 1_795_863_416_627,
    fee: "0.369822",
  });
});

it("a pushed position belongs to the line of its margin coin, without a liquidation price", () => {
  const row = {
    ...({ marginMode: "crossed", posSide: "long" } as const),
    ...{ symbol: "BTCUSDT", marginCoin: "USDT" },
    ...{ holdMode: "one_way_mode", positionStatus: "opening", size: "0.01", available: "0.01" },
    ...{ avgPrice: "61637", leverage: "20", marginSize: "30.8189", markPrice: "61637.8" },
    ...{
      liqPrice: "",
      mmr: "0.004",
      breakEvenPrice: "61711.1",
      unrealisedPnl: "0.008",
      totalFundingFee: "0",
    },
    ...{ curRealisedPnl: "-0.369822", createdTime: "1", updatedTime: "2" },
  };
  const position = positionOf(row);
  expect(position).toMatchObject({ category: "usdt-futures", size: "0.01", margin: "30.8189" });
  expect(position).toMatchObject({ liquidationPrice: "", maintenanceRate: "0.004", face: "" });
  expect(positionOf({ ...row, marginCoin: "BTC" }).category).toBe("coin-futures");
});

it("the face of a coin-margined position is told by its margin: its size is rounded", () => {
  const row = {
    ...({ marginMode: "crossed", posSide: "short" } as const),
    ...{ symbol: "BTCUSD", marginCoin: "BTC", holdMode: "one_way_mode", positionStatus: "opening" },
    // 6013 dollars: 0.1002… coins at 60000, 0.0988… ÷ 20 at the mark price.
    ...{ size: "0.1", available: "0.1", avgPrice: "60000", leverage: "20", mmr: "0.004" },
    ...{ marginSize: "0.00494332", markPrice: "60819.4", liqPrice: "", breakEvenPrice: "60000" },
    ...{ unrealisedPnl: "0.00135016", totalFundingFee: "0", curRealisedPnl: "0" },
    ...{ createdTime: "1", updatedTime: "2" },
  };
  expect(positionOf(row).face).toBe("6013");
  expect(positionOf({ ...row, marginMode: "isolated" }).face).toBe("6000");
});

it("a take-profit and stop-loss in one are exits of the whole position", () => {
  const plan = planOf(
    JSON.parse(
      `{"category":"USDT-FUTURES","symbol":"BTCUSDT","orderId":"1","clientOid":"1","qty":"",
      "side":"sell","posSide":"long","reduceOnly":"yes","type":"tpsl","status":"pending",
      "triggerType":"","takeProfit":"83210","tpTriggerBy":"market","tpLimitPrice":"",
      "stopLoss":"44378","slTriggerBy":"market","slLimitPrice":"","triggerBy":"",
      "triggerPrice":"","triggerOrderPrice":"","createdTime":"1","updatedTime":"1"}`,
    ),
  );
  expect(plan).toMatchObject({ kind: "exits", positionSide: "long", size: "", orderPrice: "" });
});

it("what is available is the counted equity without the initial margin", () => {
  const row: AccountRow = {
    ...{ accountEquity: "120", unrealisedPnl: "1", effEquity: "100.5", imr: "30", mmr: "2" },
    mgnRatio: "0.02",
    assets: [
      { coin: "BTC", equity: "1", usdValue: "9", available: "0.5", locked: "0.5", debt: "0" },
    ],
  };
  expect(summaryOf(row).available).toBe("70.5");
  expect(summaryOf({ ...row, imr: "200" }).available).toBe("0");
  expect(balancesOf(row)[0]).toMatchObject({ wallet: "unified", held: "0.5", value: "9" });
});
