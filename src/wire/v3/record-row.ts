/** Movements of balances as v3 lists them (rest-v3.md, Get Financial Records, enumerations). */
import { type Static, Type } from "typebox";
import type { Wallet } from "../../core/base/vocabulary.ts";
import { WALLET_TRAITS } from "../../core/base/word-traits.ts";
import type { Instrument } from "../../core/instruments/instrument.ts";
import { minus, plus } from "../../core/money/arithmetic.ts";
import { type Atoms, ZERO_ATOMS } from "../../core/money/units.ts";
import { BILL_KINDS, type BillKind, type BillRow } from "../../projections/history/tables.ts";
import type { LiveAccounts } from "../../projections/live/live-accounts.ts";
import { wireId } from "../ids.ts";
import { coinText } from "../texts.ts";
import { wireCategoryOf } from "../words/categories.ts";

/** All words of the interface; words without a kind of bill have no records. */
export const RECORD_TYPES = [
  "TRANSFER_IN",
  "TRANSFER_OUT",
  "ORDER_DEALT_FROZEN_OUT",
  "ORDER_DEALT_IN",
  "ORDER_PLF_FEE_OUT",
  "OPEN_LONG",
  "OPEN_SHORT",
  "CLOSE_LONG",
  "CLOSE_SHORT",
  "BUY_DEAL",
  "SELL_DEAL",
  "FORCE_CLOSE_LONG",
  "FORCE_CLOSE_SHORT",
  "FORCE_BUY_SSM",
  "FORCE_SELL_SSM",
  "BURST_CLOSE_LONG",
  "BURST_CLOSE_SHORT",
  "BURST_BUY_SSM",
  "BURST_SELL_SSM",
  "OFFSET_REDUCE_CLOSE_LONG",
  "OFFSET_REDUCE_CLOSE_SHORT",
  "RISK_LIQ_USER_IN",
  "RISK_LIQ_USER_OUT",
  "INTEREST_SETTLEMENT_OUT",
  "CONTRACT_MAIN_SETTLE_FEE_USER_IN",
  "CONTRACT_MAIN_SETTLE_FEE_USER_OUT",
  "MARGIN_SETTLE_FEE_USER_IN",
  "MARGIN_SETTLE_FEE_USER_OUT",
  "EXCHANGE_SOURCE_TOKEN_USER_OUT",
  "EXCHANGE_TARGET_TOKEN_USER_IN",
  "BORROW",
  "REPAYMENT",
  "INTEREST_REPAYMENT",
  "RESERVE_TRANSFER_IN",
  "RESERVE_TRANSFER_OUT",
  "LIQ_FUND_IN",
  "LIQ_FUND_OUT",
  "LIQ_CONVERT_IN",
  "LIQ_CONVERT_OUT",
  "LIQ_TRANSFER_IN",
  "LIQ_TRANSFER_OUT",
  "LIQ_FEE",
  "LIQ_REPAYMENT",
  "CONVERT_TRANSFER_IN",
  "CONVERT_TRANSFER_OUT",
  "INCREASE_MARGIN",
  "REDUCE_MARGIN",
] as const;
export type RecordType = (typeof RECORD_TYPES)[number];

/** Groups of records of the funding account. */
type FundingGroup = "deposit" | "withdraw" | "transfer" | "convert" | "loan" | "pre_c2c";

/**
 * Category of a record, MARGIN for records of borrowing, and its group in the funding account.
 * Kinds that do not occur in the funding account also have a group.
 */
const LISTED_UNDER: Readonly<
  Record<BillKind, readonly [category: "MARGIN" | "OF_INSTRUMENT", group: FundingGroup]>
