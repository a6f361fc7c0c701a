/**
 * Tables of the history. Every row is a function of the events, in the units of the core: ticks,
 * lots, atoms. `id` increases strictly from row to row of a table.
 */

import { IDS_PER_SEQ } from "../../core/base/limits.ts";
import { REJECTIONS } from "../../core/base/rejections.ts";
import {
  ACCOUNT_KINDS,
  CATEGORIES,
  CLOSE_REASONS,
  LOAN_TYPES,
  MARGIN_MODES,
  MARGIN_WALLETS,
  MOVE_REASONS,
  ORDER_BACKINGS,
  ORDER_SOURCES,
  ORDER_TYPES,
  PLAN_CANCEL_REASONS,
  PLAN_KINDS,
  POSITION_SIDES,
  REALMS,
  REPAYMENT_KINDS,
  ROLES,
  SIDES,
  STP_MODES,
  TIMES_IN_FORCE,
  TRIGGER_SOURCES,
  UNWIND_OUTCOMES,
  WALLETS,
} from "../../core/base/vocabulary.ts";
import { COMMAND_KINDS } from "../../core/commands/commands.ts";
import type { RecordOf } from "../../core/commands/schema.ts";
import type { EventFields } from "../../core/events/event-buffer.ts";
import type { EventKind } from "../../core/events/events.ts";
import { CANDLE_BASES } from "../live/candle-interval.ts";
import type { AfterFill } from "../live/live-order.ts";
import { PLAN_STATUSES } from "../live/plan-status.ts";
import { table } from "./table-shape.ts";

export const ORDER_STATUSES = ["live", "partially_filled", "filled", "cancelled"] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** `none` while the order is open. */
export const ORDER_CLOSE_REASONS = ["none", ...CLOSE_REASONS] as const;

/**
 * Why a balance changed. A fill of one-way mode or spot is a `buy` or `sell`, of hedge mode one of
 * the four that name the position. The margin of an isolated position moves in two bills: why it
 * left or came back to the futures wallet, and `margin_in` or `margin_out` of its own account; its
 * funding moves by way of the futures wallet. A `withdraw_refund` is what a withdrawal that came to
 * nothing returns: no deposit.
 */
export const BILL_KINDS = [
  "deposit",
  "withdraw",
  "withdraw_refund",
  "transfer_in",
  "transfer_out",
  "sub_transfer_in",
  "sub_transfer_out",
  "buy",
  "sell",
  "open_long",
  "open_short",
  "close_long",
  "close_short",
  "funding_in",
  "funding_out",
  "borrow",
  "repay",
  "liquidation_fee",
  "swap_in",
  "swap_out",
  "margin_opened",
  "margin_closed",
  "margin_added",
  "margin_removed",
  "margin_auto_added",
  "margin_leverage_added",
  "margin_in",
  "margin_out",
  "interest",
  "exchange_in",
  "exchange_out",
  "margin_buy",
  "margin_sell",
  "force_buy",
  "force_sell",
  "force_close_long",
  "force_close_short",
  "burst_buy",
  "burst_sell",
  "burst_close_long",
  "burst_close_short",
  "offset_close_long",
  "offset_close_short",
  "liquidation_surplus",
  "liquidation_shortfall",
  "convert_in",
  "convert_out",
  "p2p_in",
  "p2p_out",
  "pledge_in",
  "pledge_out",
  "pledged_loan_in",
  "pledged_loan_out",
  "unit_loan_in",
  "unit_loan_out",
  "trade_correction_in",
  "trade_correction_out",
  "liquidation_refund",
] as const;
export type BillKind = (typeof BILL_KINDS)[number];

/** `last` prices are those of trades. */
export const PRICE_KINDS = ["last", "mark", "index"] as const;
export type PriceKind = (typeof PRICE_KINDS)[number];

/**
 * Orders and plans whose client id was chosen by the client. That of the others is `idText` of
 * their id, by which they are found without an index.
 */
export const HAS_CHOSEN_CLIENT_ID = "client_order_id <> CAST(id + 1000000000000000000 AS TEXT)";

