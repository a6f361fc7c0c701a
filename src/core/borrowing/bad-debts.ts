/** Debts of unified accounts that nothing of the account can pay any more (decision 0042). */
import type { User } from "../accounts/user.ts";
import type { State } from "../state.ts";
import { owingAccounts } from "./force-repayment.ts";

/**
 * Counts all that a unified user owes as lost by the lending pools, as far as it was not counted
 * before. It stays owed: what comes in repays it.
 */
export function countBadDebts(state: State, user: User): void {
  const { debts, ledger, lending, timeMs } = state;
  for (const account of owingAccounts(state, user)) {
    const pool = { realm: user.realm, currency: ledger.currencyOf(account) };
    lending.poolLosses.add({ ...pool, kind: "badDebts" }, debts.table.markBad(account), timeMs);
  }
}
