import type { ModelCoin } from "./coins.ts";
import { averageBasis, boundedBasis, carryOf, fastBasis } from "./fair-basis.ts";
import { Impact } from "./impact.ts";
import { excitementNorm, jumpShare, LiveNews } from "./news.ts";
import {
  basisFactorsAtOrigin,
  logPriceAtOrigin,
  ownFactorsAtOrigin,
  ownNewsBefore,
  ownNewsTerms,
  productFactorAtOrigin,
} from "./origin.ts";
import type { OuFactors } from "./ou-factors.ts";
import type { Preset, Product } from "./outside-market.ts";
import { PRESET_TERMS } from "./presets.ts";
import { pullTauMs } from "./price-pull.ts";
import type { Random } from "./random.ts";
import { MOVEMENT_MS_MAX, type SharedMovement } from "./shared-movement.ts";
import { logVolatility, OWN_FACTORS, spanWeights } from "./volatility.ts";

const LIVE_WEIGHTS = spanWeights(OWN_FACTORS, 0);
/** Effect of the stress of a crash on the basis: futures fall first. */
const STRESS_BASIS = -8e-4;
/** Prices this close to the present one (as a logarithm) do not change the long-run level. */
const SAME_LEVEL = 0.05;
/** Products whose basis deviates from the one of the USDT perpetual. */
const OTHER_PRODUCTS = ["usdc", "coin", "dated"] as const;

type LiveCoinOptions = {
  readonly coin: ModelCoin;
  readonly seed: number;
  readonly preset: Preset;
  readonly shared: SharedMovement;
  /** Factor on the moves of a crash. */
  readonly crashBeta: number;
  /** Offset in ms of its steps among those of its class, so that not all move at once. */
  readonly phaseMs: number;
};

/** The outside price of one coin, its volatility and its bases as time passes. */
export class LiveCoin {
  readonly coin: ModelCoin;
  readonly impact: Impact;
  readonly news: LiveNews;
  readonly own: OuFactors;
  readonly basisFactors: OuFactors;
  readonly products: Readonly<Record<(typeof OTHER_PRODUCTS)[number], OuFactors>>;
  /** Logarithm of the dollar price without impact and crash, and the level that it returns to. */
  logPrice: number;
  anchor: number;
  steppedAtMs: number;
  /** Positions of the shared movement that are part of the price. */
  seenMoved: number;
  seenVariance: number;
  seenCrash: number;
  readonly #options: LiveCoinOptions;
  readonly #newsNorm: number;
  readonly #diffusion: number;
  readonly #pullTauMs: number;
  readonly #deviation: number;
  #ownVolatility = 1;
  #price = 0;

  constructor(options: LiveCoinOptions) {
    const { coin, preset, seed, shared } = options;
    const { code } = coin;
    this.coin = coin;
    this.#options = options;
    this.impact = new Impact(coin);
    const newsTerms = ownNewsTerms(preset);
    this.news = new LiveNews(newsTerms, ownNewsBefore(seed, preset, code).excitementAt(0));
    this.own = ownFactorsAtOrigin(seed, code);
    this.basisFactors = basisFactorsAtOrigin(seed, code);
    this.products = {
      usdc: productFactorAtOrigin(seed, code, "usdc"),
      coin: productFactorAtOrigin(seed, code, "coin"),
      dated: productFactorAtOrigin(seed, code, "dated"),
    };
    this.#newsNorm = excitementNorm(newsTerms);
    this.#diffusion = Math.sqrt(1 - jumpShare(newsTerms));
    const { volatility } = PRESET_TERMS[preset];
    this.#pullTauMs = pullTauMs(coin, volatility);
    this.#deviation = coin.yearlyVolatility * volatility;
    this.logPrice = logPriceAtOrigin(coin);
    this.anchor = this.logPrice;
    this.steppedAtMs = shared.timeMs;
    this.seenMoved = shared.moved;
    this.seenVariance = shared.variance;
    this.seenCrash = shared.crash?.moveAt(shared.timeMs) ?? 0;
    this.refresh();
  }

  get price(): number {
    return this.#price;
  }

  /** Present volatility as a multiple of the yearly one, the preset included. */
  get volatility(): number {
    const { preset, shared } = this.#options;
    return PRESET_TERMS[preset].volatility * shared.volatility * this.#ownVolatility;
  }

  isDue(nowMs: number): boolean {
    const { stepMs } = this.coin;
    const { phaseMs } = this.#options;
    return (
      Math.floor((nowMs - phaseMs) / stepMs) > Math.floor((this.steppedAtMs - phaseMs) / stepMs)
    );
  }

