/** Rows of v3 (docs/openapi, docs/asyncapi), from REST and channels, as the panels show them. */
import Big from "big.js";
import type { Category } from "../../state/instrument.ts";
import { inverseFace } from "../inverse-face.ts";
import type {
  AccountSummary,
  Balance,
  Bill,
  Fill,
  MarginMode,
  Order,
  Plan,
  PlanKind,
  Position,
  PositionSide,
  Side,
  TimeInForce,
  TriggerBy,
} from "../model.ts";

/** Category of v3 in either case; `margin` is spot with borrowed coins. */
function placeOf(category: string, symbol: string) {
  const line = category.toLowerCase();
  const known = (line === "margin" ? "spot" : line) as Category;
  return { category: known, symbol, instrumentKey: `${known}:${symbol}` };
}

function marginModeOf(category: string, marginMode: string): MarginMode {
  if (marginMode === "isolated") return "isolated";
  return category.toLowerCase() === "spot" ? "spot" : "crossed";
}

/** The position that an order names; `net` and empty text name none. */
function sideOf(posSide: string): PositionSide | undefined {
  return posSide === "long" || posSide === "short" ? posSide : undefined;
}

/** Text without a zero, which some rows write for none. */
function known(text: string | null | undefined): string {
  return text === undefined || text === null || Number(text) === 0 ? "" : text;
}

type FeeDetail = readonly { readonly feeCoin: string; readonly fee: string }[];

/** An order of `unfilled-orders`, `history-orders` or the channel `order`. */
export type OrderRow = {
  readonly orderId: string;
  readonly clientOid: string;
  readonly category: string;
  readonly symbol: string;
  readonly orderType: "limit" | "market";
  readonly side: Side;
  readonly price: string;
  readonly qty: string;
  readonly amount: string;
  readonly cumExecQty: string;
  readonly avgPrice: string;
  readonly timeInForce: TimeInForce;
  readonly orderStatus: string;
  readonly posSide: string;
  readonly marginMode: string;
  readonly reduceOnly: string;
  readonly feeDetail: FeeDetail;
  readonly cancelReason: string;
  /** REST alone. */
  readonly execType?: string;
  readonly takeProfit?: string | null;
  readonly stopLoss?: string | null;
  /** The channel alone. */
  readonly takeprofit?: string;
  readonly stoploss?: string;
  readonly createdTime: string;
  readonly updatedTime: string;
};

export function orderOf(row: OrderRow): Order {
  const fee = row.feeDetail[0];
  const size = known(row.qty);
  return {
    ...placeOf(row.category, row.symbol),
    id: row.orderId,
    clientId: row.clientOid,
    side: row.side,
    positionSide: sideOf(row.posSide),
    type: row.orderType,
    timeInForce: row.timeInForce,
    marginMode: marginModeOf(row.category, row.marginMode),
    price: known(row.price),
    size,
    amount: size === "" ? known(row.amount) : "",
    filled: row.cumExecQty,
    averagePrice: known(row.avgPrice),
    reduceOnly: row.reduceOnly.toLowerCase() === "yes",
    status: statusOf(row.orderStatus),
    closeReason: row.cancelReason,
    source: row.execType ?? "normal",
    fee: fee?.fee ?? "",
    feeCoin: fee?.feeCoin ?? "",
    takeProfit: known(row.takeProfit ?? row.takeprofit),
    stopLoss: known(row.stopLoss ?? row.stoploss),
    createdMs: Number(row.createdTime),
    updatedMs: Number(row.updatedTime),
  };
}

/** REST and channel spell a cancelled order differently. */
function statusOf(word: string): string {
  if (word === "new") return "live";
  return word === "cancelled" ? "canceled" : word;
}

/** A fill of `fills` or the channel `fill`. */
export type FillRow = {
  readonly execId: string;
  readonly orderId: string;
  readonly category: string;
  readonly symbol: string;
  readonly side: Side;
  readonly posSide?: string;
  readonly holdSide?: string;
  readonly execPrice: string;
  readonly execQty: string;
  readonly execValue: string;
  readonly tradeScope: "maker" | "taker";
  readonly feeDetail: FeeDetail;
  readonly createdTime?: string;
  readonly execTime?: string;
  readonly execPnl: string;
};

