/**
 * `bench beside --checkout FOLDER`: the mixes of `core` through this checkout and through another
 * one of the same repository, in one process and slice by slice in turn, so that both meet the same
 * noise. Both must know the same mixes; trades and books are not compared, for the rules of the two
 * may differ.
 */
import { parseArgs } from "node:util";
import { venueOf } from "./core.ts";
import type { Venue } from "./mix-commands.ts";
import type * as MixRun from "./mix-run.ts";
import type { MixExchange } from "./mix-run.ts";
import { generateMix, type MixShape, movesShape, placesShape } from "./order-mix.ts";
import { HERE, loadModule } from "./support/checkout.ts";
import { median, rounded } from "./support/histogram.ts";
import { collectGarbage, cpuMicros, turn } from "./support/machine.ts";
import { atLeast, type BenchResult, type Goal, progress } from "./support/report.ts";

const COMMANDS = 1_000_000;
const SLICES = 60;
/** The first slices compile; their times are left out. */
const SLICES_OF_WARM_UP = 15;
/** Of the others so many count, the fastest: other work on the machine only makes slices slower. */
const SLICES_COUNTED = 15;
const SCENARIOS = ["moves", "places", "futures", "leveraged"] as const;
/** What a change may cost, as a share of the other checkout's rate. */
const SHARE_MIN = 0.95;

/** A stream of commands through one checkout. */
class Lane {
  readonly #exchange: MixExchange;
  readonly #micros: number[] = [];

  constructor(Exchange: typeof MixExchange, shape: MixShape, venue: Venue) {
    this.#exchange = new Exchange(generateMix(shape), venue);
  }

  /** Runs part `at` of `SLICES`, timed by the processor. */
  async runSlice(at: number): Promise<void> {
    const { commands, mix } = this.#exchange;
    const size = Math.ceil(mix.shape.commands / SLICES) | 0;
    const from = mix.prefill + at * size;
    const slice = commands.make(from, Math.min(mix.count, from + size));
    collectGarbage();
    const since = process.cpuUsage();
    this.#exchange.run(slice);
    this.#micros.push(cpuMicros(since) / slice.length);
    await turn();
  }

  /** Processor time of a command in the fastest slices. */
  microsOfFastest(): number {
    const timed = this.#micros.slice(SLICES_OF_WARM_UP).sort((one, other) => one - other);
    return median(timed.slice(0, SLICES_COUNTED));
  }
}

async function compare(
  [Here, There]: readonly [typeof MixExchange, typeof MixExchange],
  shape: MixShape,
  venue: Venue,
): Promise<Record<string, number>> {
  const here = new Lane(Here, shape, venue);
  const there = new Lane(There, shape, venue);
  for (let at = 0; at < SLICES; at++) {
    const order = at % 2 === 0 ? [here, there] : [there, here];
    for (const lane of order) await lane.runSlice(at);
  }
  const [micros, microsThere] = [here, there].map((lane) => lane.microsOfFastest());
  return {
    cpuMicrosHere: rounded(micros ?? 0),
    cpuMicrosThere: rounded(microsThere ?? 0),
    shareOfRate: rounded((microsThere ?? 0) / (micros ?? 0)),
  };
}

/** Rates of this checkout as shares of the other's. */
export async function benchBeside(argv: readonly string[]): Promise<BenchResult> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      checkout: { type: "string" },
      commands: { type: "string", default: `${COMMANDS}` },
      seed: { type: "string", default: "1" },
      mix: { type: "string", multiple: true, default: [...SCENARIOS] },
    },
  });
  if (values.checkout === undefined) throw new Error("--checkout FOLDER is expected");
  const load = async (checkout: string): Promise<typeof MixRun> =>
    (await loadModule(checkout, "bench/mix-run.ts")) as typeof MixRun;
  const [here, other] = [await load(HERE), await load(values.checkout)];
  const commands = Number(values.commands);
  const seed = Number(values.seed);
  const figures: Record<string, Record<string, number>> = {};
  const goals: Goal[] = [];
  for (const name of SCENARIOS.filter((known) => values.mix.includes(known))) {
    progress(`beside: ${name}`);
    const shape = name === "places" ? placesShape(commands, seed) : movesShape(commands, seed);
    const compared = await compare(
      [here.MixExchange, other.MixExchange],
      { ...shape, name },
      venueOf(name),
    );
    figures[name] = compared;
    const share = compared["shareOfRate"] ?? 0;
    progress(`  ${share} of the other checkout's rate`);
    goals.push(atLeast(`share of the other checkout's rate, ${name}`, share, SHARE_MIN));
  }
  return { benchmark: "beside", figures, mix: { commands, seed }, goals, checks: [] };
}
