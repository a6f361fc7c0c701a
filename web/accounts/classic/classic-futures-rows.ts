/** Rows of futures of v2, from REST and channels, as the panels show them. */
import type { Category } from "../../state/instrument.ts";
import { inverseFace } from "../inverse-face.ts";
import type { Bill, Fill, Order, Plan, PlanKind, Position, PositionSide, Side } from "../model.ts";
import { closedWord, fraction, known, paid, type Text, triggerByOf } from "./classic-words.ts";

export type Row = Readonly<Record<string, Text>>;

function placeOf(category: Category, symbol: Text) {
  return { category, symbol: symbol ?? "", instrumentKey: `${category}:${symbol ?? ""}` };
}

function sideOf({ posSide }: Row): PositionSide | undefined {
  return posSide === "long" || posSide === "short" ? posSide : undefined;
}

/** Direction of the trade: in hedge mode v2 writes the side of the position. */
function directionOf(row: Row): Side {
  const positionSide = sideOf(row);
  if (positionSide === undefined) return row["side"] === "buy" ? "buy" : "sell";
  const isOpening = row["tradeSide"] === "open";
  return isOpening === (positionSide === "long") ? "buy" : "sell";
}

function isReducing({ reduceOnly }: Row): boolean {
  return reduceOnly?.toLowerCase() === "yes";
}

export function futuresOrderOf(category: Category, row: Row): Order {
  return {
    ...placeOf(category, row["symbol"] ?? row["instId"]),
    id: row["orderId"] ?? "",
    clientId: row["clientOid"] ?? "",
    side: directionOf(row),
    positionSide: sideOf(row),
    type: row["orderType"] === "market" ? "market" : "limit",
    timeInForce: (row["force"] ?? "gtc") as Order["timeInForce"],
    marginMode: row["marginMode"] === "isolated" ? "isolated" : "crossed",
    price: known(row["price"]),
    size: row["size"] ?? "",
    amount: "",
    filled: row["baseVolume"] ?? "0",
    averagePrice: known(row["priceAvg"]),
    reduceOnly: isReducing(row),
    status: closedWord(row["status"]),
    closeReason: row["cancelReason"] ?? "",
    source: row["orderSource"] ?? "normal",
    fee: paid(row["fee"]),
    feeCoin: row["marginCoin"] ?? "",
    takeProfit: known(row["presetStopSurplusPrice"]),
    stopLoss: known(row["presetStopLossPrice"]),
    createdMs: Number(row["cTime"]),
    updatedMs: Number(row["uTime"]),
  };
}

export type FillRow = {
  readonly tradeId: string;
  readonly orderId: string;
  readonly symbol: string;
  readonly side: Side;
  readonly price: string;
  readonly baseVolume: string;
  readonly quoteVolume: string;
  readonly profit: string;
  readonly posMode: string;
  readonly tradeSide: string;
  readonly tradeScope: "maker" | "taker";
  readonly feeDetail: readonly { readonly feeCoin: string; readonly totalFee: string }[];
  readonly cTime: string;
};

/** `side` of fills is the direction of the trade also in hedge mode. */
export function futuresFillOf(category: Category, row: FillRow): Fill {
  const fee = row.feeDetail[0];
  const isLong = (row.tradeSide === "open") === (row.side === "buy");
  const heldSide = isLong ? "long" : "short";
  return {
    ...placeOf(category, row.symbol),
    id: row.tradeId,
    orderId: row.orderId,
    side: row.side,
    positionSide: row.posMode === "hedge_mode" ? heldSide : undefined,
    role: row.tradeScope,
    price: row.price,
    size: row.baseVolume,
    notional: row.quoteVolume,
    fee: paid(fee?.totalFee),
    feeCoin: fee?.feeCoin ?? "",
    realised: row.profit,
    timeMs: Number(row.cTime),
  };
}

export function positionOf(category: Category, row: Row): Position {
  const position: Omit<Position, "face"> = {
    ...placeOf(category, row["symbol"]),
    side: row["holdSide"] === "short" ? "short" : "long",
    isHedge: row["posMode"] === "hedge_mode",
    marginMode: row["marginMode"] === "isolated" ? "isolated" : "crossed",
    marginCoin: row["marginCoin"] ?? "",
    leverage: row["leverage"] ?? "",
    size: row["total"] ?? "",
    available: row["available"] ?? "",
    entryPrice: row["openPriceAvg"] ?? "",
    breakEvenPrice: known(row["breakEvenPrice"]),
    markPrice: known(row["markPrice"]),
    liquidationPrice: known(row["liquidationPrice"]),
    margin: row["marginSize"] ?? "",
    marginRatio: row["marginRatio"] ?? "",
    maintenanceRate: row["keepMarginRate"] ?? "",
    ...{ unrealised: row["unrealizedPL"] ?? "", reportedGain: row["unrealizedPL"] ?? "" },
    realised: row["achievedProfits"] ?? "",
    funding: row["totalFee"] ?? "",
    takeProfit: known(row["takeProfit"]),
    stopLoss: known(row["stopLoss"]),
    createdMs: Number(row["cTime"]),
  };
  return { ...position, face: inverseFace(position) };
}

const PLAN_KINDS: Readonly<Record<string, PlanKind>> = {
  normal_plan: "trigger",
  track_plan: "trailing",
  profit_plan: "take_profit",
  pos_profit: "take_profit",
  loss_plan: "stop_loss",
  moving_plan: "stop_loss",
  pos_loss: "stop_loss",
};

export function futuresPlanOf(category: Category, row: Row): Plan {
  const kind = PLAN_KINDS[row["planType"] ?? ""] ?? "trigger";
  const trigger = row["triggerPrice"] ?? "";
  const preset = {
    takeProfit: known(row["stopSurplusTriggerPrice"]),
    stopLoss: known(row["stopLossTriggerPrice"]),
  };
  const exits = {
    takeProfit: kind === "take_profit" ? trigger : preset.takeProfit,
    stopLoss: kind === "stop_loss" ? trigger : preset.stopLoss,
  };
  return {
    ...placeOf(category, row["symbol"]),
    ...exits,
    id: row["orderId"] ?? "",
    clientId: row["clientOid"] ?? "",
    kind,
    side: directionOf(row),
    positionSide: sideOf(row),
    triggerPrice: trigger,
    triggerBy: triggerByOf(row["triggerType"]),
    orderPrice: known(row["executePrice"] ?? row["price"]),
    size: row["size"] ?? "",
    callbackRate: fraction(row["callbackRatio"]),
    reduceOnly: kind === "take_profit" || kind === "stop_loss",
    status: row["planStatus"] ?? "",
    createdMs: Number(row["cTime"]),
    updatedMs: Number(row["uTime"]),
  };
}

export function futuresBillOf(category: Category, row: Row): Bill {
  return {
    id: row["billId"] ?? "",
    wallet: category.replace("-", "_"),
    coin: row["coin"] ?? "",
    symbol: row["symbol"] ?? "",
    kind: row["businessType"] ?? "",
    amount: row["amount"] ?? "",
    fee: row["fee"] ?? "",
    balance: row["balance"] ?? "",
    timeMs: Number(row["cTime"]),
  };
}
