/**
 * `bench core --stream FILE`: a recorded stream of commands (`command-stream.ts`) through the
 * complete core in one thread. Prints what another engine's result is compared with: orders,
 * trades, turnover and a digest of the final books.
 */
import { parseArgs } from "node:util";
import type * as Audits from "../../src/core/audit.ts";
import { EVENT_INDEX, eventLayout } from "../../src/core/events/event-layout.ts";
import { BLOCK } from "../market-founding.ts";
import { HERE, loadModule } from "../support/checkout.ts";
import { Histogram, median, rounded } from "../support/histogram.ts";
import {
  collectGarbage,
  cpuMicros,
  GcPauses,
  keepAlive,
  turn,
  WARM_UPS,
} from "../support/machine.ts";
import { type BenchResult, type Check, check, progress } from "../support/report.ts";
import { type CommandStream, readStream, writeStream } from "./command-stream.ts";
import { mixStream, STREAM_SHAPES } from "./mix-stream.ts";
import { type Core, loadCore, StreamExchange, type StreamResult } from "./stream-exchange.ts";

const COMMANDS = 3_000_000;
const ROUNDS = 5;
const SLICES = 20;
const WARM_UP_COMMANDS = 400_000;
const ACCEPTED = EVENT_INDEX.order_accepted;
const TRADED = EVENT_INDEX.trade_executed;
const TRADE = eventLayout("trade_executed");

type Checkout = { readonly core: Core; readonly audit: (typeof Audits)["audit"] };

async function loadCheckout(folder: string): Promise<Checkout> {
  const [core, audits] = await Promise.all([
    loadCore(folder),
    loadModule(folder, "src/core/audit.ts"),
  ]);
  return { core, audit: (audits as typeof Audits).audit };
}

/** Processor and wall time of the commands of a slice, in microseconds per command. */
type Pace = { readonly cpuMicros: number; readonly wallMicros: number };

/** One pass of a stream through one checkout, slice by slice. */
class Pass {
  readonly exchange: StreamExchange;
  readonly #stream: CommandStream;
  readonly #gc = new GcPauses();
  readonly paces: Pace[] = [];

  constructor(core: Core, stream: CommandStream) {
    this.#stream = stream;
    this.exchange = new StreamExchange(core, stream);
  }

  async slice(at: number): Promise<void> {
    const { count, prefill } = this.#stream;
    const size = Math.ceil((count - prefill) / SLICES) | 0;
    const from = prefill + at * size;
    const to = Math.min(count, from + size);
    this.#gc.open();
    const since = process.cpuUsage();
    const startedMs = performance.now();
    this.exchange.run(from, to);
    const wall = (performance.now() - startedMs) * 1e3;
    const cpu = cpuMicros(since);
    this.#gc.close();
    this.paces.push({ cpuMicros: cpu / (to - from), wallMicros: wall / (to - from) });
    await turn();
  }

  endOfGc() {
    return this.#gc.end();
  }
}

/** Runs a stream of the same shape some times, so that compiling is not taken for the speed. */
function warmUp(core: Core, stream: CommandStream): void {
  const count = Math.min(stream.count, stream.prefill + WARM_UP_COMMANDS);
  const part = { ...stream, count };
  for (let time = 0; time < WARM_UPS; time++) {
    const exchange = new StreamExchange(core, part);
    collectGarbage();
    exchange.run(stream.prefill, count);
    keepAlive(exchange);
  }
}

/** Applies the whole stream under a clock of its own per command, and reads its events. */
function observe(core: Core, stream: CommandStream, nanos: Histogram): StreamResult {
  const exchange = new StreamExchange(core, stream);
  const { events } = exchange;
  let ordersAccepted = 0;
  let trades = 0;
  let turnover = 0n;
  const read = (): void => {
    const reader = new core.EventReader(events.words());
    while (reader.next()) {
      if (reader.kindIndex === ACCEPTED) ordersAccepted += 1;
      if (reader.kindIndex !== TRADED) continue;
      trades += 1;
      turnover += BigInt(reader.number(TRADE.price)) * BigInt(reader.number(TRADE.size));
    }
    events.clear();
  };
  for (let at = stream.prefill; at < stream.count; at++) {
    const startedMs = performance.now();
    exchange.step(at);
    nanos.add((performance.now() - startedMs) * 1e6);
    if (at % BLOCK === 0) read();
  }
  read();
  return { ordersAccepted, trades, turnover, refused: exchange.refused };
}

type Figures = {
  readonly cpuMicrosPerCommand: number;
  readonly perSecond: number;
  readonly cpuMicrosByRound: readonly number[];
  readonly gc: Awaited<ReturnType<GcPauses["end"]>>;
};

type Rounds = { figures: Figures; digest: string; checks: Check[] };

