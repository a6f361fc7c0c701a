/** Worked examples of decision 0060: a coin costs 100 dollars, the spread of a pair is 2 %. */
import { describe, expect, it } from "vitest";
import { BorrowingFixture } from "../../../test/support/borrowing-fixture.ts";
import {
  ConversionFixture,
  offerConversion,
  quotedBy,
  requestQuote,
} from "../../../test/support/conversion-fixture.ts";
import { kinds } from "../../../test/support/core-fixture.ts";
import { COIN, LINEAR, USD } from "../../../test/support/core-listings.ts";
import { atoms } from "../money/units.ts";
import { roundedPrice } from "./conversion-price.ts";

const SELL = [COIN, USD] as const;
const BUY = [USD, COIN] as const;
const DAY_MS = 86_400_000;

describe("a quote", () => {
  it("sells and buys at the index price less the spread, rounded for the exchange", () => {
    const core = new ConversionFixture();
    const alice = core.rich("alice");
    core.quote(alice, SELL, 10);
    // 100 × (1 − 0.02) = 98 dollars for a coin.
    expect(core.quoted).toMatchObject({ fromAmount: 10n, toAmount: 980n });
    expect(core.quoted).toMatchObject({ priceDigits: 98, priceDecimals: 0 });
    core.quote(alice, BUY, 1_000);
    // 0.0098 coins for a dollar: 9.8 coins are rounded down.
    expect(core.quoted).toMatchObject({ fromAmount: 1_000n, toAmount: 9n });
    expect(core.quoted).toMatchObject({ priceDigits: 98, priceDecimals: 4 });
  });

  it("rounds the amount that it takes up when the amount to receive is given", () => {
    const core = new ConversionFixture();
    const alice = core.rich("alice");
    core.quote(alice, BUY, -9);
    // 9 ÷ 0.0098 = 918.4 dollars.
    expect(core.quoted).toMatchObject({ fromAmount: 919n, toAmount: 9n });
    core.quote(alice, SELL, -979);
    // 979 ÷ 98 = 9.99 coins.
    expect(core.quoted).toMatchObject({ fromAmount: 10n, toAmount: 979n });
  });

  it("has a price of ten significant digits, rounded down", () => {
    expect(roundedPrice(2n, 3n)).toEqual({ digits: 6_666_666_666, decimals: 10 });
    expect(roundedPrice(20_000_000_000_001n, 3n)).toEqual({ digits: 6666666666667, decimals: 0 });
    expect(roundedPrice(1n, 1_000_000n)).toEqual({ digits: 1, decimals: 6 });
    expect(roundedPrice(5n, 1n)).toEqual({ digits: 5, decimals: 0 });
    expect(roundedPrice(1n, 10n ** 25n)).toBeUndefined();
    expect(roundedPrice(10n ** 16n, 1n)).toBeUndefined();
  });

  it("needs terms of two coins and a positive amount within the bounds of both", () => {
    const core = new ConversionFixture();
    const alice = core.rich("alice");
    const refusal = (coins: readonly [number, number], amount: number): string | undefined => {
      core.quote(alice, coins, amount);
      return core.rejection;
    };
    expect(refusal([USD, USD], 100)).toBe("conversion_not_offered");
    expect(refusal([USD, 7], 100)).toBe("conversion_not_offered");
    expect(refusal(SELL, 0)).toBe("amount_not_positive");
    core.terms(COIN, { amountMin: 5, amountMax: 20 });
    expect(refusal(SELL, 4)).toBe("conversion_below_minimum");
    expect(refusal(SELL, 21)).toBe("conversion_above_maximum");
    expect(refusal(BUY, 499)).toBe("conversion_below_minimum");
    expect(refusal(BUY, -21)).toBe("conversion_above_maximum");
    expect(refusal(SELL, 20)).toBeUndefined();
    core.terms(COIN, { amountMax: 0 });
    expect(refusal(SELL, 10)).toBe("conversion_not_offered");
    core.run({
      ...{ kind: "quote_conversion", user: 1, fromCurrency: USD, toCurrency: COIN },
      ...{ isFromAmount: true, amount: atoms(1n) },
    });
    expect(core.rejection).toBe("user_not_found");
  });

  it("needs index prices that are at most 5 seconds old", () => {
    const core = new ConversionFixture();
    const alice = core.rich("alice");
    core.passMs(5_000);
    core.quote(alice, SELL, 10);
    const quoted = core.quoted;
    core.passMs(1);
    core.quote(alice, SELL, 10);
    expect(core.rejection).toBe("conversion_price_missing");
    core.accept(alice, quoted);
    expect(core.rejection).toBe("conversion_price_missing");
    core.index(100);
    expect(kinds(core.accept(alice, quoted))).toEqual(["conversion_executed"]);
  });
});

