import type { InstrumentFacts } from "../../../src/simulation-market/market-port.ts";
import type { PublicMarket } from "./public-market.ts";
import type { Trader } from "./trader.ts";

/** A naive strategy: it acts ten times a second on what everybody sees and on its own fills. */
export type Strategy = {
  readonly name: string;
  readonly traders: readonly Trader[];
  beat(nowMs: number): void;
};

export type StrategyContext = {
  readonly market: PublicMarket;
  /** Opens a further account of the strategy. */
  readonly open: (name: string) => Trader;
  readonly startMs: number;
};

/** Closes what is held in an instrument, at most `slippage` (a share) beyond the touch. */
export function flatten(
  market: PublicMarket,
  trader: Trader,
  instrument: InstrumentFacts,
  slippage = 0.001,
): void {
  const held = trader.held(instrument);
  if (held > 0) trader.take(instrument, "sell", held, market.bid(instrument) * (1 - slippage));
  if (held < 0) trader.take(instrument, "buy", -held, market.ask(instrument) * (1 + slippage));
}

/** Takes a notional in dollars, at most `slippage` (a share) beyond the touch. */
export function takeDollars(
  market: PublicMarket,
  trader: Trader,
  order: {
    readonly instrument: InstrumentFacts;
    readonly isBuy: boolean;
    readonly dollars: number;
    readonly slippage: number;
  },
): void {
  const { instrument, isBuy, dollars, slippage } = order;
  if (market.middle(instrument) === 0) return;
  const size = market.lotsOf(instrument, dollars);
  if (isBuy) trader.take(instrument, "buy", size, market.ask(instrument) * (1 + slippage));
  else trader.take(instrument, "sell", size, market.bid(instrument) * (1 - slippage));
}
