/** Rows of spot and margin of v2, from REST and channels, as the panels show them. */
import type { Balance, Bill, Fill, MarginMode, Order, Plan, Side } from "../model.ts";
import { closedWord, known, paid, type Text, triggerByOf } from "./classic-words.ts";

export type Row = Readonly<Record<string, Text>>;

function placeOf(symbol: Text) {
  const name = symbol ?? "";
  return { category: "spot", symbol: name, instrumentKey: `spot:${name}` } as const;
}

function sideOf(row: Row): Side {
  return row["side"] === "sell" ? "sell" : "buy";
}

function commonOf(row: Row) {
  return {
    ...placeOf(row["symbol"] ?? row["instId"]),
    id: row["orderId"] ?? "",
    clientId: row["clientOid"] ?? "",
    side: sideOf(row),
    positionSide: undefined,
    createdMs: Number(row["cTime"]),
    updatedMs: Number(row["uTime"]),
  };
}

/** An order of `unfilled-orders` or `history-orders` of spot. */
export function spotOrderOf(row: Row): Order {
  const isMarket = row["orderType"] === "market";
  const isByAmount = isMarket && row["side"] === "buy";
  // The list of open orders writes the price of the order as its average.
  const isListedOpen = row["price"] === undefined;
  return {
    ...commonOf(row),
    type: isMarket ? "market" : "limit",
    timeInForce: (row["force"] ?? "gtc") as Order["timeInForce"],
    marginMode: "spot",
    price: known(isListedOpen ? row["priceAvg"] : row["price"]),
    size: isByAmount ? "" : (row["size"] ?? ""),
    amount: isByAmount ? (row["size"] ?? "") : "",
    filled: row["baseVolume"] ?? "0",
    averagePrice: known(isListedOpen ? "" : row["priceAvg"]),
    reduceOnly: false,
    status: closedWord(row["status"]),
    closeReason: row["cancelReason"] ?? "",
    source: row["orderSource"] ?? "normal",
    fee: "",
    feeCoin: "",
    takeProfit: known(row["presetTakeProfitPrice"]),
    stopLoss: known(row["presetStopLossPrice"]),
  };
}

/** An order of the lists and channels of margin. */
export function marginOrderOf(marginMode: MarginMode, row: Row): Order {
  const isByAmount = known(row["baseSize"]) === "";
  return {
    ...commonOf(row),
    type: row["orderType"] === "market" ? "market" : "limit",
    timeInForce: (row["force"] ?? "gtc") as Order["timeInForce"],
    marginMode,
    price: known(row["price"]),
    size: isByAmount ? "" : (row["baseSize"] ?? ""),
    amount: isByAmount ? (row["quoteSize"] ?? "") : "",
    filled: row["size"] ?? row["baseVolume"] ?? "0",
    averagePrice: known(row["priceAvg"] ?? row["fillPrice"]),
    reduceOnly: false,
    status: closedWord(row["status"]),
    closeReason: "",
    source: "normal",
    fee: "",
    feeCoin: "",
    takeProfit: "",
    stopLoss: "",
  };
}

export function spotPlanOf(row: Row): Plan {
  return {
    ...commonOf(row),
    kind: "trigger",
    triggerPrice: row["triggerPrice"] ?? "",
    triggerBy: triggerByOf(row["triggerType"]),
    orderPrice: row["orderType"] === "market" ? "" : known(row["executePrice"]),
    size: row["size"] ?? "",
    callbackRate: "",
    reduceOnly: false,
    takeProfit: "",
    stopLoss: "",
    status: row["status"] ?? "",
  };
}

type Fee = { readonly feeCoin: string; readonly totalFee: string };
export type FillRow = {
  readonly tradeId: string;
  readonly orderId: string;
  readonly symbol: string;
  readonly side: Side;
  readonly priceAvg: string;
  readonly size: string;
  readonly amount: string;
  readonly tradeScope: "maker" | "taker";
  /** A list on the channel, one fee in the lists. */
  readonly feeDetail: Fee | readonly Fee[];
  readonly cTime: string;
};

export function spotFillOf(row: FillRow): Fill {
  const fee = [row.feeDetail].flat()[0] as Fee | undefined;
  return {
    ...placeOf(row.symbol),
    id: row.tradeId,
    orderId: row.orderId,
    side: row.side,
    positionSide: undefined,
    role: row.tradeScope,
    price: row.priceAvg,
    size: row.size,
    notional: row.amount,
    fee: paid(fee?.totalFee),
    feeCoin: fee?.feeCoin ?? "",
    realised: "",
    timeMs: Number(row.cTime),
  };
}

/** Balance of an asset of the spot, funding and margin wallets; `equity` includes what is held. */
export function assetOf(wallet: string, row: Row, equity: string): Balance {
  return {
    wallet,
    coin: row["coin"] ?? "",
    symbol: row["symbol"] ?? "",
    equity,
    available: row["available"] ?? "0",
    held: row["frozen"] ?? "0",
    borrowed: row["borrow"] ?? "0",
    interest: row["interest"] ?? "",
    value: row["usdtValue"] ?? "",
  };
}

export function spotBillOf(row: Row): Bill {
  return {
    id: row["billId"] ?? "",
    wallet: "spot",
    coin: row["coin"] ?? "",
    symbol: "",
    kind: row["businessType"] ?? "",
    amount: row["size"] ?? "",
    fee: row["fees"] ?? "",
    balance: row["balance"] ?? "",
    timeMs: Number(row["cTime"]),
  };
}

/** A movement of a margin balance; those of isolated margin name their pair. */
export function marginBillOf(mode: "crossed" | "isolated", row: Row): Bill {
  return {
    id: row["marginId"] ?? "",
    wallet: `${mode}_margin`,
    coin: row["coin"] ?? "",
    symbol: row["symbol"] ?? "",
    kind: row["marginType"] ?? "",
    amount: row["amount"] ?? "",
    fee: row["fee"] ?? "",
    balance: row["balance"] ?? "",
    timeMs: Number(row["cTime"]),
  };
}