> = {
  deposit: ["OF_INSTRUMENT", "deposit"],
  withdraw: ["OF_INSTRUMENT", "withdraw"],
  withdraw_refund: ["OF_INSTRUMENT", "withdraw"],
  transfer_in: ["OF_INSTRUMENT", "transfer"],
  transfer_out: ["OF_INSTRUMENT", "transfer"],
  sub_transfer_in: ["OF_INSTRUMENT", "transfer"],
  sub_transfer_out: ["OF_INSTRUMENT", "transfer"],
  buy: ["OF_INSTRUMENT", "transfer"],
  sell: ["OF_INSTRUMENT", "transfer"],
  open_long: ["OF_INSTRUMENT", "transfer"],
  open_short: ["OF_INSTRUMENT", "transfer"],
  close_long: ["OF_INSTRUMENT", "transfer"],
  close_short: ["OF_INSTRUMENT", "transfer"],
  funding_in: ["OF_INSTRUMENT", "transfer"],
  funding_out: ["OF_INSTRUMENT", "transfer"],
  borrow: ["MARGIN", "transfer"],
  repay: ["MARGIN", "transfer"],
  liquidation_fee: ["OF_INSTRUMENT", "transfer"],
  swap_in: ["OF_INSTRUMENT", "transfer"],
  swap_out: ["OF_INSTRUMENT", "transfer"],
  margin_opened: ["OF_INSTRUMENT", "transfer"],
  margin_closed: ["OF_INSTRUMENT", "transfer"],
  margin_added: ["OF_INSTRUMENT", "transfer"],
  margin_removed: ["OF_INSTRUMENT", "transfer"],
  margin_auto_added: ["OF_INSTRUMENT", "transfer"],
  margin_leverage_added: ["OF_INSTRUMENT", "transfer"],
  margin_in: ["OF_INSTRUMENT", "transfer"],
  margin_out: ["OF_INSTRUMENT", "transfer"],
  interest: ["MARGIN", "transfer"],
  exchange_in: ["MARGIN", "transfer"],
  exchange_out: ["MARGIN", "transfer"],
  margin_buy: ["MARGIN", "transfer"],
  margin_sell: ["MARGIN", "transfer"],
  force_buy: ["OF_INSTRUMENT", "transfer"],
  force_sell: ["OF_INSTRUMENT", "transfer"],
  force_close_long: ["OF_INSTRUMENT", "transfer"],
  force_close_short: ["OF_INSTRUMENT", "transfer"],
  burst_buy: ["OF_INSTRUMENT", "transfer"],
  burst_sell: ["OF_INSTRUMENT", "transfer"],
  burst_close_long: ["OF_INSTRUMENT", "transfer"],
  burst_close_short: ["OF_INSTRUMENT", "transfer"],
  offset_close_long: ["OF_INSTRUMENT", "transfer"],
  offset_close_short: ["OF_INSTRUMENT", "transfer"],
  liquidation_surplus: ["OF_INSTRUMENT", "transfer"],
  liquidation_shortfall: ["OF_INSTRUMENT", "transfer"],
  convert_in: ["OF_INSTRUMENT", "convert"],
  convert_out: ["OF_INSTRUMENT", "convert"],
  p2p_in: ["OF_INSTRUMENT", "pre_c2c"],
  p2p_out: ["OF_INSTRUMENT", "pre_c2c"],
  pledge_in: ["OF_INSTRUMENT", "loan"],
  pledge_out: ["OF_INSTRUMENT", "loan"],
  pledged_loan_in: ["OF_INSTRUMENT", "loan"],
  pledged_loan_out: ["OF_INSTRUMENT", "loan"],
  trade_correction_in: ["OF_INSTRUMENT", "transfer"],
  trade_correction_out: ["OF_INSTRUMENT", "transfer"],
  liquidation_refund: ["OF_INSTRUMENT", "transfer"],
  unit_loan_in: ["MARGIN", "transfer"],
  unit_loan_out: ["MARGIN", "transfer"],
};

/** Whether a kind of bill belongs to category MARGIN; all others belong to their instrument's. */
export function isMarginKind(kind: BillKind): boolean {
  return LISTED_UNDER[kind][0] === "MARGIN";
}

/** The group of a kind of bill in the funding account. */
export function fundingGroupOf(kind: BillKind): FundingGroup {
  return LISTED_UNDER[kind][1];
}

