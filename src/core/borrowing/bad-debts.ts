/** Bad debts: debts of unified accounts that no coin of the account can pay (decision 0042). */
import type { User } from "../accounts/user.ts";
import type { State } from "../state.ts";
import { accountsWithDebt } from "./force-repayment.ts";

/**
 * Counts all debts of a unified user as losses of the lending pools, except the parts counted
 * before. They remain debts, which later funds of the account repay.
 */
export function countBadDebts(state: State, user: User): void {
  const { debts, ledger, lending, timeMs } = state;
  for (const account of accountsWithDebt(state, user)) {
    const pool = { realm: user.realm, currency: ledger.currencyOf(account) };
    lending.poolLosses.add({ ...pool, kind: "badDebts" }, debts.table.markBad(account), timeMs);
  }
}
