/** Which trades the tape shows, and which of them are the user's own. */
import type { Trade } from "../../streams/trades.ts";

/** Trades that the tape shows at most. */
export const SHOWN_MAX = 80;

/** Returns the newest trades of at least a size; empty or unfinished text shows all. */
export function shownTrades(trades: readonly Trade[], sizeMin: string): readonly Trade[] {
  const least = Number(sizeMin);
  if (!(least > 0)) return trades.slice(0, SHOWN_MAX);
  return trades.filter(({ size }) => Number(size) >= least).slice(0, SHOWN_MAX);
}

/** What a trade and its two fills have in common: their ids differ. */
export type Execution = Pick<Trade, "price" | "size" | "timeMs">;

/** Key of an execution; zeros at the end of a decimal do not count. */
export function executionKey({ price, size, timeMs }: Execution): string {
  return `${Number(price)} ${Number(size)} ${timeMs}`;
}

/** Keys of the own executions in a market. */
export function ownKeys(
  fills: readonly (Execution & { readonly instrumentKey: string })[],
  instrumentKey: string,
): ReadonlySet<string> {
  return new Set(fills.filter((fill) => fill.instrumentKey === instrumentKey).map(executionKey));
}