/** Types of funding: crossed positions pay from the account, isolated ones from their margin. */
const FUNDING_TYPES = {
  funding_in: {
    account: "CONTRACT_MAIN_SETTLE_FEE_USER_IN",
    position: "MARGIN_SETTLE_FEE_USER_IN",
  },
  funding_out: {
    account: "CONTRACT_MAIN_SETTLE_FEE_USER_OUT",
    position: "MARGIN_SETTLE_FEE_USER_OUT",
  },
} as const satisfies Readonly<Record<string, Record<"account" | "position", RecordType>>>;

function fundingType(kind: keyof typeof FUNDING_TYPES, wallet: Wallet): RecordType {
  const types = FUNDING_TYPES[kind];
  return WALLET_TRAITS[wallet].owner === "position" ? types.position : types.account;
}

/** Kinds whose type depends on more than the kind. */
type MixedKind = "buy" | "sell" | "margin_buy" | "margin_sell" | "funding_in" | "funding_out";

const TYPE_OF_KIND: Readonly<Record<Exclude<BillKind, MixedKind>, RecordType>> = {
  deposit: "TRANSFER_IN",
  transfer_in: "TRANSFER_IN",
  sub_transfer_in: "TRANSFER_IN",
  p2p_in: "TRANSFER_IN",
  p2p_out: "TRANSFER_OUT",
  pledge_in: "TRANSFER_IN",
  pledge_out: "TRANSFER_OUT",
  pledged_loan_in: "TRANSFER_IN",
  pledged_loan_out: "TRANSFER_OUT",
  withdraw: "TRANSFER_OUT",
  withdraw_refund: "TRANSFER_IN",
  transfer_out: "TRANSFER_OUT",
  sub_transfer_out: "TRANSFER_OUT",
  open_long: "OPEN_LONG",
  open_short: "OPEN_SHORT",
  close_long: "CLOSE_LONG",
  close_short: "CLOSE_SHORT",
  margin_opened: "INCREASE_MARGIN",
  margin_added: "INCREASE_MARGIN",
  margin_auto_added: "INCREASE_MARGIN",
  margin_leverage_added: "INCREASE_MARGIN",
  margin_in: "INCREASE_MARGIN",
  margin_closed: "REDUCE_MARGIN",
  margin_removed: "REDUCE_MARGIN",
  margin_out: "REDUCE_MARGIN",
  force_close_long: "FORCE_CLOSE_LONG",
  force_close_short: "FORCE_CLOSE_SHORT",
  force_buy: "FORCE_BUY_SSM",
  force_sell: "FORCE_SELL_SSM",
  burst_close_long: "BURST_CLOSE_LONG",
  burst_close_short: "BURST_CLOSE_SHORT",
  burst_buy: "BURST_BUY_SSM",
  burst_sell: "BURST_SELL_SSM",
  offset_close_long: "OFFSET_REDUCE_CLOSE_LONG",
  offset_close_short: "OFFSET_REDUCE_CLOSE_SHORT",
  liquidation_shortfall: "RISK_LIQ_USER_IN",
  liquidation_surplus: "RISK_LIQ_USER_OUT",
  borrow: "BORROW",
  repay: "REPAYMENT",
  trade_correction_in: "TRANSFER_IN",
  trade_correction_out: "TRANSFER_OUT",
  liquidation_refund: "RISK_LIQ_USER_IN",
  unit_loan_in: "BORROW",
  unit_loan_out: "REPAYMENT",
  liquidation_fee: "LIQ_FEE",
  interest: "INTEREST_SETTLEMENT_OUT",
  exchange_in: "EXCHANGE_TARGET_TOKEN_USER_IN",
  exchange_out: "EXCHANGE_SOURCE_TOKEN_USER_OUT",
  convert_in: "CONVERT_TRANSFER_IN",
  convert_out: "CONVERT_TRANSFER_OUT",
  swap_in: "LIQ_CONVERT_IN",
  swap_out: "LIQ_CONVERT_OUT",
};