const BY_CHOSEN_CLIENT_ID = {
  fields: ["user", "clientOrderId", "id"],
  where: HAS_CHOSEN_CLIENT_ID,
} as const;

/**
 * Fills whose ids are so far from the id of their order that a later command may have made them.
 * The others are next to that id in the key, where they are found without an index.
 */
export const IS_FAR_FROM_ORDER = `id - order_id >= ${IDS_PER_SEQ}`;

/**
 * A row with a column for every field of a kind of event but those in `But`; a field without one is
 * a compile error where the row is declared.
 */
type Keeping<K extends EventKind, But extends string, Row extends Omit<EventFields<K>, But>> = Row;

/**
 * Live and closed. `feeCurrency` is that of the last fill, meaningless while `filled` is 0; `exits`
 * is what `exitsText` makes of them; `closedSeq` and `closedBy` are of the command that closed it.
 */
export const ORDERS = table(
  "orders",
  ["user", "id"],
  {
    user: "int",
    id: "int",
    instrument: "int",
    side: SIDES,
    orderType: ORDER_TYPES,
    timeInForce: TIMES_IN_FORCE,
    positionSide: POSITION_SIDES,
    reduceOnly: "flag",
    stpMode: STP_MODES,
    price: "ticks",
    size: "lots",
    quoteAmount: "money",
    leverage: "int",
    marginMode: MARGIN_MODES,
    source: ORDER_SOURCES,
    backing: ORDER_BACKINGS,
    loanType: LOAN_TYPES,
    sizingPriceE6: "int",
    clientOrderId: "text",
    status: ORDER_STATUSES,
    closeReason: ORDER_CLOSE_REASONS,
    closedSeq: "int",
    closedBy: ["none", ...COMMAND_KINDS],
    filled: "lots",
    filledNotional: "money",
    fillPriceMin: "ticks",
    fillPriceMax: "ticks",
    remaining: "lots",
    feeTotal: "money",
    feeCurrency: "int",
    realisedPnl: "money",
    exits: "text",
    createdAtMs: "int",
    updatedAtMs: "int",
  },
  [["user", "instrument", "id"]],
  [BY_CHOSEN_CLIENT_ID],
);
export type OrderRow = Keeping<"order_accepted", "orderId", RecordOf<typeof ORDERS.fields>>;

/** One order's side of a trade, with fields of its order; two sizes are those after the fill. */
export const FILLS = table(
  "fills",
  ["user", "id"],
  {
    user: "int",
    id: "int",
    tradeId: "int",
    orderId: "int",
    instrument: "int",
    orderType: ORDER_TYPES,
    source: ORDER_SOURCES,
    backing: ORDER_BACKINGS,
    clientOrderId: "text",
    side: SIDES,
    positionSide: POSITION_SIDES,
    role: ROLES,
    closesPosition: "flag",
    price: "ticks",
    size: "lots",
    value: "money",
    fee: "money",
    feeCurrency: "int",
    realisedPnl: "money",
    filled: "lots",
    remaining: "lots",
    sizingPriceE6: "int",
    createdAtMs: "int",
  },
  [["user", "instrument", "id"]],
  [{ fields: ["user", "orderId", "id"], where: IS_FAR_FROM_ORDER }],
);
export type FillRow = Keeping<"order_filled", "fillId" | AfterFill, RecordOf<typeof FILLS.fields>>;

