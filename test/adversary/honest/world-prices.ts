/**
 * Index prices of the measurement of honest orders: the generated prices of the product, with a
 * fast fall and a fast rise of 5 to 8 % laid over them.
 */
import type { PriceSource, SourcePrice } from "../../../src/market-data/price-source.ts";
import type { Random } from "../../../src/market-model/random.ts";
import { seededRandom } from "../../../src/market-model/seeded-random.ts";
import { generatedPrices } from "../../support/generated-prices.ts";

export const PHASES = ["ordinary", "panic"] as const;
export type Phase = (typeof PHASES)[number];

/**
 * A round in seconds: agents alone, then twice ordinary trading, a fast move and the time after it.
 * The first move is a fall, the second a rise.
 */
export type Round = {
  readonly warmUp: number;
  readonly ordinary: number;
  readonly move: number;
  readonly aftermath: number;
};

export const LONG_ROUND: Round = { warmUp: 60, ordinary: 480, move: 180, aftermath: 120 };
export const SHORT_ROUND: Round = { warmUp: 30, ordinary: 150, move: 120, aftermath: 30 };

function halfOf({ aftermath, move, ordinary }: Round): number {
  return ordinary + move + aftermath;
}

export function lengthMsOf(round: Round): number {
  return (round.warmUp + 2 * halfOf(round)) * 1_000;
}

/** The size of a fast move, as a share of the price, and what of it comes back. */
const MOVE_MIN = 0.05;
const MOVE_MAX = 0.08;
const REBOUND = 0.25;
/** Noise of each second of a fast move, as a share of the price. */
const PANIC_NOISE = 0.000_6;

const COINS = ["BTC", "ETH", "SOL", "XRP", "DOGE"];

/** The phase at a time since the start of a round; none while agents warm up. */
export function phaseAt(round: Round, elapsedMs: number): Phase | undefined {
  const second = elapsedMs / 1_000 - round.warmUp;
  if (second < 0) return undefined;
  return second % halfOf(round) < round.ordinary ? "ordinary" : "panic";
}

/** How much of a fast move is done: from 0 to 1, then back by the rebound. */
function doneAt({ aftermath, move, ordinary }: Round, second: number): number {
  const moving = second - ordinary;
  if (moving <= 0) return 0;
  if (moving < move) return moving / move;
  return 1 - REBOUND * Math.min(1, (moving - move) / aftermath);
}

export class WorldPrices implements PriceSource {
  readonly name = "world";
  readonly rank = "generated";
  readonly weight = 1;
  readonly #calm: PriceSource;
  readonly #random: Random;
  readonly #startMs: number;
  readonly #round: Round;
  readonly #move: number;
  /** Price of each coin over its generated one, as a logarithm. */
  #moved = 0;
  #movedUntilS = 0;

  constructor(seed: number, startMs: number, round: Round) {
    this.#calm = generatedPrices(seed, startMs);
    this.#random = seededRandom(seed, "panic");
    this.#move = this.#random.between(MOVE_MIN, MOVE_MAX);
    this.#startMs = startMs;
    this.#round = round;
  }

  price(code: string, nowMs: number): SourcePrice | undefined {
    const calm = this.#calm.price(code, nowMs);
    if (calm === undefined || !COINS.includes(code)) return calm;
    const priceE8 = Math.round(calm.priceE8 * Math.exp(this.#movedAt(nowMs)));
    return { ...calm, priceE8 };
  }

  #movedAt(nowMs: number): number {
    const second = Math.floor((nowMs - this.#startMs) / 1_000) - this.#round.warmUp;
    for (; this.#movedUntilS < second; this.#movedUntilS++) {
      const [from, to] = [this.#pathAt(this.#movedUntilS), this.#pathAt(this.#movedUntilS + 1)];
      const noise = from === to ? 0 : PANIC_NOISE * this.#random.normal();
      this.#moved += to - from + noise;
    }
    return this.#moved;
  }

  /** The planned part of the moves, without noise. */
  #pathAt(second: number): number {
    const fall = doneAt(this.#round, second);
    const rise = doneAt(this.#round, second - halfOf(this.#round));
    return Math.log(1 - this.#move) * (fall - rise);
  }
}
