/** Invariant 7: funding pays out no more than it received; each position pays or receives once. */

import { exchangeUserOf } from "../accounts/user.ts";
import { FIRST_POSITION, FIRST_ROW, rowOf } from "../base/position-handle.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { dueFundingOf } from "../positions/due-funding.ts";
import { fundingAt, type State } from "../state.ts";

type Report = (finding: string) => void;

/** Checks that each rounding pool stays at zero or above once all funding due has been paid. */
export function checkFundingPools(state: State, report: Report): void {
  const { ledger, positions } = state;
  const due = new Map<number, bigint>();
  for (let row = FIRST_ROW; row < positions.end; row++) {
    const index = positions.instrument.get(row);
    due.set(index, (due.get(index) ?? 0n) + dueFundingOf(state, row));
  }
  for (const { deliveryAtMs, index, isFutures, realm, settle, symbol } of state.instruments) {
    if (!isFutures || deliveryAtMs !== 0) continue;
    const owner = exchangeUserOf(realm);
    const pool = ledger.find(owner, WALLET_INDEX.rounding, settle, index + 1);
    const rest = ledger.balance(pool) - (due.get(index) ?? 0n);
    if (rest < 0n) report(`${symbol}: ${-rest} more funding received than paid`);
  }
}

/** Checks that each open position has taken all settlements except those still open. */
export function checkFundingTaken(state: State, report: Report): void {
  const { positions } = state;
  for (let position = FIRST_POSITION; rowOf(position) < positions.end; position++) {
    if (positions.size.get(position) === 0) continue;
    const { count, open } = fundingAt(state, positions.instrument.get(rowOf(position)));
    const taken = positions.fundingTaken.get(position);
    const oldest = state.fundingUser === 0 ? count : count - open.length;
    if (taken < oldest || taken > count) {
      report(`position ${positions.id.get(position)}: took ${taken} of ${count} settlements`);
    }
  }
}