export function fillOf(row: FillRow): Fill {
  const fee = row.feeDetail[0];
  return {
    ...placeOf(row.category, row.symbol),
    id: row.execId,
    orderId: row.orderId,
    side: row.side,
    positionSide: sideOf(row.posSide ?? row.holdSide ?? ""),
    role: row.tradeScope,
    price: row.execPrice,
    size: row.execQty,
    notional: row.execValue,
    fee: fee?.fee ?? "",
    feeCoin: fee?.feeCoin ?? "",
    realised: row.category.toLowerCase() === "spot" ? "" : row.execPnl,
    timeMs: Number(row.createdTime ?? row.execTime),
  };
}

/** A row of `current-position` or of the channel `position`, which names some members otherwise. */
export type PositionRow = {
  /** REST alone. */
  readonly category?: string;
  readonly symbol: string;
  readonly marginCoin: string;
  readonly holdMode: string;
  readonly posSide: PositionSide;
  readonly marginMode: "crossed" | "isolated";
  readonly total?: string;
  readonly size?: string;
  readonly available: string;
  readonly leverage: string;
  readonly avgPrice: string;
  readonly breakEvenPrice: string;
  readonly markPrice: string;
  readonly liquidationPrice?: string;
  readonly liqPrice?: string;
  readonly mmr: string;
  readonly positionBalance?: string;
  readonly marginSize?: string;
  readonly unrealisedPnl: string;
  readonly curRealisedPnl: string;
  readonly totalFunding?: string;
  readonly totalFundingFee?: string;
  readonly positionStatus: string;
  readonly createdTime: string;
  readonly updatedTime: string;
};

/** A position with the time of its figures, Unix ms. */
export type TimedPosition = Position & { readonly updatedMs: number };

/** The product line that settles in a coin: symbols are unique among all lines. */
function lineOf(marginCoin: string): Category {
  if (marginCoin === "USDT") return "usdt-futures";
  return marginCoin === "USDC" ? "usdc-futures" : "coin-futures";
}

export function positionOf(row: PositionRow): TimedPosition {
  const position: Omit<TimedPosition, "face"> = {
    ...placeOf(row.category ?? lineOf(row.marginCoin), row.symbol),
    side: row.posSide,
    isHedge: row.holdMode === "hedge_mode",
    marginMode: row.marginMode,
    marginCoin: row.marginCoin,
    leverage: row.leverage,
    size: row.total ?? row.size ?? "",
    available: row.available,
    entryPrice: row.avgPrice,
    breakEvenPrice: known(row.breakEvenPrice),
    markPrice: known(row.markPrice),
    liquidationPrice: known(row.liquidationPrice ?? row.liqPrice),
    margin: row.positionBalance ?? row.marginSize ?? "",
    // Crossed positions share the ratio of the account.
    marginRatio: "",
    maintenanceRate: row.mmr,
    ...{ unrealised: row.unrealisedPnl, reportedGain: row.unrealisedPnl },
    realised: row.curRealisedPnl,
    funding: row.totalFunding ?? row.totalFundingFee ?? "",
    takeProfit: "",
    stopLoss: "",
    createdMs: Number(row.createdTime),
    updatedMs: Number(row.updatedTime),
  };
  return { ...position, face: inverseFace(position) };
}

/** A row of `unfilled-strategy-orders`; the channel pushes the halves separately once they end. */
export type StrategyRow = {
  readonly orderId: string;
  readonly clientOid: string;
  readonly category: string;
  readonly symbol: string;
  readonly qty: string;
  readonly side: Side;
  readonly posSide: string;
  readonly reduceOnly: string;
  readonly type: "tpsl" | "trigger";
  readonly status: string;
  readonly tpTriggerBy: string;
  readonly slTriggerBy: string;
  readonly takeProfit: string;
  readonly stopLoss: string;
  readonly tpLimitPrice: string;
  readonly slLimitPrice: string;
  readonly triggerBy: string;
  readonly triggerPrice: string;
  readonly triggerOrderPrice: string;
  readonly createdTime: string;
  readonly updatedTime: string;
};