  /** Moves the price to the time of the shared movement. */
  step(random: Random): void {
    const { crashBeta, shared } = this.#options;
    const passedMs = shared.timeMs - this.steppedAtMs;
    this.steppedAtMs = shared.timeMs;
    this.own.step(passedMs, random);
    this.basisFactors.step(passedMs, random);
    for (const product of OTHER_PRODUCTS) this.products[product].step(passedMs, random);
    const jump = this.news.step(Math.min(passedMs, MOVEMENT_MS_MAX), random);
    this.impact.pass(passedMs);
    this.#ownVolatility = this.#ownVolatilityNow();
    const { marketShare } = this.coin;
    const variance = Math.max(0, shared.variance - this.seenVariance);
    const own = this.#diffusion * Math.sqrt(variance) * random.normal() + jump;
    const move =
      marketShare * (shared.moved - this.seenMoved) + Math.sqrt(1 - marketShare ** 2) * own;
    const crash = shared.crash?.moveAt(shared.timeMs) ?? 0;
    const pull = 1 - Math.exp(-passedMs / this.#pullTauMs);
    this.logPrice +=
      pull * (this.anchor - this.logPrice) +
      this.#deviation * this.#ownVolatility * move +
      crashBeta * (crash - this.seenCrash);
    this.seenMoved = shared.moved;
    this.seenVariance = shared.variance;
    this.seenCrash = crash;
    this.#updatePrice();
  }

  /** Basis of a product; bounded for perpetuals. */
  basis(product: Product, msLeft: number | undefined): number {
    if (product === "spot") return 0;
    const { shared } = this.#options;
    const [slow = 0, middle = 0, fast = 0] = this.basisFactors.values;
    const ofProduct = product === "usdt" ? 0 : (this.products[product].values[0] ?? 0);
    const coinClass = this.coin.class;
    const stress = (shared.crash?.stressAt(shared.timeMs) ?? 0) * STRESS_BASIS;
    const average = averageBasis(coinClass, {
      sentiment: shared.sentiment,
      slow,
      middle,
      ofProduct,
    });
    return boundedBasis(average + fastBasis(coinClass, fast) + stress) + carryOf(product, msLeft);
  }

  bought(coins: number): void {
    this.impact.bought(coins);
    this.#updatePrice();
  }

  /** Sets the price. A price far from the present one is also the level that it returns to. */
  rebase(price: number): void {
    const logPrice = Math.log(price) - this.impact.permanent() - this.impact.decaying();
    if (Math.abs(logPrice - this.logPrice) > SAME_LEVEL) this.anchor = logPrice;
    this.logPrice = logPrice;
    this.#updatePrice();
  }

  /** Recomputes what follows from restored values. */
  refresh(): void {
    this.#ownVolatility = this.#ownVolatilityNow();
    this.#updatePrice();
  }

  #ownVolatilityNow(): number {
    const log = logVolatility(this.own.values, LIVE_WEIGHTS);
    return Math.exp(log + this.news.excitement - this.#newsNorm);
  }

  #updatePrice(): void {
    this.#price = Math.exp(this.logPrice + this.impact.permanent() + this.impact.decaying());
  }
}

/** Numbers of a coin's state, in a fixed order; `restoreCoin` reads them. */
export function coinNumbers(coin: LiveCoin, shared: SharedMovement): number[] {
  return [
    coin.logPrice,
    coin.anchor,
    coin.steppedAtMs,
    shared.moved - coin.seenMoved,
    shared.variance - coin.seenVariance,
    coin.seenCrash,
    coin.impact.heldCoins,
    coin.impact.recentCoins,
    coin.news.excitement,
    ...factorsOf(coin).flatMap(({ values }) => [...values]),
  ];
}

/** Restores the state of a coin, unless the numbers are not of this layout. */
export function restoreCoin(
  coin: LiveCoin,
  shared: SharedMovement,
  numbers: readonly number[] | undefined,
): void {
  if (numbers?.length !== coinNumbers(coin, shared).length) return;
  const remaining = numbers.values();
  const next = (): number => remaining.next().value ?? 0;
  coin.logPrice = next();
  coin.anchor = next();
  coin.steppedAtMs = next();
  coin.seenMoved = shared.moved - next();
  coin.seenVariance = shared.variance - next();
  // The price goes on where it is, also with another crash than that of the run before.
  next();
  coin.seenCrash = shared.crash?.moveAt(coin.steppedAtMs) ?? 0;
  coin.impact.heldCoins = next();
  coin.impact.recentCoins = next();
  coin.news.excitement = next();
  for (const { values } of factorsOf(coin)) {
    for (let i = 0; i < values.length; i++) values[i] = next();
  }
  coin.refresh();
}

function factorsOf(coin: LiveCoin): readonly OuFactors[] {
  return [coin.own, coin.basisFactors, ...OTHER_PRODUCTS.map((product) => coin.products[product])];
}
