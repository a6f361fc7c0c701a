/**
 * The bare core with a lending pool and one loan product: coins at 100 dollars, leverage 3, lines
 * of 70 % for transfers, 75 % for buying and opening, 90 % for liquidation, which ends at 60 %.
 */

import type { Wallet } from "../../src/core/base/vocabulary.ts";
import type { DraftOf } from "../../src/core/commands/commands.ts";
import type { CoreEvent } from "../../src/core/events/events.ts";
import { WALLET_INDEX } from "../../src/core/ledger/ledger.ts";
import { atoms } from "../../src/core/money/units.ts";
import { CoreFixture } from "./core-fixture.ts";
import { COIN, LINEAR, SPOT, USD } from "./core-listings.ts";

export const PRODUCT = 1;

type Product = Omit<DraftOf<"set_loan_product">, "kind">;

export const PRODUCT_TERMS: Product = {
  realm: "live",
  product: PRODUCT,
  leverage: 3,
  dailyRateE8: 240_000,
  transferLineE6: 700_000,
  buyLineE6: 750_000,
  openLineE6: 750_000,
  liquidationLineE6: 900_000,
  stopLineE6: 600_000,
  currencies: [USD, COIN],
  ratiosE6: [1_000_000, 1_000_000],
  valuesMaxUsd: [1_000_000_000, 1_000_000_000],
  instruments: [SPOT, LINEAR],
};

/**
 * Makes a user of any fixture a risk unit and lends it an amount without interest: two thirds of
 * its collateral when it has half as much of the coin itself.
 */
export function indebt(
  core: CoreFixture,
  user: number,
  { amount, currency, ...terms }: Partial<Product> & { amount: number; currency: number },
): void {
  const base = { kind: "set_collateral", isShared: true, tierStarts: [0] } as const;
  core.run({ ...base, currency: USD, isDollar: true, ratesE6: [1_000_000] });
  const lent = { currency, amount: atoms(BigInt(amount)) };
  core.run({ kind: "endow", realm: "live", wallet: "lending_pool", ...lent });
  core.run({ kind: "set_loan_product", ...PRODUCT_TERMS, dailyRateE8: 0, ...terms });
  core.run({ kind: "set_risk_unit", user, product: PRODUCT });
  core.run({ kind: "issue_unit_loan", unit: user, ...lent });
  if (core.rejection !== undefined) throw new Error(`a loan, got ${core.rejection}`);
}

export class UnitFixture extends CoreFixture {
  constructor(terms: Partial<Product> = {}) {
    super();
    const base = { kind: "set_collateral", isShared: true, tierStarts: [0] } as const;
    this.run({ ...base, currency: USD, isDollar: true, ratesE6: [1_000_000] });
    this.run({ ...base, currency: COIN, isDollar: false, ratesE6: [1_000_000] });
    for (const [currency, amount] of [[USD, 1_000_000n] as const, [COIN, 10_000n] as const]) {
      const pool = { realm: "live", wallet: "lending_pool" } as const;
      this.run({ kind: "endow", ...pool, currency, amount: atoms(amount) });
    }
    this.product(terms);
  }

  product(terms: Partial<Product> = {}): CoreEvent[] {
    return this.run({ kind: "set_loan_product", ...PRODUCT_TERMS, ...terms });
  }

  unit(user: number, product = PRODUCT): CoreEvent[] {
    return this.run({ kind: "set_risk_unit", user, product });
  }

  bind(user: number, unit: number, bound: number, isBound = true): CoreEvent[] {
    return this.run({ kind: "bind_unit_user", user, unit, bound, isBound });
  }

  issue(unit: number, currency: number, amount: number): CoreEvent[] {
    return this.run({ kind: "issue_unit_loan", unit, currency, amount: atoms(BigInt(amount)) });
  }

  repay(user: number, loan: number, amount: number): CoreEvent[] {
    return this.run({ kind: "repay_unit_loan", user, loan, amount: atoms(BigInt(amount)) });
  }

  balance(user: number, wallet: Wallet, currency: number): bigint {
    const { ledger } = this.state;
    return ledger.balance(ledger.find(user, WALLET_INDEX[wallet], currency));
  }

  /** Moves money out of the spot wallet of a user, into that of another or another wallet. */
  move(from: number, to: number, amount: number, toWallet: Wallet = "spot"): CoreEvent[] {
    return this.run({
      kind: "transfer",
      ...{ fromUser: from, fromWallet: "spot", toUser: to, toWallet, currency: USD },
      ...{ amount: atoms(BigInt(amount)), clientTransferId: "" },
      ...{ fromInstrument: 0, toInstrument: 0, mayBorrow: false },
    });
  }

  /** A unit with dollars of its own that has borrowed 20,000: two thirds, without interest. */
  indebted(own = 10_000): { readonly unit: number; readonly loan: number } {
    const unit = this.user("fund", [["spot", USD, own]]);
    this.unit(unit);
    this.issue(unit, USD, 20_000);
    if (this.rejection !== undefined) throw new Error(`a loan, got ${this.rejection}`);
    return { unit, loan: this.orderId };
  }
}
