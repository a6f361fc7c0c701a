import type { Side } from "../../core/base/vocabulary.ts";
import type { Atoms, Lots, Ticks } from "../../core/money/units.ts";

/** A trade with the fields that are public. */
export type LiveTrade = {
  readonly tradeId: number;
  readonly instrument: number;
  readonly price: Ticks;
  readonly size: Lots;
  /** Quote atoms (spot, linear) or settle atoms (inverse). */
  readonly value: Atoms;
  readonly takerSide: Side;
  readonly seq: number;
  readonly timeMs: number;
};

export type TradeListener = (trade: LiveTrade) => void;
