/** Rows of the reads of one user: what is open now. Prices, sizes and amounts are decimal texts. */
import { type Static, Type } from "typebox";
import {
  LOAN_PERIODS,
  LOAN_TYPES,
  MARGIN_MODES,
  MARGIN_WALLETS,
  ORDER_BACKINGS,
  ORDER_SOURCES,
  ORDER_TYPES,
  PLAN_KINDS,
  POSITION_SIDES,
  SIDES,
  STP_MODES,
  TIMES_IN_FORCE,
  TRIGGER_SOURCES,
} from "../core/base/vocabulary.ts";
import { PLAN_STATUSES } from "../projections/live/plan-status.ts";
import { Flag, INSTRUMENT_ROW, IsoTime, rowsOf, Text, text } from "./admin-fields.ts";

const Size = text("in base coin, as the client sent it; empty for an order by amount");
const LimitPrice = text("empty for a market order");
const TriggerPrice = text("empty for none");

/** Terms that orders and plans have in common. */
const TERMS = {
  ...INSTRUMENT_ROW,
  side: Type.Enum([...SIDES]),
  positionSide: Type.Enum([...POSITION_SIDES]),
  orderType: Type.Enum([...ORDER_TYPES]),
  timeInForce: Type.Enum([...TIMES_IN_FORCE]),
  reduceOnly: Flag,
  stpMode: Type.Enum([...STP_MODES]),
  source: Type.Enum([...ORDER_SOURCES]),
  marginMode: Type.Enum([...MARGIN_MODES]),
  backing: Type.Enum([...ORDER_BACKINGS], { description: "account that pays a spot order" }),
  price: LimitPrice,
};

/** Members of an order, open or closed. */
export const ORDER_ROW = {
  orderId: Text,
  clientOrderId: text("the client's, or the order id when the client gave none"),
  ...TERMS,
  size: Size,
  quoteAmount: text("amount in quote coin of an order by amount; empty for others"),
  leverage: Type.Integer({ description: "0 on spot" }),
  loanType: Type.Enum([...LOAN_TYPES]),
  state: Type.Enum(["new", "partially_filled", "filled", "cancelled"]),
  filled: text("filled part of the size, in base coin"),
  averagePrice: text("of its fills; 0 without one"),
  fee: text("paid for all fills"),
  feeCoin: text("empty without a fill"),
  realisedPnl: text("of its fills on futures, without fees, in the settle coin"),
  takeProfit: TriggerPrice,
  stopLoss: TriggerPrice,
  createdAt: IsoTime,
  updatedAt: IsoTime,
};
const OrderRow = Type.Object(ORDER_ROW);
export type OrderState = Static<typeof OrderRow>;
export const OpenOrders = Type.Array(OrderRow);

const PLAN_ROW = {
  planId: Text,
  clientOrderId: text("the client's, or the plan id when the client gave none"),
  kind: Type.Enum([...PLAN_KINDS]),
  status: Type.Enum([...PLAN_STATUSES]),
  ...TERMS,
  size: text("in base coin; empty for a whole position or an order by amount"),
  quoteAmount: text("amount in quote coin of an order by amount; empty for others"),
  triggerBy: Type.Enum([...TRIGGER_SOURCES]),
  triggerPrice: TriggerPrice,
  callbackPercent: text("distance of a trailing plan from the best price; empty for others"),
  takeProfit: text("trigger price of the exit of its order; empty for none"),
  stopLoss: text("trigger price of the exit of its order; empty for none"),
  pairedId: text("plan that ends with this one; empty for none"),
  parentOrderId: text("order whose fills this plan closes; empty for none"),
  createdAt: IsoTime,
  updatedAt: IsoTime,
};
export const OpenPlans = rowsOf(PLAN_ROW);
export type PlanState = Static<typeof OpenPlans>[number];

/** Members of a position in responses. */
export const POSITION_ROW = {
  positionId: Text,
  ...INSTRUMENT_ROW,
  side: Type.Enum(["long", "short"]),
  isHedge: Type.Boolean({ description: "whether the user is in hedge mode" }),
  size: text("in base coin"),
  closable: text("part of the size that no resting order closes"),
  entryPrice: Text,
  markPrice: text("empty while there is none"),
  breakEvenPrice: text("with fees and funding"),
  marginCoin: text("coin of all amounts of the row"),
  unrealisedPnl: Text,
  realisedPnl: text("over the life of the position, without fees and funding"),
  funding: text("received less paid"),
  fees: text("paid for opening and closing"),
  marginMode: Type.Enum([...MARGIN_MODES]),
  leverage: Type.Integer(),
  margin: text("initial margin at mark if crossed, its own margin if isolated"),
  maintenanceRate: text("share of the value, of the tier of the position"),
  marginRatio: text(
    "maintenance margin ÷ equity, of the account if crossed; it is liquidated above 1",
  ),
  liquidationPrice: text("estimated mark price; empty when no price liquidates it"),
  bankruptcyPrice: text("empty when no price leaves a debt"),
  openedAt: IsoTime,
};
export const OpenPositions = rowsOf(POSITION_ROW);
export type PositionState = Static<typeof OpenPositions>[number];

/** Debts of a user of each kind; kinds without a debt are empty lists. */
export const Loans = Type.Object({
  margin: rowsOf({
    wallet: Type.Enum([...MARGIN_WALLETS]),
    symbol: text("instrument of an isolated account; empty in crossed margin"),
    coin: Text,
    principal: Text,
    interest: text("unpaid, up to now"),
    dailyRate: Text,
    riskRate: text("debts ÷ assets of the account; empty while a price is missing"),
  }),
  unified: rowsOf({
    coin: Text,
    debt: text("by which balance and unrealised profit are below zero"),
    owed: text("part of the debt by which the balance is below zero"),
    interestFree: Text,
    dailyRate: Text,
  }),
  pledged: rowsOf({
    ...{ loanId: Text, coin: Text },
    debt: text("principal and interest, up to now"),
    ...{ principal: Text, pledgeCoin: Text, pledge: Text },
    rate: text("debt ÷ value of the pledge; 0 while a price is missing"),
    forcedRate: text("rate at which the pledge is sold"),
    period: Type.Enum([...LOAN_PERIODS]),
    takenAt: IsoTime,
    expiresAt: text("ISO time; empty for a loan without an end"),
  }),
  institutional: rowsOf({
    loanId: Text,
    unitUid: text("account of the risk unit of the user, which has the debt"),
    ...{ coin: Text, principal: Text, interest: text("unpaid, up to now") },
  }),
});
export type LoanStates = Static<typeof Loans>;