function planKindOf({ stopLoss, takeProfit, type }: StrategyRow): PlanKind {
  if (type === "trigger") return "trigger";
  if (takeProfit === "") return "stop_loss";
  return stopLoss === "" ? "take_profit" : "exits";
}

function triggerByOf(word: string): TriggerBy {
  return word === "mark" ? "mark" : "last";
}

export function planOf(row: StrategyRow): Plan {
  const kind = planKindOf(row);
  const exit = row.takeProfit === "" ? row.stopLoss : row.takeProfit;
  const exitBy = row.takeProfit === "" ? row.slTriggerBy : row.tpTriggerBy;
  const exitLimit = row.takeProfit === "" ? row.slLimitPrice : row.tpLimitPrice;
  const isTrigger = kind === "trigger";
  return {
    ...placeOf(row.category, row.symbol),
    id: row.orderId,
    clientId: row.clientOid,
    kind,
    side: row.side,
    positionSide: sideOf(row.posSide),
    triggerPrice: isTrigger ? row.triggerPrice : exit,
    triggerBy: triggerByOf(isTrigger ? row.triggerBy : exitBy),
    orderPrice: known(isTrigger ? row.triggerOrderPrice : exitLimit),
    size: row.qty,
    callbackRate: "",
    reduceOnly: row.reduceOnly.toLowerCase() === "yes",
    takeProfit: row.takeProfit,
    stopLoss: row.stopLoss,
    status: row.status,
    createdMs: Number(row.createdTime),
    updatedMs: Number(row.updatedTime),
  };
}

type CoinRow = {
  readonly coin: string;
  readonly equity: string;
  readonly usdValue: string;
  readonly available: string;
  readonly locked: string;
  /** REST alone. */
  readonly debt?: string;
  /** The channel alone. */
  readonly debts?: string;
};

/** The account of `account/assets`, or of the channel `account`. */
export type AccountRow = {
  readonly accountEquity?: string;
  readonly totalEquity?: string;
  readonly unrealisedPnl?: string;
  readonly unrealisedPnL?: string;
  readonly effEquity: string;
  readonly imr: string;
  readonly mmr: string;
  readonly mgnRatio: string;
  readonly assets?: readonly CoinRow[];
  readonly coin?: readonly CoinRow[];
};

export function summaryOf(row: AccountRow): AccountSummary {
  const free = Big(row.effEquity).minus(row.imr);
  return {
    equity: row.accountEquity ?? row.totalEquity ?? "",
    available: (free.lt(0) ? Big(0) : free).toFixed(),
    unrealised: row.unrealisedPnl ?? row.unrealisedPnL ?? "",
    initialMargin: row.imr,
    maintenanceMargin: row.mmr,
    marginRatio: row.mgnRatio,
  };
}

export function balancesOf(row: AccountRow): Balance[] {
  return (row.assets ?? row.coin ?? []).map((coin) => {
    return {
      wallet: "unified",
      coin: coin.coin,
      symbol: "",
      equity: coin.equity,
      available: coin.available,
      held: coin.locked,
      borrowed: coin.debt ?? coin.debts ?? "0",
      interest: "",
      value: coin.usdValue,
    };
  });
}

/** A row of `financial-records`. */
export type RecordRow = {
  readonly category: string;
  readonly id: string;
  readonly symbol: string;
  readonly coin: string;
  readonly type: string;
  readonly amount: string;
  readonly fee: string;
  readonly balance: string;
  readonly ts: string;
};

export function billOf(row: RecordRow): Bill {
  return {
    id: row.id,
    wallet: "unified",
    coin: row.coin,
    symbol: row.symbol,
    kind: row.type,
    amount: row.amount,
    fee: row.fee,
    balance: row.balance,
    timeMs: Number(row.ts),
  };
}

export function fundingPaymentOf(row: RecordRow) {
  const { amount, coin, id, ts } = row;
  return { ...placeOf(row.category, row.symbol), id, coin, amount, timeMs: Number(ts) };
}
