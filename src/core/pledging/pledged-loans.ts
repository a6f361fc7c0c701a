/** State of loans against a pledge: terms, and open loans (decision 0068). */

import { assert } from "../base/assert.ts";
import type { LoanPeriod, Realm } from "../base/vocabulary.ts";
import { poolKey } from "../lending/pool-funds.ts";
import { plus } from "../money/arithmetic.ts";
import { type Atoms, atoms, type RateE6, type RateE8, ZERO_ATOMS } from "../money/units.ts";

/** Terms of a coin that is lent against a pledge. */
export type PledgedLoanTerms = {
  readonly realm: Realm;
  readonly currency: number;
  /** Bounds of one loan, in atoms. */
  readonly amountMin: Atoms;
  readonly amountMax: Atoms;
  readonly dailyRates: Readonly<Record<LoanPeriod, RateE8>>;
  /** Length of a period; 0 for one without an end. */
  readonly hours: Readonly<Record<LoanPeriod, number>>;
  /** Open loans of the coin of a main account with its sub-accounts. */
  readonly accountLoansMax: number;
};

/** Loan-to-value ratios at which a loan is granted, needs a larger pledge, and ends by force. */
export type PledgeLines = {
  readonly initial: RateE6;
  readonly supplement: RateE6;
  readonly forced: RateE6;
};

/** Terms of a coin that may be pledged. */
export type PledgeTerms = {
  readonly realm: Realm;
  readonly currency: number;
  readonly lines: PledgeLines;
  /** Bounds of the pledge of a new loan, in atoms. */
  readonly amountMin: Atoms;
  readonly amountMax: Atoms;
  /** Largest amount that is pledged in the realm. */
  readonly heldMax: Atoms;
};

export type PledgedLoan = {
  readonly id: number;
  readonly user: number;
  readonly realm: Realm;
  readonly currency: number;
  readonly pledgeCurrency: number;
  readonly period: LoanPeriod;
  readonly takenAtMs: number;
  /** 0 for a loan without an end. */
  readonly expiresAtMs: number;
  /** Lines of the time at which the loan was taken. */
  readonly lines: PledgeLines;
  principal: Atoms;
  interest: Atoms;
  pledge: Atoms;
  /** Last clock hour that was charged. */
  hour: number;
  /** Rate of the hours to come. */
  dailyRate: RateE8;
};

const NO_LOANS: readonly PledgedLoan[] = [];

/** Open loans in the order of their ids, and the pledges of each realm and coin. */
export class PledgedLoans {
  readonly #byId = new Map<number, PledgedLoan>();
  readonly #inOrder: PledgedLoan[] = [];
  readonly #byUser = new Map<number, PledgedLoan[]>();
  readonly #held = new Map<number, Atoms>();

  get all(): readonly PledgedLoan[] {
    return this.#inOrder;
  }

  find(id: number): PledgedLoan | undefined {
    return this.#byId.get(id);
  }

  /** Open loans of a user, oldest first. */
  ofUser(user: number): readonly PledgedLoan[] {
    return this.#byUser.get(user) ?? NO_LOANS;
  }

  /** Principals of a user in a coin. */
  principalOf(user: number, currency: number): Atoms {
    return this.ofUser(user)
      .filter((loan) => loan.currency === currency)
      .reduce((sum, { principal }) => plus(sum, principal), ZERO_ATOMS);
  }

  /** Amount of a coin that is pledged in a realm. */
  heldOf(realm: Realm, currency: number): Atoms {
    return this.#held.get(poolKey(realm, currency)) ?? ZERO_ATOMS;
  }

  /** First loan whose id is at least `id`. */
  firstFrom(id: number): PledgedLoan | undefined {
    return this.#inOrder[this.#placeOf(id)];
  }

  #placeOf(id: number): number {
    let [low, high] = [0, this.#inOrder.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#inOrder[middle]?.id ?? id) < id) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  add(loan: PledgedLoan): void {
    const last = this.#inOrder[this.#inOrder.length - 1];
    assert(last === undefined || last.id < loan.id, "loans are taken in the order of their ids");
    this.#inOrder.push(loan);
    this.#byId.set(loan.id, loan);
    const own = this.#byUser.get(loan.user);
    if (own === undefined) this.#byUser.set(loan.user, [loan]);
    else own.push(loan);
    this.#changeHeld(loan, loan.pledge);
  }

  /** Changes the pledge of an open loan by an amount, which may be below zero. */
  changePledge(loan: PledgedLoan, change: bigint): void {
    assert(this.#byId.get(loan.id) === loan, "a pledge that changes is that of an open loan");
    loan.pledge = atoms(loan.pledge + change);
    assert(loan.pledge >= 0n, "no more is taken of a pledge than it is");
    this.#changeHeld(loan, change);
  }

  #changeHeld({ pledgeCurrency, realm }: PledgedLoan, change: bigint): void {
    const held = atoms(this.heldOf(realm, pledgeCurrency) + change);
    this.#held.set(poolKey(realm, pledgeCurrency), held);
  }

  /** Removes a loan whose pledge has been returned or used. */
  remove(loan: PledgedLoan): void {
    assert(loan.pledge === 0n, "no pledge is left of a loan that ends");
    assert(this.#byId.delete(loan.id), "a loan that ends was open");
    this.#inOrder.splice(this.#placeOf(loan.id), 1);
    const left = this.ofUser(loan.user).filter((one) => one !== loan);
    if (left.length === 0) this.#byUser.delete(loan.user);
    else this.#byUser.set(loan.user, left);
  }
}

export type Pledging = {
  /** By realm and currency, in the order of their keys. */
  loanTerms: readonly PledgedLoanTerms[];
  pledgeTerms: readonly PledgeTerms[];
  readonly loans: PledgedLoans;
  /** Start of the present sweep, or of the last one. */
  sweptAtMs: number;
  /** Smallest id that the sweep has not visited; 0 when it is complete. */
  sweepFrom: number;
};

export function createPledging(): Pledging {
  const terms = { loanTerms: [], pledgeTerms: [] };
  return { ...terms, loans: new PledgedLoans(), sweptAtMs: 0, sweepFrom: 0 };
}

type OfCoin = { readonly realm: Realm; readonly currency: number };

/** Entry of a coin, or `undefined`. */
export function ofCoin<T extends OfCoin>(
  list: readonly T[],
  realm: Realm,
  currency: number,
): T | undefined {
  return list.find((one) => one.realm === realm && one.currency === currency);
}

/** Returns the list with the entry of a coin replaced, or removed, in the order of keys. */
export function replacedIn<T extends OfCoin>(
  list: readonly T[],
  coin: OfCoin,
  changed: T | undefined,
): readonly T[] {
  const key = ({ currency, realm }: OfCoin): number => poolKey(realm, currency);
  const others = list.filter((one) => key(one) !== key(coin));
  const all = changed === undefined ? others : [...others, changed];
  return all.sort((one, other) => key(one) - key(other));
}
