/** Words of v2 for bills: every kind of bill has a word in every list. */
import { BILL_KINDS, type BillKind } from "../../projections/history/tables.ts";

/** Groups of spot bills; groups of services that do not exist here have no bills. */
export const SPOT_GROUPS = [
  "deposit",
  "withdraw",
  "transaction",
  "transfer",
  "loan",
  "financial",
  "fait",
  "convert",
  "c2c",
  "pre_c2c",
  "on_chain",
  "strategy",
  "other",
] as const;
export type SpotGroup = (typeof SPOT_GROUPS)[number];

/** Types of records of margin accounts. */
export const MARGIN_TYPES = [
  "transfer_in",
  "transfer_out",
  "borrow",
  "repay",
  "liquidation_fee",
  "compensate",
  "deal_in",
  "deal_out",
  "confiscated",
  "exchange_in",
  "exchange_out",
  "sys_exchange_in",
  "sys_exchange_out",
] as const;
export type MarginType = (typeof MARGIN_TYPES)[number];

/** A fill on margin has two bills of one kind, which differ by their sign. */
type MarginWord = MarginType | "deal";

/** Not listed: the futures wallet has a bill of the same movement. */
export const OTHER_SIDE = "";

/** Business types in requests of spot bills for which bills exist. */
type SpotBusiness = "DEPOSIT" | "WITHDRAW" | "BUY" | "SELL" | "TRANSFER_IN" | "TRANSFER_OUT";

/** Requests of spot bills have no business type for the kind. */
const NO_BUSINESS = undefined;

type Words = readonly [
  spotGroup: SpotGroup,
  mixBusiness: string,
  marginType: MarginWord,
  spotBusiness: SpotBusiness | undefined,
];

/**
 * Group of spot bills, business type of futures bills, type of margin records, and business type in
 * requests of spot bills. rest-v2.md has no word for margin that fills move to and from isolated
 * positions: `open_margin` and `close_margin` are words of this exchange. Kinds that do not occur
 * in a list also have a word for it.
 */
