import { MODEL_COINS, STABLE_COINS } from "./coins.ts";
import { Crash, crashBeta } from "./crash.ts";
import { coinNumbers, LiveCoin, restoreCoin } from "./live-coin.ts";
import { decodeMemory, encodeMemory, type MemoryRecords } from "./model-memory.ts";
import { stableFactorsAtOrigin, stablePrice } from "./origin.ts";
import type { OuFactors } from "./ou-factors.ts";
import type { OutsideMarket, Preset, Product } from "./outside-market.ts";
import { PRESET_TERMS } from "./presets.ts";
import type { Random, Streams } from "./random.ts";
import { SharedMovement } from "./shared-movement.ts";
import { activityOf } from "./turnover.ts";

/** Interval in ms of the steps of the shared movement. */
const SHARED_STEP_MS = 100;
/** Interval in ms of the steps of stable coins. */
const STABLE_STEP_MS = 1_000;
const SHARED_RECORD = "shared";
/** Places in the memory for numbers of earlier versions, which are not read. */
const UNUSED_NUMBERS = [0, 0, 0, 0] as const;

export type MarketModelOptions = {
  /** Seed of the past, in whose last state a new market begins. */
  readonly seed: number;
  readonly preset: Preset;
  readonly nowMs: number;
  /** Streams from which all later movement is drawn. */
  readonly streams: Streams;
  /** Name of this run among the streams; never the one of another run. */
  readonly stream: string;
  /** `memory()` of the run before. */
  readonly memory?: Uint8Array;
};

/**
 * The outside prices as time passes. A new market begins with the state in which the generated past
 * of the same seed ends. The same options and the same times of calls give the same prices.
 */
export class MarketModel implements OutsideMarket {
  readonly #preset: Preset;
  readonly #shared: SharedMovement;
  readonly #coins = new Map<string, LiveCoin>();
  readonly #stables = new Map<string, OuFactors>();
  readonly #random: Random;
  readonly #crashAtMs: number;
  #stableSteppedAtMs: number;

  constructor({ memory, nowMs, preset, seed, stream, streams }: MarketModelOptions) {
    const records = decodeMemory(memory);
    const restored = records.get(SHARED_RECORD) ?? [];
    const [, crashAtMs = 0] = restored;
    this.#preset = preset;
    // With the space: the streams from which docs/market.md was measured.
    this.#random = streams(`${stream} `);
    this.#crashAtMs = crashAtMs > 0 ? crashAtMs : nowMs;
    const crash = PRESET_TERMS[preset].crashes ? this.#crash(streams) : undefined;
    const terms = { seed, preset, crash };
    this.#shared = new SharedMovement(terms, nowMs, this.#random);
    this.#stableSteppedAtMs = nowMs;
    this.#restoreShared(restored, nowMs);
    this.#createCoins(seed, records);
    for (const code of STABLE_COINS) {
      const factors = stableFactorsAtOrigin(seed, code);
      restoreFactors(factors, records.get(`stable ${code}`));
      this.#stables.set(code, factors);
    }
  }