describe("a conversion", () => {
  it("moves both amounts between the user and the inventory of the exchange", () => {
    const core = new ConversionFixture();
    const alice = core.rich("alice");
    const [event] = core.convert(alice, SELL, 10);
    expect(event).toMatchObject({
      ...{ kind: "conversion_executed", user: alice, wallet: "spot" },
      ...{ fromCurrency: COIN, fromAmount: 10n, fromBalance: 9_990n },
      ...{ toCurrency: USD, toAmount: 980n, toBalance: 1_000_980n },
      ...{ priceDigits: 98, priceDecimals: 0 },
    });
    expect(core.inventory).toEqual([999_020n, 10_010n]);
    expect(core.money(alice, "spot", COIN)).toEqual([9_990n, 0n]);
  });

  it("is executed once, by its own user, before its quote expires, also after a restart", () => {
    const core = new ConversionFixture();
    const alice = core.rich("alice");
    const mallory = core.rich("mallory");
    core.quote(alice, SELL, 10);
    const quoted = core.quoted;
    core.accept(mallory, quoted);
    expect(core.rejection).toBe("conversion_quote_expired");
    core.accept(mallory, { ...quoted, quoteId: quoted.quoteId + 1 });
    expect(core.rejection).toBe("conversion_quote_expired");
    core.passMs(4_000);
    core.index(100);
    core.restart();
    core.passMs(3_999);
    expect(kinds(core.accept(alice, quoted))).toEqual(["conversion_executed"]);
    core.accept(alice, quoted);
    expect(core.rejection).toBe("conversion_quote_expired");
    expect(core.inventory).toEqual([999_020n, 10_010n]);
  });

  it("is refused when the 8 seconds of its quote are over, which frees its place", () => {
    const core = new ConversionFixture();
    const alice = core.rich("alice");
    core.quote(alice, SELL, 10);
    const quoted = core.quoted;
    core.index(100);
    core.passMs(4_000);
    core.index(100);
    expect(core.state.conversions.quotes.size).toBe(1);
    core.passMs(4_000);
    expect(core.state.conversions.quotes.size).toBe(0);
    core.accept(alice, quoted);
    expect(core.rejection).toBe("conversion_quote_expired");
  });

  it("repeats all terms of its quote", () => {
    const core = new ConversionFixture();
    const alice = core.rich("alice");
    core.quote(alice, SELL, 10);
    const quoted = core.quoted;
    for (const change of [
      { toAmount: 981n as never },
      { fromAmount: 9n as never },
      { priceDigits: 99 },
      { priceDecimals: 1 },
      { fromCurrency: USD },
      { toCurrency: COIN },
    ]) {
      core.accept(alice, { ...quoted, ...change });
      expect(core.rejection).toBe("conversion_quote_altered");
    }
    expect(kinds(core.accept(alice, quoted))).toEqual(["conversion_executed"]);
  });

  it("never gives more than it takes at the present index, whichever way the price moves", () => {
    const core = new ConversionFixture();
    const alice = core.rich("alice");
    core.quote(alice, SELL, 10);
    const sale = core.quoted;
    core.quote(alice, BUY, 10_000);
    const purchase = core.quoted;
    // 10 coins for 980 dollars, and 98 coins for 10,000 dollars.
    core.index(97);
    core.accept(alice, sale);
    expect(core.rejection).toBe("conversion_price_moved");
    core.index(98);
    expect(kinds(core.accept(alice, sale))).toEqual(["conversion_executed"]);
    core.index(103);
    core.accept(alice, purchase);
    expect(core.rejection).toBe("conversion_price_moved");
    core.index(102);
    expect(kinds(core.accept(alice, purchase))).toEqual(["conversion_executed"]);
  });

  it("needs the amount in the wallet, without what orders hold", () => {
    const core = new ConversionFixture();
    const alice = core.user("alice", [["spot", COIN, 10]]);
    core.place({ user: alice, side: "sell", price: 100, size: 1 });
    core.quote(alice, SELL, 10);
    core.accept(alice, core.quoted);
    expect(core.rejection).toBe("insufficient_available");
    core.convert(alice, SELL, 9);
    expect(core.money(alice, "spot", COIN)).toEqual([1n, 1n]);
  });

  it("of a unified account leaves the margin of its positions", () => {
    const core = new ConversionFixture();
    const unified = { accountKind: "unified" } as const;
    const alice = core.user("alice", [["unified", COIN, 10]], unified);
    const bob = core.rich("bob");
    expect(core.convert(alice, SELL, 10)[0]).toMatchObject({ wallet: "unified", toBalance: 980n });
    core.place({ user: bob, instrument: LINEAR, side: "sell", price: 100, size: 20 });
    core.place({ user: alice, instrument: LINEAR, side: "buy", price: 100, size: 20 });
    // At leverage 20 the position of 2,000 dollars requires 100.
    core.quote(alice, BUY, 881);
    core.accept(alice, core.quoted);
    expect(core.rejection).toBe("insufficient_available");
    core.convert(alice, BUY, 880);
    expect(core.money(alice, "unified", USD)[0]).toBe(100n);
  });

  it("repays the debt of a unified account with the coins that it receives", () => {
    const core = new BorrowingFixture();
    core.trade("buy", 20);
    const funds = { realm: "live", wallet: "conversion", amount: atoms(1_000n) } as const;
    core.run({ kind: "endow", ...funds, currency: USD });
    for (const currency of [USD, COIN]) offerConversion(core, currency, {});
    core.index(100);
    // The account has 20 coins and a debt of 1,000 dollars. As in a transfer out, its margin must
    // allow the coins to leave without the coins that arrive.
    requestQuote(core, core.alice, SELL, 4);
    core.run({ kind: "convert", user: core.alice, ...quotedBy(core) });
    expect(core.rejection).toBe("insufficient_available");
    requestQuote(core, core.alice, SELL, 2);
    const events = core.run({ kind: "convert", user: core.alice, ...quotedBy(core) });
    expect(kinds(events)).toEqual(["conversion_executed", "debt_changed"]);
    expect(events[1]).toMatchObject({ isBorrowed: false, amount: 200n, debt: 800n });
  });
});