/** Types that bills of a kind can have. */
const TYPES_OF_MIXED: Readonly<Record<MixedKind, readonly RecordType[]>> = {
  buy: ["BUY_DEAL", "ORDER_DEALT_IN", "ORDER_DEALT_FROZEN_OUT"],
  sell: ["SELL_DEAL", "ORDER_DEALT_IN", "ORDER_DEALT_FROZEN_OUT"],
  margin_buy: ["ORDER_DEALT_IN", "ORDER_DEALT_FROZEN_OUT"],
  margin_sell: ["ORDER_DEALT_IN", "ORDER_DEALT_FROZEN_OUT"],
  funding_in: Object.values(FUNDING_TYPES.funding_in),
  funding_out: Object.values(FUNDING_TYPES.funding_out),
};

function isMixed(kind: BillKind): kind is MixedKind {
  return kind in TYPES_OF_MIXED;
}

/** Returns the kinds of bills that may have a type; none if no bill has it. */
export function kindsOfRecord(type: RecordType): readonly BillKind[] {
  return BILL_KINDS.filter((kind) =>
    isMixed(kind) ? TYPES_OF_MIXED[kind].includes(type) : TYPE_OF_KIND[kind] === type,
  );
}

/** Returns the type of a bill. */
export function recordTypeOf(bill: BillRow, accounts: LiveAccounts): RecordType {
  const { kind } = bill;
  switch (kind) {
    case "buy":
    case "sell": {
      const isFutures = accounts.instrumentAt(bill.instrument)?.isFutures === true;
      if (isFutures) return kind === "buy" ? "BUY_DEAL" : "SELL_DEAL";
      return bill.amount > 0n ? "ORDER_DEALT_IN" : "ORDER_DEALT_FROZEN_OUT";
    }
    case "margin_buy":
    case "margin_sell":
      return bill.amount > 0n ? "ORDER_DEALT_IN" : "ORDER_DEALT_FROZEN_OUT";
    case "funding_in":
    case "funding_out":
      return fundingType(kind, bill.wallet);
    default:
      return TYPE_OF_KIND[kind];
  }
}

export const recordRowSchema = Type.Object({
  category: Type.String({ description: "OTHER for what is no trade" }),
  id: Type.String(),
  symbol: Type.String(),
  coin: Type.String(),
  type: Type.String(),
  amount: Type.String({ description: "Negative when it went out; without the fee" }),
  fee: Type.String({ description: "Negative when paid" }),
  balance: Type.String({
    description: "Balance afterwards, without debts: the previous balance + amount + fee",
  }),
  ts: Type.String(),
});
export type RecordRowV3 = Static<typeof recordRowSchema>;

function categoryOf({ kind }: BillRow, instrument: Instrument | undefined): string {
  // Spelt so in answers alone (rest-v3.md, enumerations).
  if (isMarginKind(kind)) return "Margin";
  return instrument === undefined ? "OTHER" : wireCategoryOf(instrument.category);
}

/**
 * Returns the balance of a record without the debt that the account had before it. A movement that
 * creates a debt leads below zero; the BORROW after it brings the amount that was lacking, and a
 * REPAYMENT takes what was brought, so each balance follows from the one before. Kinds `borrow` and
 * `repay` record such changes of a debt; loans of risk units are movements.
 */
function balanceOf({ amount, balance, fee, kind }: BillRow): Atoms {
  if (kind === "borrow" || kind === "repay") return balance < 0n ? ZERO_ATOMS : balance;
  const before = plus(minus(balance, amount), fee);
  return before < 0n ? minus(balance, before) : balance;
}

export function recordRow(bill: BillRow, accounts: LiveAccounts): RecordRowV3 {
  const instrument = bill.hasInstrument ? accounts.instrumentAt(bill.instrument) : undefined;
  const currency = accounts.currencyAt(bill.currency);
  return {
    category: categoryOf(bill, instrument),
    id: wireId(bill.id),
    symbol: instrument?.symbol ?? "",
    coin: currency?.code ?? "",
    type: recordTypeOf(bill, accounts),
    amount: coinText(currency, bill.amount),
    fee: coinText(currency, -bill.fee),
    balance: coinText(currency, balanceOf(bill)),
    ts: String(bill.createdAtMs),
  };
}
