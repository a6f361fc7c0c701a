/** Institutional loans and risk units, read from the core's own state, as in `LiveAccounts`. */
import type { Realm } from "../../core/base/vocabulary.ts";
import type { Atoms } from "../../core/money/units.ts";
import {
  type LoanProductRead,
  readLoanProducts,
  readManagedUnits,
  readOutflow,
  readTransferable,
  readUnit,
  readUnitOf,
  type UnitRead,
} from "../../core/reads/unit-reads.ts";
import type { State } from "../../core/state.ts";

export class LiveUnits {
  readonly #state: State;

  constructor(state: State) {
    this.#state = state;
  }

  product(realm: Realm, id: number): LoanProductRead | undefined {
    return readLoanProducts(this.#state).find((one) => one.realm === realm && one.id === id);
  }

  /** Accounts of the units that a user manages, in the order of their creation. */
  managedBy(user: number): readonly number[] {
    return readManagedUnits(this.#state, user);
  }

  /** The unit of an account that is a unit itself. */
  unit(account: number): UnitRead | undefined {
    return readUnit(this.#state, account);
  }

  /** Account of the unit to which a user is bound. */
  unitOf(user: number): number | undefined {
    return readUnitOf(this.#state, user);
  }

  /** Amount of a coin in the spot or unified wallet that a user could give away now. */
  transferable(user: number, currency: number): Atoms {
    return readTransferable(this.#state, user, currency);
  }

  /** Part of an amount that the unit of a user lets go now; all of it without debt. */
  outflow(user: number, currency: number, most: Atoms): Atoms {
    return readOutflow(this.#state, user, currency, most);
  }
}
