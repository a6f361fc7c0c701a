/** Borrowed and unborrowed amounts of a coin in a unified account, in atoms. */

import type { User } from "../accounts/user.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { borrowedOf } from "../lending/debt-margin.ts";
import { unifiedEquity } from "../margin/unified-margin.ts";
import { maxAtoms, minus, plus } from "../money/arithmetic.ts";
import { type Atoms, ZERO_ATOMS } from "../money/units.ts";
import type { State } from "../state.ts";

function holdOf(state: State, user: User, currency: number): Atoms {
  const { ledger } = state;
  return ledger.hold(ledger.find(user.index, WALLET_INDEX.unified, currency));
}

/**
 * Borrowed amount of a coin when all orders have filled and `more` of it is held: the debt, and
 * what the holds exceed the equity by.
 */
export function borrowedWith(state: State, user: User, currency: number, more: Atoms): Atoms {
  const hold = plus(holdOf(state, user, currency), more);
  return borrowedOf(unifiedEquity(state, user, currency), hold);
}

/** Equity of a coin that no order holds: the most that can be paid without borrowing. */
export function unborrowed(state: State, user: User, currency: number): Atoms {
  const unheld = minus(unifiedEquity(state, user, currency), holdOf(state, user, currency));
  return maxAtoms(unheld, ZERO_ATOMS);
}