/** Pending and closed; `failReason` and `cancelReason` are `none` for the others. */
export const PLANS = table(
  "plans",
  ["user", "id"],
  {
    user: "int",
    id: "int",
    instrument: "int",
    planKind: PLAN_KINDS,
    side: SIDES,
    timeInForce: TIMES_IN_FORCE,
    positionSide: POSITION_SIDES,
    reduceOnly: "flag",
    stpMode: STP_MODES,
    source: ORDER_SOURCES,
    marginMode: MARGIN_MODES,
    backing: ORDER_BACKINGS,
    pairedId: "int",
    parentOrderId: "int",
    sizingPriceE6: "int",
    triggerBy: TRIGGER_SOURCES,
    triggerPrice: "ticks",
    callbackE4: "int",
    orderType: ORDER_TYPES,
    price: "ticks",
    size: "lots",
    quoteAmount: "money",
    profitTrigger: "ticks",
    profitBy: TRIGGER_SOURCES,
    profitPrice: "ticks",
    lossTrigger: "ticks",
    lossBy: TRIGGER_SOURCES,
    lossPrice: "ticks",
    clientOrderId: "text",
    status: PLAN_STATUSES,
    executeOrderId: "int",
    failReason: ["none", ...REJECTIONS],
    cancelReason: ["none", ...PLAN_CANCEL_REASONS],
    firedAtMs: "int",
    createdAtMs: "int",
    updatedAtMs: "int",
  },
  [["user", "instrument", "id"]],
  [BY_CHOSEN_CLIENT_ID],
);
export type PlanRow = Keeping<"plan_accepted", "planId", RecordOf<typeof PLANS.fields>>;

/** Public trades. */
export const TRADES = table("trades", ["instrument", "id"], {
  instrument: "int",
  id: "int",
  price: "ticks",
  size: "lots",
  takerSide: SIDES,
  createdAtMs: "int",
});
export type TradeRow = RecordOf<typeof TRADES.fields>;

/**
 * One change of one balance: `balance` is the balance before plus `amount` minus `fee`. `relatedId`
 * is the id of a fill, a transfer, a payment of funding, an event of a loan, a corrected trade or a
 * refunded liquidation; `orderId` is 0 unless it is a fill. `instrument` is valid if
 * `hasInstrument`: for fills, corrected trades, funding and isolated margin accounts.
 */
export const BILLS = table(
  "bills",
  ["user", "id"],
  {
    user: "int",
    id: "int",
    wallet: WALLETS,
    currency: "int",
    kind: BILL_KINDS,
    amount: "money",
    fee: "money",
    balance: "money",
    hasInstrument: "flag",
    instrument: "int",
    relatedId: "int",
    orderId: "int",
    createdAtMs: "int",
  },
  [["user", "currency", "id"]],
);
export type BillRow = RecordOf<typeof BILLS.fields>;

/**
 * One row per owner: a movement between two users has a row for each. Instruments are index + 1 of
 * isolated margin accounts, else 0.
 */
export const TRANSFERS = table("transfers", ["user", "id"], {
  user: "int",
  id: "int",
  reason: MOVE_REASONS,
  currency: "int",
  amount: "money",
  fromUser: "int",
  fromWallet: WALLETS,
  toUser: "int",
  toWallet: WALLETS,
  fromInstrument: "int",
  toInstrument: "int",
  clientTransferId: "text",
  createdAtMs: "int",
});
export type TransferRow = RecordOf<typeof TRANSFERS.fields>;

export const LOAN_RECORD_KINDS = ["borrow", "interest", "repay"] as const;
export type LoanRecordKind = (typeof LOAN_RECORD_KINDS)[number];

/**
 * Changes of loans. `place` is the index + 1 of an isolated account's instrument, or 0.
 * `amount` is borrowed, charged or repaid; a repayment has its two parts, interest its rate.
 * `isAuto` marks what an order borrowed and the interest of a loan's first hour.
 */
export const LOAN_RECORDS = table("loan_records", ["user", "id"], {
  user: "int",
  id: "int",
  kind: LOAN_RECORD_KINDS,
  wallet: MARGIN_WALLETS,
  place: "int",
  currency: "int",
  amount: "money",
  interestPart: "money",
  principalPart: "money",
  dailyRateE8: "int",
  isAuto: "flag",
  repayment: REPAYMENT_KINDS,
  createdAtMs: "int",
});
export type LoanRecordRow = RecordOf<typeof LOAN_RECORDS.fields>;

export const UNWIND_STATES = ["open", ...UNWIND_OUTCOMES] as const;

