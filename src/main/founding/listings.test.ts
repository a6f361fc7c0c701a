import { describe, expect, it } from "vitest";
import { FoundedCore } from "../../../test/adversary/founded-core.ts";
import { audit } from "../../core/audit.ts";
import { MODEL_COINS } from "../../market-model/coins.ts";
import { CURRENCY_LISTINGS, INSTRUMENT_LISTINGS } from "./listings.ts";
import { TRADED_COINS } from "./traded-coins.ts";

/** Generated prices stay within this factor of the price at the founding. */
const RANGE_FACTOR = 50;
/** Smallest number of ticks in a price that has fallen by the factor. */
const TICKS_MIN = 15;

const venue = new FoundedCore();
const { currencies, instruments } = venue.state;
const codeOf = (currency: number): string => currencies[currency]?.code ?? "";
const startOf = (base: string): number => {
  const code = base.replace(/^S(?=BTC$|ETH$)/, "");
  return TRADED_COINS.find((coin) => coin.base === code)?.startPrice ?? 0;
};

it("lists every coin of the generated market on spot and as a perpetual", () => {
  for (const category of ["spot", "usdt_futures"]) {
    const listed = INSTRUMENT_LISTINGS.filter(
      (listing) => listing.category === category && listing.realm === "live",
    ).map(({ symbol }) => symbol);
    expect(listed).toEqual(expect.arrayContaining(MODEL_COINS.map(({ code }) => `${code}USDT`)));
    expect(new Set(listed).size).toBe(listed.length);
  }
});

it("lists nothing that the core refuses", () => {
  expect(currencies.length).toBe(CURRENCY_LISTINGS.length);
  const dated = 2;
  expect(instruments.length).toBe(INSTRUMENT_LISTINGS.length + dated);
  expect(audit(venue.state).holds).toBe(true);
});

describe.each(instruments)("$realm $category $symbol", (instrument) => {
  const ticksPerDollar = 10 ** instrument.priceDecimals / instrument.tickStep;
  const start = startOf(codeOf(instrument.base)) * ticksPerDollar;

  it("has ticks that suit its price, however far it moves", () => {
    expect(start / RANGE_FACTOR).toBeGreaterThanOrEqual(TICKS_MIN);
    expect(start * RANGE_FACTOR).toBeLessThanOrEqual(instrument.priceTicksMax);
    // A tick is at most 0.13 % of the price.
    expect(start).toBeGreaterThan(770);
  });

  it("takes orders of at least 100,000 dollars, and of not more than 30 dollars", () => {
    const lot = instrument.lotStep / 10 ** instrument.sizeDecimals;
    const perLot = instrument.isInverse ? lot : (lot * start) / ticksPerDollar;
    expect(instrument.sizeLotsMarketMax * perLot).toBeGreaterThanOrEqual(100_000);
    expect(instrument.sizeLotsMin * perLot).toBeLessThanOrEqual(30);
  });
});
