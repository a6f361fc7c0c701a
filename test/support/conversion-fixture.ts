/** The bare core that converts coins at 100 dollars; a spread of 1 % for each of the two coins. */
import type { Wallet } from "../../src/core/base/vocabulary.ts";
import type { DraftOf } from "../../src/core/commands/commands.ts";
import { inventoryOf } from "../../src/core/converting/conversion-limits.ts";
import type { CoreEvent } from "../../src/core/events/events.ts";
import { atoms, rateE6 } from "../../src/core/money/units.ts";
import { CoreFixture } from "./core-fixture.ts";
import { COIN, USD } from "./core-listings.ts";

type Terms = {
  readonly amountMin?: number;
  readonly amountMax?: number;
  readonly spreadE6?: number;
  readonly netMax?: number;
};

const NO_BOUND = 1_000_000_000;

/** Terms under which a user accepts a quote. */
export type Accepted = Omit<DraftOf<"convert">, "kind" | "user">;

/** Sets the terms of a coin in an exchange, without bounds and spread unless they are given. */
export function offerConversion(core: CoreFixture, currency: number, terms: Terms): void {
  const { amountMax = NO_BOUND, amountMin = 1, netMax = NO_BOUND, spreadE6 = 0 } = terms;
  core.run({
    kind: "set_conversion_terms",
    ...{ realm: "live", currency, spreadE6: rateE6(spreadE6) },
    ...{ amountMin: atoms(BigInt(amountMin)), amountMax: atoms(BigInt(amountMax)) },
    netMax: atoms(BigInt(netMax)),
  });
}

/** Requests a price for an amount to give (above zero) or to receive (below zero). */
export function requestQuote(
  core: CoreFixture,
  user: number,
  [from, to]: readonly [number, number],
  amount: number,
): CoreEvent[] {
  return core.run({
    kind: "quote_conversion",
    ...{ user, fromCurrency: from, toCurrency: to },
    ...{ isFromAmount: amount > 0, amount: atoms(BigInt(Math.abs(amount))) },
  });
}

/** Terms of the quote that the last command returned. */
export function quotedBy(core: CoreFixture): Accepted {
  const { conversion, id } = core.state.outcome;
  if (conversion === undefined) throw new Error(`a quote, got ${core.rejection}`);
  const { fromAmount, fromCurrency, price, toAmount, toCurrency } = conversion;
  return {
    quoteId: id,
    ...{ fromCurrency, fromAmount: atoms(fromAmount), toCurrency, toAmount: atoms(toAmount) },
    ...{ priceDigits: price.digits, priceDecimals: price.decimals },
  };
}

export class ConversionFixture extends CoreFixture {
  constructor() {
    super();
    const base = { kind: "set_collateral", isShared: true, tierStarts: [0] } as const;
    this.run({ ...base, currency: USD, isDollar: true, ratesE6: [1_000_000] });
    this.run({ ...base, currency: COIN, isDollar: false, ratesE6: [1_000_000] });
    this.terms(USD, {});
    this.terms(COIN, {});
    this.endow(USD, 1_000_000);
    this.endow(COIN, 10_000);
  }

  terms(currency: number, terms: Terms): void {
    offerConversion(this, currency, { spreadE6: 10_000, ...terms });
  }

  rules(rules: Partial<Omit<DraftOf<"set_conversion_rules">, "kind" | "realm">>): void {
    this.run({
      kind: "set_conversion_rules",
      ...{ realm: "live", quotesMax: 1_000, accountQuotesMax: 100 },
      ...{ accountDayUsdMax: NO_BOUND, dayLossUsdMax: NO_BOUND },
      ...rules,
    });
  }

  endow(currency: number, amount: number, wallet: Wallet = "conversion"): void {
    const drawn = atoms(BigInt(amount));
    this.run({ kind: "endow", realm: "live", wallet, currency, amount: drawn });
  }

  /** As `requestQuote`. */
  quote(user: number, coins: readonly [number, number], amount: number): CoreEvent[] {
    return requestQuote(this, user, coins, amount);
  }

  get quoted(): Accepted {
    return quotedBy(this);
  }

  accept(user: number, accepted: Accepted): CoreEvent[] {
    return this.run({ kind: "convert", user, ...accepted });
  }

  /** Requests a price and accepts it at once; answers the events of the conversion. */
  convert(user: number, coins: readonly [number, number], amount: number): CoreEvent[] {
    this.quote(user, coins, amount);
    return this.accept(user, this.quoted);
  }

  /** Inventory of dollars and coins. */
  get inventory(): readonly [bigint, bigint] {
    return [inventoryOf(this.state, "live", USD), inventoryOf(this.state, "live", COIN)];
  }
}