/** Liquidations and flash repayments of margin accounts; values in the account's money. */
export const UNWINDS = table("unwinds", ["user", "id"], {
  user: "int",
  id: "int",
  wallet: MARGIN_WALLETS,
  place: "int",
  currency: "int",
  isForced: "flag",
  riskE6: "int",
  assets: "money",
  debts: "money",
  fee: "money",
  state: UNWIND_STATES,
  createdAtMs: "int",
  endedAtMs: "int",
});
export type UnwindRow = RecordOf<typeof UNWINDS.fields>;

/** Collateral that changed hands with the insurance fund. */
export const SWAPS = table("swaps", ["user", "id"], {
  user: "int",
  id: "int",
  wallet: MARGIN_WALLETS,
  place: "int",
  fromCurrency: "int",
  fromAmount: "money",
  toCurrency: "int",
  toAmount: "money",
  createdAtMs: "int",
});
export type SwapRow = RecordOf<typeof SWAPS.fields>;

/**
 * Closed positions. Average prices are `openedNotional` by `openedSize` and `closedNotional` by
 * `closedSize`. `id` follows the order of closing; `positionId` is the core's.
 */
export const CLOSED_POSITIONS = table(
  "closed_positions",
  ["user", "id"],
  {
    user: "int",
    id: "int",
    positionId: "int",
    instrument: "int",
    positionSide: POSITION_SIDES,
    isHedge: "flag",
    openedSize: "lots",
    openedNotional: "money",
    closedSize: "lots",
    closedNotional: "money",
    realisedPnl: "money",
    openFee: "money",
    closeFee: "money",
    openPriceMin: "ticks",
    openPriceMax: "ticks",
    closePriceMin: "ticks",
    closePriceMax: "ticks",
    leverage: "int",
    funding: "money",
    marginMode: MARGIN_MODES,
    openedAtMs: "int",
    closedAtMs: "int",
  },
  [["user", "instrument", "id"]],
);
export type ClosedPositionRow = Keeping<
  "position_changed",
  "size" | "openNotional" | "margin",
  RecordOf<typeof CLOSED_POSITIONS.fields>
>;

/**
 * `volume` in lots and `turnover` in atoms of quote (linear, spot) or settle (inverse); both 0 for
 * mark and index prices. A turnover beyond 64 bits is stored as the largest one. A span without a
 * trade has no row.
 */
export const CANDLES = table("candles", ["instrument", "priceKind", "base", "startMs"], {
  instrument: "int",
  priceKind: PRICE_KINDS,
  base: CANDLE_BASES,
  startMs: "int",
  open: "ticks",
  high: "ticks",
  low: "ticks",
  close: "ticks",
  volume: "lots",
  turnover: "money",
});
export type CandleRow = RecordOf<typeof CANDLES.fields>;

/** Settled funding; payments were computed at the price `mark`. */
export const FUNDING_RATES = table("funding_rates", ["instrument", "settledAtMs"], {
  instrument: "int",
  settledAtMs: "int",
  rate: "rate",
  mark: "ticks",
});
export type FundingRateRow = RecordOf<typeof FUNDING_RATES.fields>;

/** Properties of users that the writer needs after a restart. */
export const USERS = table("users", ["user"], {
  user: "int",
  accountKind: ACCOUNT_KINDS,
  realm: REALMS,
  parent: "int",
});

/** Users whose own rows are not written; a quiet user stays quiet. */
export const QUIET_USERS = table("quiet_users", ["user"], { user: "int" });

/** Listed instruments, so that the rows can be read without the core. */
export const INSTRUMENTS = table("instruments", ["instrument"], {
  instrument: "int",
  symbol: "text",
  category: CATEGORIES,
  realm: REALMS,
  base: "int",
  quote: "int",
  settle: "int",
  isInverse: "flag",
  priceDecimals: "int",
  tickStep: "int",
  sizeDecimals: "int",
  lotStep: "int",
  baseAtomsPerLot: "money",
  baseCode: "text",
  quoteCode: "text",
  quoteDecimals: "int",
  settleDecimals: "int",
});
export type InstrumentRow = RecordOf<typeof INSTRUMENTS.fields>;