/** Runs the stream through each checkout in turn, slice by slice, for some rounds. */
async function runRounds(
  stream: CommandStream,
  checkouts: readonly Checkout[],
  rounds: number,
): Promise<Rounds[]> {
  const cpu: number[][] = checkouts.map(() => []);
  const wall: number[][] = checkouts.map(() => []);
  let last: Pass[] = [];
  for (let round = 0; round < rounds; round++) {
    last = checkouts.map(({ core }) => new Pass(core, stream));
    collectGarbage();
    for (let slice = 0; slice < SLICES; slice++) {
      const order = slice % 2 === 0 ? last : [...last].reverse();
      for (const pass of order) await pass.slice(slice);
    }
    for (const [at, { paces }] of last.entries()) {
      cpu[at]?.push(median(paces.map(({ cpuMicros: micros }) => micros)));
      wall[at]?.push(median(paces.map(({ wallMicros }) => wallMicros)));
    }
    progress(`  round ${round + 1}: ${cpu.map((list) => rounded(list[round] ?? 0)).join(", ")} µs`);
  }
  return Promise.all(
    last.map(async (pass, at) => ({
      figures: {
        cpuMicrosPerCommand: rounded(median(cpu[at] ?? [])),
        perSecond: Math.round(1e6 / median(wall[at] ?? [])),
        cpuMicrosByRound: (cpu[at] ?? []).map(rounded),
        gc: await pass.endOfGc(),
      },
      digest: pass.exchange.bookDigest(),
      checks: checksOf(checkouts[at] as Checkout, pass.exchange),
    })),
  );
}

function checksOf({ audit }: Checkout, { state }: StreamExchange): Check[] {
  const { holds, verdicts } = audit(state);
  const broken = verdicts.find(({ findings }) => findings.length > 0);
  return [check("every invariant of the audit holds", holds, broken?.rule)];
}

function readOptions(argv: readonly string[]) {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      stream: { type: "string" },
      shape: { type: "string" },
      commands: { type: "string" },
      seed: { type: "string" },
      out: { type: "string" },
      rounds: { type: "string" },
      checkout: { type: "string" },
      "core-of": { type: "string" },
    },
  });
  const shape = STREAM_SHAPES.find((name) => name === values.shape);
  if (values.shape !== undefined && shape === undefined) {
    throw new Error(`--shape ${STREAM_SHAPES.join("|")}, got ${values.shape}`);
  }
  return {
    file: values.stream,
    shape: shape ?? "spot",
    commands: Number(values.commands ?? COMMANDS),
    seed: Number(values.seed ?? 1),
    out: values.out,
    rounds: Number(values.rounds ?? ROUNDS),
    checkout: values.checkout,
    coreOf: values["core-of"] ?? HERE,
  };
}

/** `bench stream --shape SHAPE --out FILE`: writes a stream of exchange-core's mix. */
export function benchStream(argv: readonly string[]): Promise<BenchResult> {
  const { commands, out, seed, shape } = readOptions(argv);
  const stream = mixStream(shape, commands, seed);
  if (out === undefined) throw new Error("bench stream expects --out FILE");
  writeStream(out, stream);
  const { count, orders, prefill, symbols, users } = stream;
  const figures = { file: out, symbols: symbols.length, users, orders, prefill, commands: count };
  return Promise.resolve({ benchmark: "stream", figures, goals: [], checks: [] });
}

function mixOf(name: string, stream: CommandStream): Readonly<Record<string, unknown>> {
  const { count, orders, prefill, symbols, users } = stream;
  return { stream: name, symbols: symbols.length, users, orders, prefill, commands: count };
}

/** Runs a stream from a file, or one that is generated by `--shape`. */
export async function benchCoreStream(argv: readonly string[]): Promise<BenchResult> {
  const { checkout, commands, coreOf, file, rounds, seed, shape } = readOptions(argv);
  const stream = file === undefined ? mixStream(shape, commands, seed) : readStream(file);
  const folders = checkout === undefined ? [coreOf] : [coreOf, checkout];
  const checkouts = await Promise.all(folders.map(loadCheckout));
  for (const { core } of checkouts) warmUp(core, stream);
  const results = await runRounds(stream, checkouts, rounds);
  const [here, there] = results;
  if (here === undefined) throw new Error("a stream runs through at least one core");
  const nanos = new Histogram();
  const observed = observe((checkouts[0] as Checkout).core, stream, nanos);
  const checks = [...here.checks];
  if (there !== undefined) {
    checks.push(check("both checkouts leave the same books", here.digest === there.digest));
  }
  return {
    benchmark: "core",
    figures: {
      ...here.figures,
      ...(there === undefined
        ? {}
        : {
            otherCheckout: there.figures,
            ratioOfCpuTime: rounded(
              there.figures.cpuMicrosPerCommand / here.figures.cpuMicrosPerCommand,
            ),
          }),
      latencyMicros: nanos.percentiles(1e3),
      ...observed,
      turnover: String(observed.turnover),
      bookDigest: here.digest,
    },
    mix: mixOf(file ?? `${shape} of seed ${seed}`, stream),
    goals: [],
    checks,
  };
}