describe("the limits of conversions", () => {
  it("keep the inventory above zero, and its change of a day within the bound of the coin", () => {
    const core = new ConversionFixture();
    const alice = core.rich("alice");
    core.rules({});
    core.quote(alice, BUY, -10_001);
    expect(core.rejection).toBe("conversion_limit_reached");
    core.terms(COIN, { netMax: 15 });
    core.convert(alice, SELL, 10);
    core.quote(alice, SELL, 6);
    expect(core.rejection).toBe("conversion_limit_reached");
    // The other direction reduces the change: from +10 to −15.
    core.quote(alice, BUY, -26);
    expect(core.rejection).toBe("conversion_limit_reached");
    core.convert(alice, BUY, -25);
    core.terms(COIN, { netMax: 5 });
    core.convert(alice, SELL, 1);
    core.quote(alice, BUY, -1);
    expect(core.rejection).toBe("conversion_limit_reached");
  });

  it("are checked again when a quote is accepted", () => {
    const core = new ConversionFixture();
    const alice = core.rich("alice");
    core.terms(COIN, { netMax: 15 });
    core.quote(alice, SELL, 10);
    const first = core.quoted;
    core.quote(alice, SELL, 10);
    const second = core.quoted;
    core.accept(alice, first);
    core.accept(alice, second);
    expect(core.rejection).toBe("conversion_limit_reached");
  });

  it("bound the value of a day for a main account with its sub-accounts, until the next day", () => {
    const core = new ConversionFixture();
    const alice = core.rich("alice");
    const sub = core.user("sub", [["spot", COIN, 100]], { parent: alice + 1 });
    core.rules({ accountDayUsdMax: 1_500 });
    core.convert(alice, SELL, 10);
    core.quote(sub, SELL, 6);
    expect(core.rejection).toBe("conversion_account_limit_reached");
    core.convert(sub, SELL, 5);
    core.restart();
    core.quote(alice, BUY, 110);
    expect(core.rejection).toBe("conversion_account_limit_reached");
    core.passMs(DAY_MS);
    core.index(100);
    core.convert(alice, SELL, 15);
  });

  it("bound the open quotes of a main account with its sub-accounts, and of all accounts", () => {
    const core = new ConversionFixture();
    const alice = core.rich("alice");
    const sub = core.user("sub", [], { parent: alice + 1 });
    const bob = core.rich("bob");
    core.rules({ accountQuotesMax: 2, quotesMax: 3 });
    core.quote(alice, SELL, 1);
    core.quote(sub, SELL, 1);
    core.quote(alice, SELL, 1);
    expect(core.rejection).toBe("conversion_quotes_limit_reached");
    core.quote(bob, SELL, 1);
    const last = core.quoted;
    core.quote(bob, SELL, 1);
    expect(core.rejection).toBe("conversion_quotes_limit_reached");
    core.accept(bob, last);
    core.quote(bob, SELL, 1);
    expect(core.rejection).toBeUndefined();
  });

  it("stop conversions when those of the day are worth a loss at present prices", () => {
    const core = new ConversionFixture();
    const alice = core.rich("alice");
    core.rules({ dayLossUsdMax: 180 });
    // The exchange gives 980 dollars for 10 coins, which at 80 are worth 180 dollars less.
    core.convert(alice, SELL, 10);
    core.index(80);
    core.convert(alice, SELL, 1);
    core.index(79);
    core.quote(alice, BUY, 100);
    expect(core.rejection).toBe("conversion_limit_reached");
    core.restart();
    core.quote(alice, SELL, 1);
    expect(core.rejection).toBe("conversion_limit_reached");
    core.passMs(DAY_MS);
    core.index(79);
    core.convert(alice, SELL, 1);
  });

  it("have bounds of their own", () => {
    const core = new ConversionFixture();
    const bounds = "conversion_terms_out_of_bounds";
    core.terms(COIN, { amountMin: 0 });
    expect(core.rejection).toBe(bounds);
    core.terms(COIN, { amountMin: 3, amountMax: 2 });
    expect(core.rejection).toBe(bounds);
    core.terms(COIN, { netMax: -1 });
    expect(core.rejection).toBe(bounds);
    core.terms(COIN, { spreadE6: 250_001 });
    expect(core.rejection).toBe(bounds);
    core.terms(9, {});
    expect(core.rejection).toBe("currency_not_found");
    core.rules({ quotesMax: 100_001 });
    expect(core.rejection).toBe(bounds);
    core.rules({ dayLossUsdMax: 10_000_000_001 });
    expect(core.rejection).toBe(bounds);
  });
});
