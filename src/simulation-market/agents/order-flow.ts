import type { Side } from "../../core/base/vocabulary.ts";
import type { Random } from "../../market-model/random.ts";
import type { BookView, InstrumentFacts } from "../market-port.ts";
import { type AgentProfile, depthWithin } from "./agent-profile.ts";
import type { OrderDesk } from "./order-desk.ts";
import { lotValue } from "./order-size.ts";
import { takeUpTo } from "./take.ts";

type OrderFlowOptions = {
  /** The takers, at least one; each order is from one of them. */
  readonly users: readonly number[];
  readonly instrument: InstrumentFacts;
  readonly profile: AgentProfile;
  readonly desk: OrderDesk;
  readonly book: BookView;
  readonly random: Random;
};

/** Conditions of the coin at a beat. */
export type FlowSignals = {
  readonly fairTicks: number;
  /** Expected turnover as a multiple of the average one. */
  readonly activity: number;
  /** Movement of the last seconds as a multiple of the expected one; 1 on average. */
  readonly movement: number;
  /** Direction of the latest movement, from −1 to 1. */
  readonly direction: number;
  /** Inventory of the makers in this coin relative to its limit, from −1 to 1. */
  readonly makersInventory: number;
};

/** Mean of the rate in the absence of movement, and its growth with movement. */
const RATE_AT_REST = 0.25;
/** The number of orders follows this power of the activity, and sizes the rest. */
const COUNT_POWER = 0.6;
/** Half of the arrivals follow others: the mean rate stays that of the profile. */
const BRANCHING = 0.5;
const EXCITEMENT_MS = 8_000;
const EXCITEMENT_MAX = 5;
/** Orders that arrive at once at most; the rest of a long pause is not made up. */
const ARRIVALS_MAX = 12;
const ELAPSED_MS_MAX = 5_000;

/**
 * Sizes are lognormal, up to a multiple of the median: recorded sizes of the BTC perpetual have the
 * same deviation from the median to the largest of a thousand. The mean is `MEAN_MEDIANS` medians.
 */
const SIZE_DEVIATION = 2.35;
const SIZE_MEDIANS_MAX = 1_500;
/** Deviations over which the mean size is integrated, and their step. */
const DENSITY_RANGE = 7;
const DENSITY_STEP = 0.01;
const MEAN_MEDIANS = meanOfSizes();

/** Tendency to the side of the previous order, of the movement, and against inventories. */
const PERSISTENCE = 0.1;
const MOVEMENT_TILT = 0.12;
const INVENTORY_TILT = 0.22;
/** The makers' inventory makes their quotes attractive on the side that reduces it. */
const MAKERS_TILT = 0.15;
/** Inventory of a taker at which its orders tend to reduce it, as a share of a day's turnover. */
const INVENTORY_SHARE = 0.004;
/** An order takes at most this share of the depth within its reach. */
const DEPTH_SHARE_MAX = 0.5;

/** Mean of the size distribution in medians: integrates over the normal density. */
function meanOfSizes(): number {
  let sum = 0;
  for (let z = -DENSITY_RANGE; z < DENSITY_RANGE; z += DENSITY_STEP) {
    sum += sizeInMedians(z) * Math.exp(-(z ** 2) / 2);
  }
  return (sum * DENSITY_STEP) / Math.sqrt(2 * Math.PI);
}

/** Size of an order in medians for a standard normal number. */
function sizeInMedians(normal: number): number {
  return Math.min(SIZE_MEDIANS_MAX, Math.exp(SIZE_DEVIATION * normal));
}

/**
 * Taker orders of one instrument. They arrive as a self-exciting Poisson process whose rate follows
 * the activity of the coin and its latest movement, so that volume comes with volatility.
 */
export class OrderFlow {
  readonly #options: OrderFlowOptions;
  #excitement = 1;
  #lastMs = 0;
  /** Expected arrivals until the next one; exponential. */
  #untilNext: number;
  #isBuy = false;

  constructor(options: OrderFlowOptions) {
    this.#options = options;
    this.#untilNext = options.random.exponential(1);
  }

  /** Sends the orders that arrived since the last call. */
  beat(signals: FlowSignals, nowMs: number): void {
    const elapsedMs = Math.min(ELAPSED_MS_MAX, this.#lastMs === 0 ? 0 : nowMs - this.#lastMs);
    this.#lastMs = nowMs;
    if (elapsedMs <= 0 || signals.fairTicks <= 0) return;
    const { profile, random } = this.#options;
    const perMs = profile.ordersPerMinute / 60_000;
    this.#excitement *= Math.exp(-elapsedMs / EXCITEMENT_MS);
    const moved = RATE_AT_REST + (1 - RATE_AT_REST) * signals.movement;
    const drive = 1 - BRANCHING + BRANCHING * this.#excitement;
    const rate = perMs * signals.activity ** COUNT_POWER * moved;
    let expected = rate * drive * elapsedMs;
    for (let i = 0; i < ARRIVALS_MAX && expected > this.#untilNext; i++) {
      expected -= this.#untilNext;
      this.#untilNext = random.exponential(1);
      const added = 1 / (rate * EXCITEMENT_MS);
      this.#excitement = Math.min(EXCITEMENT_MAX, this.#excitement + added);
      this.#arrive(signals);
    }
    this.#untilNext -= expected;
  }

  #arrive(signals: FlowSignals): void {
    const { book, desk, instrument, profile, random, users } = this.#options;
    const user = users[Math.floor(random.uniform() * users.length)] ?? 0;
    this.#isBuy = random.chance(this.#buyOdds(signals, user));
    const best = this.#isBuy ? book.bestAsk() : book.bestBid();
    if (best <= 0) return;
    const reachBp = random.between(0.2, 1) * profile.reachBp;
    const reach = (best * reachBp) / 10_000;
    const limit = this.#isBuy ? Math.ceil(best + reach) : Math.max(1, Math.floor(best - reach));
    const most = DEPTH_SHARE_MAX * depthWithin(profile, profile.reachBp);
    const value = Math.min(most, this.#drawValue(signals.activity));
    const side: Side = this.#isBuy ? "buy" : "sell";
    takeUpTo({ desk, instrument, user }, { side, value, limit });
  }

  #drawValue(activity: number): number {
    const { profile, random } = this.#options;
    const median = (profile.orderValueMean / MEAN_MEDIANS) * activity ** (1 - COUNT_POWER);
    return median * sizeInMedians(random.normal());
  }

  #buyOdds({ direction, fairTicks, makersInventory }: FlowSignals, user: number): number {
    const { desk, instrument, profile } = this.#options;
    const held = desk.inventory(user, instrument.index) * lotValue(instrument, fairTicks);
    const inventory = clamped(held / (INVENTORY_SHARE * profile.dailyTurnover));
    return (
      0.5 +
      (this.#isBuy ? PERSISTENCE : -PERSISTENCE) +
      MOVEMENT_TILT * direction -
      INVENTORY_TILT * inventory +
      MAKERS_TILT * makersInventory
    );
  }
}

function clamped(value: number): number {
  return Math.max(-1, Math.min(1, value));
}
