/** Counterparties of positions (decision 0037), which no event shows until one is deleveraged. */
import { LONG, positionAt, SHORT } from "../../src/core/base/position-handle.ts";
import type { State } from "../../src/core/state.ts";
import { lineOf } from "./event-comparison.ts";
import { recentlyMet } from "./naive/naive-counterparties.ts";
import type { NaiveState } from "./naive/naive-state.ts";
import { Violation } from "./violation.ts";

type Met = { readonly user: number; readonly size: number };

function inOrder(counterparties: readonly Met[]): string {
  const sorted = counterparties.map(({ size, user }) => ({ user, size }));
  return lineOf(sorted.sort((one, other) => one.user - other.user));
}

/** Throws unless each open position has the recent counterparties that the naive exchange has. */
export function compareCounterparties(state: State, naive: NaiveState): void {
  const { positions, timeMs } = state;
  for (const position of naive.positions) {
    const { instrument, side, user } = position;
    const row = positions.find(user, instrument);
    const kept = positions.counterparties.recent(
      positionAt(row, side === "long" ? LONG : SHORT),
      timeMs,
    );
    const [core, other] = [inOrder(kept), inOrder(recentlyMet(naive, position))];
    if (core === other) continue;
    const place = `${side} of user ${user}, instrument ${instrument}`;
    const message = `${place}: core ${core}, naive ${other}`;
    throw new Violation("counterparties", state.seq, message);
  }
}