  advance(nowMs: number): readonly string[] {
    const shared = this.#shared;
    if (!PRESET_TERMS[this.#preset].moves) return [];
    if (nowMs <= shared.timeMs || !isDue(SHARED_STEP_MS, shared.timeMs, nowMs)) return [];
    shared.advance(nowMs);
    this.#stepStables(nowMs);
    const moved: string[] = [];
    for (const [code, coin] of this.#coins) {
      if (!coin.isDue(nowMs)) continue;
      coin.step(this.#random);
      moved.push(code);
    }
    return moved;
  }

  price(code: string): number | undefined {
    if (code === "USD") return 1;
    const factors = this.#stables.get(code);
    return factors === undefined ? this.#coins.get(code)?.price : stablePrice(factors.sum());
  }

  volatility(code: string): number {
    return this.#coins.get(code)?.volatility ?? 0;
  }

  activity(code: string): number {
    return activityOf(this.volatility(code));
  }

  basis(code: string, product: Product, msLeft?: number): number {
    return this.#coins.get(code)?.basis(product, msLeft) ?? 0;
  }

  outsidersBought(code: string, dollars: number, atPrice?: number): void {
    const coin = this.#coins.get(code);
    if (coin !== undefined) coin.bought(dollars / (atPrice ?? coin.price));
  }

  /** Sets a price, as an outside source does that takes precedence over the model. */
  rebase(code: string, priceE8: number): void {
    if (!(priceE8 > 0)) return;
    this.#coins.get(code)?.rebase(priceE8 / 1e8);
    const stable = this.#stables.get(code);
    if (stable !== undefined) {
      stable.values[0] = (stable.values[0] ?? 0) + Math.log(priceE8 / 1e8) - stable.sum();
    }
  }

  /**
   * Returns a few kB from which another run goes on. Readers of the journal see them: nothing in
   * them allows to compute the next draws.
   */
  memory(): Uint8Array {
    const shared = this.#shared;
    const records = new Map<string, readonly number[]>();
    records.set(SHARED_RECORD, [
      shared.timeMs,
      PRESET_TERMS[this.#preset].crashes ? this.#crashAtMs : 0,
      shared.sentiment,
      shared.news.excitement,
      this.#stableSteppedAtMs,
      ...UNUSED_NUMBERS,
      ...shared.factors.values,
    ]);
    for (const [code, coin] of this.#coins) records.set(`coin ${code}`, coinNumbers(coin, shared));
    for (const [code, { values }] of this.#stables) records.set(`stable ${code}`, [...values]);
    return encodeMemory(records);
  }

  /** The crash of a start is the same in all runs, and another one than that of another start. */
  #crash(streams: Streams): Crash {
    return new Crash(this.#crashAtMs, streams(`crash ${this.#crashAtMs}`));
  }

  #restoreShared(numbers: readonly number[], nowMs: number): void {
    const shared = this.#shared;
    const fixed = 5 + UNUSED_NUMBERS.length;
    if (numbers.length !== fixed + shared.factors.values.length) return;
    const [timeMs = 0, , sentiment = 0, excitement = 0, stableSteppedAtMs = 0] = numbers;
    shared.timeMs = Math.min(timeMs, nowMs);
    shared.sentiment = sentiment;
    shared.news.excitement = excitement;
    this.#stableSteppedAtMs = Math.min(stableSteppedAtMs, nowMs);
    shared.factors.values.set(numbers.slice(fixed));
    shared.restored();
  }

  #createCoins(seed: number, records: MemoryRecords): void {
    const shared = this.#shared;
    const [bitcoin] = MODEL_COINS;
    const counts = new Map<number, number>();
    for (const coin of MODEL_COINS) {
      const { code, stepMs } = coin;
      const count = counts.get(stepMs) ?? 0;
      counts.set(stepMs, count + 1);
      const live = new LiveCoin({
        coin,
        seed,
        preset: this.#preset,
        shared,
        crashBeta: bitcoin === undefined ? 1 : crashBeta(coin, bitcoin),
        phaseMs: (count * SHARED_STEP_MS) % stepMs,
      });
      restoreCoin(live, shared, records.get(`coin ${code}`));
      live.steppedAtMs = Math.min(live.steppedAtMs, shared.timeMs);
      this.#coins.set(code, live);
    }
  }

  #stepStables(nowMs: number): void {
    if (!isDue(STABLE_STEP_MS, this.#stableSteppedAtMs, nowMs)) return;
    const passedMs = nowMs - this.#stableSteppedAtMs;
    this.#stableSteppedAtMs = nowMs;
    for (const factors of this.#stables.values()) factors.step(passedMs, this.#random);
  }
}

/** Whether a multiple of `stepMs` lies after `fromMs`, up to `nowMs`. */
function isDue(stepMs: number, fromMs: number, nowMs: number): boolean {
  return Math.floor(nowMs / stepMs) > Math.floor(fromMs / stepMs);
}

function restoreFactors(factors: OuFactors, numbers: readonly number[] | undefined): void {
  if (numbers?.length === factors.values.length) factors.values.set(numbers);
}
