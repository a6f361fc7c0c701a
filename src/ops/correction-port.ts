import type { ChangeResult } from "./adjustment-port.ts";
import type { AdminOutcome, InstrumentName } from "./admin-outcome.ts";
import type { USER_WALLETS } from "./user-wallets.ts";

/** Price correction of a trade; prices and amounts are decimal texts. */
export interface TradeCorrection extends InstrumentName {
  /** Id of the public trade, or of the fill of one side, which its user sees as the trade's. */
  readonly tradeId: string;
  readonly fairPrice: string;
  /** Most that the insurance fund adds, in settle coin (quote coin on spot). */
  readonly fundMax: string;
  /** Ticket or event that it belongs to; may be empty. */
  readonly reference: string;
}

/** One side of a trade. */
export interface TradeSide {
  readonly uid: string;
  readonly orderId: string;
  readonly role: "taker" | "maker";
  readonly fee: string;
  readonly feeCoin: string;
}

/** A trade as the history has it. */
export interface TradeFacts extends InstrumentName {
  readonly tradeId: string;
  readonly price: string;
  readonly size: string;
  /** ISO time. */
  readonly tradedAt: string;
  readonly buyer: TradeSide;
  readonly seller: TradeSide;
  /** Whether it was corrected, or is too old to be corrected. */
  readonly isCorrected: boolean;
}

/** Refund from the insurance fund of what a liquidation left to it. */
export interface LiquidationRefund {
  readonly uid: string;
  readonly liquidationId: string;
  readonly wallet: (typeof USER_WALLETS)[number];
  readonly coin: string;
  readonly amount: string;
  readonly reference: string;
}

/** What the insurance fund received in a liquidation, less what it paid in it. */
export interface RefundableLiquidation {
  readonly liquidationId: string;
  readonly coin: string;
  /** Below zero when the fund lost. */
  readonly taken: string;
  readonly refunded: string;
  readonly refundable: string;
  /** ISO time of the first movement. */
  readonly since: string;
}

/** Corrections of earlier events. */
export interface CorrectionActions {
  trade(name: InstrumentName & { readonly tradeId: string }): Promise<AdminOutcome<TradeFacts>>;
  bustTrade(
    correction: TradeCorrection,
  ): Promise<AdminOutcome<Omit<TradeCorrection, "reference"> & ChangeResult>>;
  listRefundable(uid: string): AdminOutcome<readonly RefundableLiquidation[]>;
  refundLiquidation(
    refund: LiquidationRefund,
  ): Promise<AdminOutcome<Omit<LiquidationRefund, "reference"> & ChangeResult>>;
}
