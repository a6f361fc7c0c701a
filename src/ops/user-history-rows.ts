/** Rows of the history of one user, newest first. Prices, sizes and amounts are decimal texts. */
import { type Static, Type } from "typebox";
import {
  CLOSE_REASONS,
  FUND_MOVE_REASONS,
  LIQUIDATION_STEPS,
  LIQUIDATION_TAKERS,
  ORDER_BACKINGS,
  ORDER_SOURCES,
  ORDER_TYPES,
  POSITION_SIDES,
  REALMS,
  ROLES,
  SIDES,
  WALLETS,
} from "../core/base/vocabulary.ts";
import { BILL_KINDS } from "../projections/history/tables.ts";
import { Flag, INSTRUMENT_ROW, IsoTime, rowsOf, Text, text } from "./admin-fields.ts";
import { CommandSource } from "./command-source.ts";
import { ORDER_ROW } from "./user-read-rows.ts";

/** Who ended an order. */
const CLOSERS = ["user", "operator", "matching", "exchange"] as const;

const CLOSE = {
  reason: Type.Enum([...CLOSE_REASONS]),
  words: text("the reason as a sentence"),
  by: Type.Enum([...CLOSERS], {
    description: "matching: the terms of the order; exchange: risk, delivery or a countdown",
  }),
  command: text("kind of the command that ended the order; empty when it is not recorded"),
  seq: Type.Integer({
    description: "seq of that command, for an act of the operator that of the act; 0 when unknown",
  }),
  liquidationId: text("liquidation or flash repayment that cancelled it; empty for none"),
  closedAt: IsoTime,
};
const Close = Type.Object(CLOSE);
export type OrderClose = Static<typeof Close>;

const RECORDED = { ...ORDER_ROW, close: Type.Optional(Close) };
const Cursor = text("cursor of the next page; empty on the last page");

const FILL = {
  fillId: text("the id that the user sees as that of the trade"),
  ...{ tradeId: Text, orderId: Text, clientOrderId: Text, ...INSTRUMENT_ROW },
  side: Type.Enum([...SIDES]),
  positionSide: Type.Enum([...POSITION_SIDES]),
  orderType: Type.Enum([...ORDER_TYPES]),
  source: Type.Enum([...ORDER_SOURCES]),
  backing: Type.Enum([...ORDER_BACKINGS]),
  role: Type.Enum([...ROLES]),
  closesPosition: Flag,
  price: Text,
  size: text("in base coin"),
  value: text("in quote coin, of inverse contracts in the settle coin"),
  fee: text("paid"),
  feeCoin: Text,
  realisedPnl: text("on futures, without fees, in the settle coin"),
  time: IsoTime,
};
const FillRow = Type.Object(FILL);
export type FillState = Static<typeof FillRow>;

const COUNTER_ACCOUNT = {
  uid: text("of its user; empty for an account of the exchange"),
  realm: Type.Enum([...REALMS]),
  wallet: Type.Enum([...WALLETS]),
  symbol: text("of an isolated margin; empty for others"),
  category: Text,
  amount: text("that it received, in the coin of the bill; below zero it paid"),
};

const BILL = {
  billId: Text,
  wallet: Type.Enum([...WALLETS]),
  kind: Type.Enum([...BILL_KINDS]),
  coin: Text,
  amount: text("with its sign, before the fee"),
  fee: text("paid with it"),
  balance: text("of the wallet after it"),
  symbol: text("of fills, funding and isolated margin; empty for others"),
  category: Text,
  relatedId: text("fill, transfer, loan event, trade or liquidation behind it; empty for none"),
  orderId: text("of a fill; empty for others"),
  time: IsoTime,
  counterAccounts: Type.Array(Type.Object(COUNTER_ACCOUNT), {
    description:
      "accounts on the other side, which together receive what the bill takes; empty for the " +
      "kinds borrow and repay of a unified account, which repeat what another bill did to a debt",
  }),
};

