/**
 * The moment at which the generated past ends and the live market begins. Both derive its state
 * from the seed alone, so that they meet.
 */
import type { ModelCoin } from "./coins.ts";
import { BASIS_FACTORS, PRODUCT_FACTOR } from "./fair-basis.ts";
import { type NewsTerms, OWN_NEWS, PastNews, SHARED_NEWS } from "./news.ts";
import { type Factor, OuFactors } from "./ou-factors.ts";
import type { Preset, Product } from "./outside-market.ts";
import { PRESET_TERMS, type PresetTerms } from "./presets.ts";
import { seededRandom } from "./seeded-random.ts";
import { OWN_FACTORS, SHARED_FACTORS } from "./volatility.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const E8 = 1e8;

/** Deviation of a stable coin from a dollar: two factors, 0.8 and 0.4 basis points. */
export const STABLE_FACTORS: readonly Factor[] = [
  { tauMs: 6 * HOUR_MS, variance: 0.8e-4 ** 2 },
  { tauMs: 5 * MINUTE_MS, variance: 0.4e-4 ** 2 },
];

export type SharedOrigin = { readonly factors: OuFactors; readonly sentiment: number };

export function sharedOrigin(seed: number): SharedOrigin {
  const random = seededRandom(seed, "origin");
  return { factors: new OuFactors(SHARED_FACTORS, random), sentiment: random.normal() };
}

export function ownFactorsAtOrigin(seed: number, code: string): OuFactors {
  return new OuFactors(OWN_FACTORS, seededRandom(seed, `origin ${code}`));
}

export function basisFactorsAtOrigin(seed: number, code: string): OuFactors {
  return new OuFactors(BASIS_FACTORS, seededRandom(seed, `origin basis ${code}`));
}

export function productFactorAtOrigin(seed: number, code: string, product: Product): OuFactors {
  return new OuFactors([PRODUCT_FACTOR], seededRandom(seed, `origin ${product} ${code}`));
}

export function stableFactorsAtOrigin(seed: number, code: string): OuFactors {
  return new OuFactors(STABLE_FACTORS, seededRandom(seed, `origin ${code}`));
}

function newsOf(terms: NewsTerms, preset: PresetTerms): NewsTerms {
  return { ...terms, perDay: terms.perDay * preset.news };
}

export function sharedNewsTerms(preset: Preset): NewsTerms {
  return newsOf(SHARED_NEWS, PRESET_TERMS[preset]);
}

export function ownNewsTerms(preset: Preset): NewsTerms {
  return newsOf(OWN_NEWS, PRESET_TERMS[preset]);
}

/** News before the origin. */
export function sharedNewsBefore(seed: number, preset: Preset): PastNews {
  return new PastNews(sharedNewsTerms(preset), seededRandom(seed, "news"));
}

export function ownNewsBefore(seed: number, preset: Preset, code: string): PastNews {
  return new PastNews(ownNewsTerms(preset), seededRandom(seed, `news ${code}`));
}

/** Logarithm of the dollar price of a coin at the origin: exact in whole 10^-8 dollars. */
export function logPriceAtOrigin(coin: ModelCoin): number {
  return Math.log(coin.startE8 / E8);
}

/** Price of a stable coin whose factors add up to `deviation`, in whole 10^-8 dollars. */
export function stablePrice(deviation: number): number {
  return Math.round(E8 * Math.exp(deviation)) / E8;
}
