/**
 * Risk units: an account with the users of the same main account that are bound to it, the loans
 * that the exchange has lent to it, and the product whose terms apply (decision 0067).
 */
import { assert } from "../base/assert.ts";
import { hourOf } from "../base/clock-hour.ts";
import type { Realm } from "../base/vocabulary.ts";
import { hourlyInterest } from "../lending/hourly-interest.ts";
import { type Atoms, atoms, type RateE6, type RateE8 } from "../money/units.ts";

/** A coin that counts as collateral of a product. */
export type ProductCoin = {
  readonly currency: number;
  /** Share of its value that counts, and the largest value that counts, in US dollars. */
  readonly ratio: RateE6;
  readonly valueMaxUsd: number;
};

export type LoanProduct = {
  readonly realm: Realm;
  readonly id: number;
  readonly leverage: number;
  readonly dailyRate: RateE8;
  /** Largest ratio of debt to collateral after funds leave, and before buying and opening. */
  readonly transferLine: RateE6;
  readonly buyLine: RateE6;
  readonly openLine: RateE6;
  /** Ratio at which a liquidation begins, and at which it ends. */
  readonly liquidationLine: RateE6;
  readonly stopLine: RateE6;
  /** In the order of currencies. */
  readonly coins: readonly ProductCoin[];
  /** Indices in increasing order. */
  readonly instruments: readonly number[];
};

export type UnitLoan = {
  readonly id: number;
  readonly currency: number;
  readonly dailyRate: RateE8;
  principal: Atoms;
  interest: Atoms;
  /** Clock hour up to which interest is charged. */
  hour: number;
};

export type RiskUnit = {
  /** Index of the account of the unit, which is the first of its users. */
  readonly user: number;
  product: number;
  readonly users: number[];
  isLiquidating: boolean;
  /** Oldest first. */
  readonly loans: UnitLoan[];
};

/** Risk units and products; keeps the unit of each user. */
export class Institutional {
  /** In the order of their ids, live before demo. */
  readonly products: LoanProduct[] = [];
  readonly #units = new Map<number, RiskUnit>();
  readonly #ofUser = new Map<number, RiskUnit>();
  /** Start of the present sweep over units, or of the last one. */
  sweptAtMs = 0;
  /** Account of the unit that the sweep visits next; 0 when all are visited. */
  cursor = 0;

  get size(): number {
    return this.#units.size;
  }

  /** Units in the order of their accounts. */
  units(): readonly RiskUnit[] {
    return [...this.#units.values()].sort((one, other) => one.user - other.user);
  }

  /** Unit of an account that is a unit itself. */
  find(user: number): RiskUnit | undefined {
    return this.#units.get(user);
  }

  /** Unit to which a user is bound. */
  ofUser(user: number): RiskUnit | undefined {
    return this.#ofUser.get(user);
  }

  add(unit: RiskUnit): void {
    assert(unit.users[0] === unit.user, "the account of a unit is its first user");
    this.#units.set(unit.user, unit);
    for (const user of unit.users) this.#ofUser.set(user, unit);
  }

  remove(unit: RiskUnit): void {
    assert(unit.loans.length === 0, "a unit in debt does not end");
    this.#units.delete(unit.user);
    for (const user of unit.users) this.#ofUser.delete(user);
  }

  bind(unit: RiskUnit, user: number): void {
    assert(!this.#ofUser.has(user), "a user belongs to one unit");
    unit.users.push(user);
    this.#ofUser.set(user, unit);
  }

  unbind(unit: RiskUnit, user: number): void {
    assert(user !== unit.user, "a unit keeps its own account");
    unit.users.splice(unit.users.indexOf(user), 1);
    this.#ofUser.delete(user);
  }

  product(realm: Realm, id: number): LoanProduct | undefined {
    return this.products.find((one) => one.realm === realm && one.id === id);
  }
}

/** Unit of a user while it is in debt: only then its users are bound by the product's lines. */
export function indebtedUnitOf(
  { institutional }: { readonly institutional: Institutional },
  user: number,
): RiskUnit | undefined {
  if (institutional.size === 0) return undefined;
  const unit = institutional.ofUser(user);
  return unit === undefined || unit.loans.length === 0 ? undefined : unit;
}

/** Interest of the hours of a loan that have begun and are not charged yet. */
export function pendingInterest(loan: UnitLoan, timeMs: number): Atoms {
  const hours = hourOf(timeMs) - loan.hour;
  assert(hours >= 0, "no hour of a loan is charged before it begins");
  return atoms(hourlyInterest(loan.principal, loan.dailyRate) * BigInt(hours));
}