const LIQUIDATION = {
  liquidationId: Text,
  scope: Type.Enum(["isolated", "crossed", "unified", "margin"], {
    description: "an isolated position, a futures account, a unified or a margin account",
  }),
  wallet: Type.Enum([...WALLETS]),
  symbol: text("of an isolated position or margin account; empty for others"),
  category: Text,
  side: text("of an isolated position; empty for others"),
  markPrice: text("of an isolated position at its beginning; empty for others"),
  coin: text("coin of the figures; USD for a unified account"),
  equity: text("at the beginning; of a margin account assets less debts"),
  maintenance: text("maintenance margin at the beginning; empty for a margin account"),
  debts: text("of a margin account; empty for others"),
  ratio: text("at the beginning: maintenance ÷ equity; of a margin account its risk rate"),
  state: Type.Enum(["open", "recovered", "closed", "paused", "success", "failed"]),
  endEquity: text("empty while it is open and for a margin account"),
  endMaintenance: text("empty while it is open and for a margin account"),
  fee: text("liquidation fee of a margin account; empty for others"),
  ...{ startedAt: IsoTime, endedAt: text("ISO time; empty while it is open") },
  parts: rowsOf({
    ...{ orderId: Text, ...INSTRUMENT_ROW, side: Type.Enum([...POSITION_SIDES]) },
    step: Type.Enum([...LIQUIDATION_STEPS]),
    taker: Type.Enum([...LIQUIDATION_TAKERS], { description: "who took the other side" }),
    ...{ markPrice: Text, price: Text, size: text("in base coin"), time: IsoTime },
  }),
  sales: rowsOf({
    ...{ orderId: Text, ...INSTRUMENT_ROW, side: Type.Enum([...SIDES]) },
    averagePrice: text("of the fills; 0 without one"),
    size: text("filled, in base coin"),
    ...{ fee: Text, feeCoin: text("empty without a fill"), time: IsoTime },
  }),
  swaps: rowsOf({
    with: Type.Enum(["insurance_fund", "lending_pool"], {
      description: "who took the coins; the pool gives a unified account what it repays",
    }),
    ...{ fromCoin: Text, fromAmount: text("paid by the account") },
    ...{ toCoin: Text, toAmount: text("received by the account"), time: IsoTime },
  }),
  repayments: rowsOf({
    ...{ coin: Text, principal: text("paid to the lending pool") },
    ...{ interest: text("paid besides"), time: IsoTime },
  }),
  losses: rowsOf({
    ...{ coin: text("of a loan of a margin account that its coins did not repay") },
    fundPaid: text("principal that the insurance fund paid to the lending pool"),
    poolLoss: text("principal that the lending pool wrote off"),
    interestDropped: text("unpaid interest that ended with the loan"),
    time: IsoTime,
  }),
  fund: rowsOf({
    reason: Type.Enum([...FUND_MOVE_REASONS, "liquidation_fee", "loan_cover"]),
    coin: Text,
    received: text("by the insurance fund from the user; 0 for a payment"),
    paid: text("by the insurance fund to the user, or for the user's loan; 0 for a receipt"),
    time: IsoTime,
  }),
  isComplete: Type.Boolean({ description: "whether all lists have everything" }),
};

export const OrderHistory = Type.Object({ orders: rowsOf(RECORDED), cursor: Cursor });
export type RecordedOrder = Static<typeof OrderHistory>["orders"][number];
export type OrderHistoryPage = Static<typeof OrderHistory>;
export const FillHistory = Type.Object({ fills: Type.Array(FillRow), cursor: Cursor });
export type FillPage = Static<typeof FillHistory>;
export const BillHistory = Type.Object({ bills: rowsOf(BILL), cursor: Cursor });
export type BillPage = Static<typeof BillHistory>;
export const LiquidationHistory = Type.Object({
  liquidations: rowsOf(LIQUIDATION),
  cursor: Cursor,
});
export type LiquidationPage = Static<typeof LiquidationHistory>;
export type LiquidationState = LiquidationPage["liquidations"][number];

/** One order with everything that is known of it. */
export const FoundOrder = Type.Object({
  ...{ uid: Text, ...RECORDED },
  act: Type.Optional(
    Type.Object(
      { seq: Type.Integer(), actor: Text, reason: Text, requestId: Text, command: Text },
      { description: "act of the operator that ended it" },
    ),
  ),
  placedBy: CommandSource,
  closedBy: Type.Optional(CommandSource),
  fills: Type.Array(FillRow, { description: "the newest 100" }),
  hasMoreFills: Flag,
});
export type FoundOrderState = Static<typeof FoundOrder>;