const WORDS: Readonly<Record<BillKind, Words>> = {
  deposit: ["deposit", "trans_from_exchange", "compensate", "DEPOSIT"],
  withdraw: ["withdraw", "trans_to_exchange", "compensate", "WITHDRAW"],
  withdraw_refund: ["withdraw", "trans_from_exchange", "compensate", NO_BUSINESS],
  transfer_in: ["transfer", "trans_from_exchange", "transfer_in", "TRANSFER_IN"],
  transfer_out: ["transfer", "trans_to_exchange", "transfer_out", "TRANSFER_OUT"],
  sub_transfer_in: ["transfer", "trans_from_exchange", "transfer_in", "TRANSFER_IN"],
  sub_transfer_out: ["transfer", "trans_to_exchange", "transfer_out", "TRANSFER_OUT"],
  buy: ["transaction", "buy", "deal", "BUY"],
  sell: ["transaction", "sell", "deal", "SELL"],
  margin_buy: ["transaction", "margin_buy", "deal", NO_BUSINESS],
  margin_sell: ["transaction", "margin_sell", "deal", NO_BUSINESS],
  open_long: ["transaction", "open_long", "deal", NO_BUSINESS],
  open_short: ["transaction", "open_short", "deal", NO_BUSINESS],
  close_long: ["transaction", "close_long", "deal", NO_BUSINESS],
  close_short: ["transaction", "close_short", "deal", NO_BUSINESS],
  force_buy: ["transaction", "force_buy", "deal", NO_BUSINESS],
  force_sell: ["transaction", "force_sell", "deal", NO_BUSINESS],
  force_close_long: ["transaction", "force_close_long", "deal", NO_BUSINESS],
  force_close_short: ["transaction", "force_close_short", "deal", NO_BUSINESS],
  burst_buy: ["transaction", "burst_buy", "deal", NO_BUSINESS],
  burst_sell: ["transaction", "burst_sell", "deal", NO_BUSINESS],
  burst_close_long: ["transaction", "burst_long_loss_query", "deal", NO_BUSINESS],
  burst_close_short: ["transaction", "burst_short_loss_query", "deal", NO_BUSINESS],
  offset_close_long: ["transaction", "offset_close_long", "deal", NO_BUSINESS],
  offset_close_short: ["transaction", "offset_close_short", "deal", NO_BUSINESS],
  funding_in: ["other", "contract_settle_fee", "compensate", NO_BUSINESS],
  funding_out: ["other", "contract_settle_fee", "compensate", NO_BUSINESS],
  borrow: ["loan", "borrow", "borrow", NO_BUSINESS],
  repay: ["loan", "repay", "repay", NO_BUSINESS],
  interest: ["loan", "interest", "repay", NO_BUSINESS],
  liquidation_fee: ["loan", "liquidation_fee", "liquidation_fee", NO_BUSINESS],
  swap_in: ["convert", "swap_in", "sys_exchange_in", NO_BUSINESS],
  swap_out: ["convert", "swap_out", "sys_exchange_out", NO_BUSINESS],
  exchange_in: ["convert", "exchange_in", "exchange_in", NO_BUSINESS],
  exchange_out: ["convert", "exchange_out", "exchange_out", NO_BUSINESS],
  convert_in: ["convert", "convert_in", "exchange_in", NO_BUSINESS],
  convert_out: ["convert", "convert_out", "exchange_out", NO_BUSINESS],
  p2p_in: ["c2c", "trans_from_exchange", "compensate", NO_BUSINESS],
  p2p_out: ["c2c", "trans_to_exchange", "compensate", NO_BUSINESS],
  pledge_in: ["loan", "transfer_in", "compensate", NO_BUSINESS],
  pledge_out: ["loan", "transfer_out", "compensate", NO_BUSINESS],
  pledged_loan_in: ["loan", "borrow", "borrow", NO_BUSINESS],
  pledged_loan_out: ["loan", "repay", "repay", NO_BUSINESS],
  trade_correction_in: ["other", "trans_from_exchange", "compensate", NO_BUSINESS],
  trade_correction_out: ["other", "trans_to_exchange", "compensate", NO_BUSINESS],
  liquidation_refund: ["other", "risk_captital_user_transfer", "compensate", NO_BUSINESS],
  unit_loan_in: ["loan", "borrow", "borrow", NO_BUSINESS],
  unit_loan_out: ["loan", "repay", "repay", NO_BUSINESS],
  margin_opened: ["other", "open_margin", "compensate", NO_BUSINESS],
  margin_closed: ["other", "close_margin", "compensate", NO_BUSINESS],
  margin_added: ["other", "append_margin", "compensate", NO_BUSINESS],
  margin_removed: ["other", "reduce_margin", "compensate", NO_BUSINESS],
  margin_auto_added: ["other", "auto_append_margin", "compensate", NO_BUSINESS],
  margin_leverage_added: ["other", "adjust_down_lever_append_margin", "compensate", NO_BUSINESS],
  margin_in: ["other", OTHER_SIDE, "compensate", NO_BUSINESS],
  margin_out: ["other", OTHER_SIDE, "compensate", NO_BUSINESS],
  liquidation_surplus: ["other", "risk_captital_user_transfer", "compensate", NO_BUSINESS],
  liquidation_shortfall: ["other", "risk_captital_user_transfer", "compensate", NO_BUSINESS],
};

