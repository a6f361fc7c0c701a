/**
 * Searches for programs by which colluders gain: random ones first, then children of the best. A
 * search is a function of its seed. The index stands still in every program, so that no gain is
 * explained by a move of the market.
 */
import { Random } from "../../simulation/random.ts";
import { openStage, type Stage, VENUES, type Venue } from "./colluders.ts";
import { type Gains, playProgram } from "./play.ts";
import { mutated, type Program, RECENT_MOVE, randomProgram } from "./program.ts";

/** Dollars that rounding may leave over. */
const ROUNDING = 1;

/**
 * Most that a program may gain and cost the exchange, in dollars. In futures, and by repaying at an
 * index that is old, nothing. On spot the two honest stops of half a coin may be made to fire, and
 * then trade within the price band: 2 × 30,000 × 5 %. At an index of some seconds ago the gain is
 * what was repaid with other coins, within the hourly limit of each user, × the move of 0.5 % less
 * the spread of 0.1 % of what was paid: 0.5 % − 0.1 % × 99.5 %.
 */
export const SEARCH_BOUNDS = {
  futures: { colluders: ROUNDING, house: ROUNDING },
  spot: { colluders: 3_000, house: ROUNDING },
  shareOfRepaid: 0.004_005,
} as const;

/** Programs that live on, and programs after which a search restarts. */
const POPULATION = 12;
const GENERATION_PROGRAMS = 160;
const RANDOM_PROGRAMS = 60;
/** Programs of one schedule. */
const SCHEDULE_PROGRAMS = 6;

/** A program whose gain or cost is above its bound. */
export class GainFound extends Error {
  readonly seed: number;
  readonly program: Program;
  readonly gains: Gains;

  constructor(seed: number, program: Program, gains: Gains) {
    const { colluders, house, honest } = gains;
    const figures = { colluders: Math.round(colluders), house: Math.round(house) };
    super(`seed ${seed}: ${JSON.stringify({ ...figures, honest: Math.round(honest) })}`);
    this.seed = seed;
    this.program = program;
    this.gains = gains;
  }
}

/** Whether a program gained or cost more than its bound. */
export function isBeyondBound(program: Program, gains: Gains): boolean {
  const { futures, shareOfRepaid, spot } = SEARCH_BOUNDS;
  const { staleMove, venue } = program;
  const isFutures = venue === "usdt" || venue === "usdc" || venue === "coin";
  const bound = isFutures || staleMove !== 0 ? futures : spot;
  const more = Math.abs(staleMove) === RECENT_MOVE ? gains.repaid * shareOfRepaid : 0;
  return gains.colluders > bound.colluders + more || -gains.house > bound.house + more;
}

/** The shortest program found by leaving out moves while it still is beyond its bound. */
export function shortened(stage: Stage, program: Program): Program {
  let kept = program;
  for (let at = kept.moves.length - 1; at >= 0; at--) {
    const moves = kept.moves.filter((_move, place) => place !== at);
    const shorter = { ...kept, moves };
    if (isBeyondBound(shorter, playProgram(stage, shorter))) kept = shorter;
  }
  return kept;
}

/** Venues take turns from seed to seed. */
function venueOf(seed: number): Venue {
  return VENUES[seed % VENUES.length] ?? "usdt";
}

type Known = { readonly program: Program; readonly gain: number };

export type SearchReport = {
  readonly programs: number;
  readonly commands: number;
  /** Largest gain of any program, in dollars; 0 when every one paid fees for nothing. */
  readonly bestGain: number;
  /** Largest loss that a program brought to honest people together. */
  readonly worstHonest: number;
};

class Search {
  readonly #stage: Stage;
  programs = 0;
  commands = 0;
  bestGain = 0;
  worstHonest = 0;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** Plays a program; throws `GainFound` when it is beyond its bound. */
  play(seed: number, program: Program): Known {
    const gains = playProgram(this.#stage, program);
    this.programs += 1;
    this.commands += gains.commands;
    this.bestGain = Math.max(this.bestGain, gains.colluders);
    this.worstHonest = Math.max(this.worstHonest, -gains.honest);
    if (isBeyondBound(program, gains)) throw new GainFound(seed, program, gains);
    return { program, gain: gains.colluders };
  }

  /** Random programs of one venue, then children of the best: `length` in all. */
  evolve(seed: number, length: number, venue = venueOf(seed)): void {
    const random = new Random(seed);
    const known: Known[] = [];
    for (let at = 0; at < length; at++) {
      const isFresh = known.length < POPULATION || at < RANDOM_PROGRAMS || random.chance(10);
      const parent = known[Math.min(random.below(POPULATION), random.below(POPULATION))];
      const program =
        isFresh || parent === undefined
          ? randomProgram(random, venue)
          : mutated(random, parent.program);
      known.push(this.play(seed, program));
      known.sort((a, b) => b.gain - a.gain);
      known.length = Math.min(known.length, POPULATION);
    }
  }

  report(): SearchReport {
    const { bestGain, commands, programs, worstHonest } = this;
    return { programs, commands, bestGain, worstHonest };
  }
}

/** Schedules of a few programs each, one per seed. */
export async function runAdversaries(
  terms: { readonly firstSeed: number; readonly schedules: number },
  onSchedule: (done: number) => void = () => {},
): Promise<SearchReport> {
  const search = new Search(await openStage());
  for (let at = 0; at < terms.schedules; at++) {
    search.evolve(terms.firstSeed + at, SCHEDULE_PROGRAMS);
    onSchedule(at + 1);
  }
  return search.report();
}

/** Generations until so many commands were applied, in all venues or in one. */
export async function searchGains(
  terms: {
    readonly firstSeed: number;
    readonly commands: number;
    readonly venue?: Venue | undefined;
  },
  onGeneration: (commands: number) => void = () => {},
): Promise<SearchReport> {
  const search = new Search(await openStage());
  for (let seed = terms.firstSeed; search.commands < terms.commands; seed++) {
    search.evolve(seed, GENERATION_PROGRAMS, terms.venue);
    onGeneration(search.commands);
  }
  return search.report();
}
