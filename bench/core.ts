/**
 * `bench core`: order mixes through the complete core (checks, holds or margin, matching,
 * settlement, ledger, events) in one thread, and beside it, slice by slice in the same run, the npm
 * package nodejs-order-book, which only matches.
 */
import { parseArgs } from "node:util";
import { describeLeverage } from "./leveraged-commands.ts";
import type { Venue } from "./mix-commands.ts";
import { countOutcomes, type MixResult, type Outcomes, runMix, sampleMix } from "./mix-run.ts";
import {
  deepShape,
  describeMix,
  generateMix,
  type Mix,
  type MixShape,
  movesShape,
  placesShape,
  symbolsShape,
} from "./order-mix.ts";
import { benchCoreStream } from "./stream/bench-stream.ts";
import { rounded } from "./support/histogram.ts";
import {
  atLeast,
  atMost,
  type BenchResult,
  type Check,
  check,
  type Goal,
  progress,
} from "./support/report.ts";

const COMMANDS = 3_000_000;
const COMMANDS_OTHER = 1_000_000;
const SAMPLES_MAX = 1_000_000;
const SCENARIOS = ["moves", "places", "futures", "leveraged", "deep", "symbols"] as const;
type Scenario = (typeof SCENARIOS)[number];

type Options = {
  readonly commands: number;
  readonly commandsOther: number;
  readonly seed: number;
  readonly scenarios: readonly Scenario[];
  readonly rival: boolean;
};

function readOptions(argv: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      commands: { type: "string" },
      seed: { type: "string" },
      mix: { type: "string", multiple: true },
      deep: { type: "boolean" },
      symbols: { type: "boolean" },
      "no-rival": { type: "boolean" },
    },
  });
  const asked = values.mix ?? [];
  const unknown = asked.find((name) => !SCENARIOS.includes(name as Scenario));
  if (unknown !== undefined) throw new Error(`--mix ${SCENARIOS.join("|")}, got ${unknown}`);
  const chosen = SCENARIOS.filter(
    (name) =>
      asked.includes(name) ||
      (name === "deep" && values.deep === true) ||
      (name === "symbols" && values.symbols === true),
  );
  const commands = Number(values.commands ?? COMMANDS);
  return {
    commands,
    commandsOther: Math.min(commands, COMMANDS_OTHER),
    seed: Number(values.seed ?? 1),
    scenarios: chosen.length === 0 ? SCENARIOS : chosen,
    rival: values["no-rival"] !== true,
  };
}

function shapeOf(scenario: Scenario, { commands, commandsOther, seed }: Options): MixShape {
  switch (scenario) {
    case "moves":
      return movesShape(commands, seed);
    case "places":
      return placesShape(commandsOther, seed);
    case "futures":
    case "leveraged":
      return { ...movesShape(commandsOther, seed), name: scenario };
    case "deep":
      return deepShape(commandsOther, seed);
    case "symbols":
      return symbolsShape(commandsOther, seed);
  }
}

function figuresOf(result: MixResult): Record<string, unknown> {
  const { bookHash, core, events, eventsPerCommand, rival, stateHash } = result;
  return {
    core,
    ...(rival === undefined
      ? {}
      : {
          nodejsOrderBook: rival,
          ratio: rounded(core.perSecond / rival.perSecond),
          ratioOfMedians: rounded(core.perSecondMedian / rival.perSecondMedian),
          ratioOfCpuTime: rounded(rival.cpuMicrosPerCommand / core.cpuMicrosPerCommand),
        }),
    events,
    eventsPerCommand,
    bookHash,
    stateHash,
  };
}

/** The venue on which a mix is played. */
export function venueOf(scenario: Scenario): Venue {
  return scenario === "futures" || scenario === "leveraged" ? scenario : "spot";
}

/** The generator's own trades against those in the core's events. */
function checkOutcomes(mix: Mix, scenario: Scenario, { refused, trades }: Outcomes): Check {
  return check(
    `${scenario}: every trade of the reference book happened, and no order was refused`,
    trades === mix.trades && refused === 0,
    `${trades} of ${mix.trades} trades, ${refused} refused`,
  );
}

export async function benchCore(argv: readonly string[]): Promise<BenchResult> {
  if (argv.includes("--stream") || argv.includes("--shape")) return benchCoreStream(argv);
  const options = readOptions(argv);
  const figures: Record<string, unknown> = {};
  const mixes: Record<string, unknown> = {};
  const checks: Check[] = [];
  const goals: Goal[] = [];
  let movesRate = 0;
  for (const scenario of options.scenarios) {
    progress(`core: ${scenario}`);
    const mix = generateMix(shapeOf(scenario, options));
    mixes[scenario] = describeMix(mix);
    const venue = venueOf(scenario);
    const withRival = options.rival && (scenario === "moves" || scenario === "places");
    const result = await runMix(mix, venue, withRival);
    progress(`  ${result.core.perSecond.toLocaleString("en-US")} commands/s`);
    const shown = figuresOf(result);
    figures[scenario] = shown;
    for (const { claim, detail, holds } of result.checks) {
      checks.push(check(`${scenario}: ${claim}`, holds, detail));
    }
    const outcomes = countOutcomes(mix, venue);
    checks.push(checkOutcomes(mix, scenario, outcomes));
    if (scenario === "leveraged") {
      const { fundingPayments, plansFired, refusedOthers } = outcomes;
      Object.assign(shown, { fundingPayments, plansFired, refusedOthers });
      checks.push(check("leveraged: nobody is liquidated", outcomes.liquidations === 0));
      mixes[scenario] = { ...describeMix(mix), ...describeLeverage() };
    }
    if (scenario === "moves") {
      movesRate = result.core.perSecondMedian;
      const part = generateMix({
        ...mix.shape,
        commands: Math.min(SAMPLES_MAX, mix.shape.commands),
      });
      const latency = await sampleMix(part, venue);
      shown["latencyMicros"] = latency;
      goals.push(atLeast("commands/s, moves", result.core.perSecond, 1_000_000));
      goals.push(atMost("p99 of one command, µs", latency.p99, 10));
    }
    if (result.rival !== undefined) {
      const ratio = result.core.perSecond / result.rival.perSecond;
      goals.push(atLeast(`times nodejs-order-book, ${scenario}`, rounded(ratio), 10));
    }
    if (scenario === "deep" && movesRate > 0) {
      const share = rounded(result.core.perSecondMedian / movesRate);
      shown["shareOfSmallBook"] = share;
      goals.push(atLeast("deep book's share of the small book's rate", share, 0.5));
    }
  }
  return { benchmark: "core", figures, mix: mixes, goals, checks };
}