/** Business types in lists of spot bills. */
export const SPOT_BUSINESS_TYPES: Readonly<Record<BillKind, string>> = {
  deposit: "deposit",
  withdraw: "withdraw",
  withdraw_refund: "withdraw_refund",
  transfer_in: "transfer_in",
  transfer_out: "transfer_out",
  sub_transfer_in: "sub_transfer_in",
  sub_transfer_out: "sub_transfer_out",
  buy: "buy",
  sell: "sell",
  margin_buy: "margin_buy",
  margin_sell: "margin_sell",
  open_long: "open_long",
  open_short: "open_short",
  close_long: "close_long",
  close_short: "close_short",
  force_buy: "force_buy",
  force_sell: "force_sell",
  force_close_long: "force_close_long",
  force_close_short: "force_close_short",
  burst_buy: "burst_buy",
  burst_sell: "burst_sell",
  burst_close_long: "burst_close_long",
  burst_close_short: "burst_close_short",
  offset_close_long: "offset_close_long",
  offset_close_short: "offset_close_short",
  funding_in: "funding_in",
  funding_out: "funding_out",
  borrow: "borrow",
  repay: "repay",
  interest: "interest",
  liquidation_fee: "liquidation_fee",
  swap_in: "swap_in",
  swap_out: "swap_out",
  exchange_in: "exchange_in",
  exchange_out: "exchange_out",
  margin_opened: "margin_opened",
  margin_closed: "margin_closed",
  margin_added: "margin_added",
  margin_removed: "margin_removed",
  margin_auto_added: "margin_auto_added",
  margin_leverage_added: "margin_leverage_added",
  margin_in: "margin_in",
  margin_out: "margin_out",
  liquidation_surplus: "liquidation_surplus",
  liquidation_shortfall: "liquidation_shortfall",
  convert_in: "convert_in",
  convert_out: "convert_out",
  p2p_in: "c2c_in",
  p2p_out: "c2c_out",
  pledge_in: "pledge_in",
  pledge_out: "pledge_out",
  pledged_loan_in: "borrow",
  pledged_loan_out: "repay",
  trade_correction_in: "trade_correction_in",
  trade_correction_out: "trade_correction_out",
  liquidation_refund: "liquidation_refund",
  unit_loan_in: "borrow",
  unit_loan_out: "repay",
};

export function spotGroupOf(kind: BillKind): SpotGroup {
  return WORDS[kind][0];
}

export function mixBusinessOf(kind: BillKind): string {
  return WORDS[kind][1];
}

/** Returns the type of a record, of fills by the sign of `amount`. */
export function marginTypeOf(kind: BillKind, amount: bigint): MarginType {
  const word = WORDS[kind][2];
  if (word !== "deal") return word;
  return amount < 0n ? "deal_out" : "deal_in";
}

/** Returns the kinds of bills of a group. */
export function kindsOfSpotGroup(group: SpotGroup): readonly BillKind[] {
  return BILL_KINDS.filter((kind) => spotGroupOf(kind) === group);
}

/** Returns the kinds of bills of a business type in requests of spot bills. */
export function kindsOfSpotBusiness(business: string): readonly BillKind[] {
  return BILL_KINDS.filter((kind) => WORDS[kind][3] === business);
}

/** Returns the kinds of a business type; without one, all kinds of futures bills. */
export function kindsOfMixBusiness(business: string | undefined): readonly BillKind[] {
  return BILL_KINDS.filter((kind) => {
    const word = mixBusinessOf(kind);
    return business === undefined ? word !== OTHER_SIDE : word === business;
  });
}

/** Returns the filter of the bills of a type of records; only fills depend on the sign. */
export function billsOfMarginType(type: MarginType): {
  readonly kinds: readonly BillKind[];
  readonly isOutflow: boolean | undefined;
} {
  const ofSign = (amount: bigint): readonly BillKind[] =>
    BILL_KINDS.filter((kind) => marginTypeOf(kind, amount) === type);
  const [inflows, outflows] = [ofSign(1n), ofSign(-1n)];
  const isOfBoth = inflows.length === outflows.length;
  return {
    kinds: inflows.length === 0 ? outflows : inflows,
    isOutflow: isOfBoth ? undefined : inflows.length === 0,
  };
}
