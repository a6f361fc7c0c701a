/** One mix through the complete core, in slices, with or without its rival in between. */
import { hash } from "node:crypto";
import { audit } from "../src/core/audit.ts";
import type { Command } from "../src/core/commands/commands.ts";
import { EventBuffer, EventReader } from "../src/core/events/event-buffer.ts";
import { EVENT_INDEX } from "../src/core/events/event-layout.ts";
import { EVENT_KINDS, type EventKind } from "../src/core/events/events.ts";
import { apply } from "../src/core/exchange.ts";
import { LookAhead } from "../src/core/look-ahead.ts";
import type { OrderBook } from "../src/core/order-book/order-book.ts";
import { createState, type State } from "../src/core/state.ts";
import { encodeState } from "../src/core/state-encoding.ts";
import { stateHash } from "../src/journal/snapshot-format.ts";
import { BLOCK } from "./market-founding.ts";
import { found, MixCommands, type Venue } from "./mix-commands.ts";
import { generateMix, type Mix, type MixShape } from "./order-mix.ts";
import type { ReferenceBook } from "./reference-book.ts";
import { RivalBook } from "./rival-book.ts";
import { Histogram, median, type Percentiles, rounded } from "./support/histogram.ts";
import {
  ageObjects,
  collectGarbage,
  cpuMicros,
  GcPauses,
  keepAlive,
  turn,
  WARM_UPS,
} from "./support/machine.ts";
import { type Check, check } from "./support/report.ts";

/** Commands of the prefill that are made at a time. */
const PREFILL_PART = 50_000;
/**
 * The stream is run in so many slices, whose commands are made ready before their clock starts. Few
 * and long, so that each engine pays for its own garbage; enough for noise to hit both alike.
 */
const SLICES = 10;
/**
 * Commands of the warm-up, though not more than some times those of the stream, and those between
 * which the compiler gets its turn.
 */
const WARM_UP_COMMANDS = 300_000;
const WARM_UP_TIMES_MAX = 10;
const WARM_UP_PART = 20_000;
/** Resting orders of the warm-up, where the mix has more. */
const WARM_UP_RESTING = 1_000;
const ORDER_COMMANDS: ReadonlySet<string> = new Set(["place_order", "amend_order", "cancel_order"]);

/** An exchange with the mix's users and prefill, ready for its stream. */
export class MixExchange {
  readonly state: State = createState();
  readonly events = new EventBuffer();
  readonly #lookAhead = new LookAhead();
  readonly commands: MixCommands;
  readonly mix: Mix;
  eventCount = 0;
  eventWords = 0;
  /** Commands since the prefill. */
  applied = 0;

  constructor(mix: Mix, venue: Venue) {
    this.mix = mix;
    found(this.state, mix.shape, venue, this.events);
    this.commands = new MixCommands(mix, this.state.seq + 1, venue);
    for (let from = 0; from < mix.prefill; from += PREFILL_PART) {
      this.run(this.commands.make(from, Math.min(mix.prefill, from + PREFILL_PART)));
    }
    this.eventCount = 0;
    this.eventWords = 0;
    this.applied = 0;
  }

  /** Applies commands; events are counted and cleared in blocks. */
  run(commands: readonly Command[]): void {
    const { events, state } = this;
    this.applied += commands.length;
    for (let from = 0; from < commands.length; from += BLOCK) {
      const to = Math.min(commands.length, from + BLOCK);
      for (let at = from; at < to; at++) {
        this.#lookAhead.before(state, commands, at);
        apply(state, commands[at] as Command, events);
      }
      this.eventCount += events.count;
      this.eventWords += events.length;
      events.clear();
    }
  }

  /** As `run`, each command under a clock of its own; nanoseconds, the clock's cost included. */
  sample(commands: readonly Command[], into: Histogram): void {
    const { events, state } = this;
    for (let at = 0; at < commands.length; at++) {
      if (at % BLOCK === 0) events.clear();
      const command = commands[at] as Command;
      const startedMs = performance.now();
      apply(state, command, events);
      into.add((performance.now() - startedMs) * 1e6);
    }
    events.clear();
  }
}

function slices(mix: Mix): { from: number; to: number }[] {
  const list: { from: number; to: number }[] = [];
  // A whole number to the compiler too: seqs of the commands are counted from it.
  const size = Math.max(1, Math.ceil(mix.shape.commands / SLICES)) | 0;
  for (let from = mix.prefill; from < mix.count; from += size) {
    list.push({ from, to: Math.min(mix.count, from + size) });
  }
  return list;
}

export type Speed = {
  /** Over the whole stream. */
  readonly perSecond: number;
  /** Of the middle slice: what noise of the machine disturbs least. */
  readonly perSecondMedian: number;
  readonly cpuMicrosPerCommand: number;
  readonly gc: { count: number; totalMs: number; maxMs: number; p99Ms: number };
};

/** Adds up slices of one engine. */
class Stopwatch {
  readonly #rates: number[] = [];
  readonly #gc = new GcPauses();
  #commands = 0;
  #ms = 0;
  #cpu = 0;

  async time(commands: number, work: () => void): Promise<void> {
    this.#gc.open();
    const cpu = process.cpuUsage();
    const startedMs = performance.now();
    work();
    const ms = performance.now() - startedMs;
    this.#cpu += cpuMicros(cpu);
    this.#gc.close();
    this.#commands += commands;
    this.#ms += ms;
    this.#rates.push((commands / ms) * 1e3);
    await turn();
  }

  async end(): Promise<Speed> {
    return {
      perSecond: Math.round((this.#commands / this.#ms) * 1e3),
      perSecondMedian: Math.round(median(this.#rates)),
      cpuMicrosPerCommand: rounded(this.#cpu / this.#commands),
      gc: await this.#gc.end(),
    };
  }
}

export type MixResult = {
  readonly core: Speed;
  readonly rival: (Speed & { readonly refused: number; readonly levels: number }) | undefined;
  readonly events: number;
  readonly eventsPerCommand: number;
  readonly bookHash: string;
  readonly stateHash: string;
  readonly checks: readonly Check[];
};

/**
 * Lets both engines run a stream of the same shape on books of its own before any clock starts, so
 * that compiling them is not taken for their speed: an exchange runs for months.
 */
async function warmUp(shape: MixShape, venue: Venue, withRival: boolean): Promise<void> {
  const resting = Math.min(shape.resting, WARM_UP_RESTING);
  const seed = shape.seed + 1;
  const commands = Math.min(WARM_UP_COMMANDS, shape.commands * WARM_UP_TIMES_MAX);
  const mix = generateMix({ ...shape, seed, resting, commands });
  for (let time = 0; time < WARM_UPS; time++) {
    const exchange = new MixExchange(mix, venue);
    const rival = withRival ? new RivalBook(mix, exchange.commands) : undefined;
    keepAlive(exchange, rival);
    collectGarbage();
    rival?.run(rival.make(0, mix.prefill));
    for (let from = mix.prefill; from < mix.count; from += WARM_UP_PART) {
      const to = Math.min(mix.count, from + WARM_UP_PART);
      exchange.run(exchange.commands.make(from, to));
      rival?.run(rival.make(from, to));
      await turn();
    }
  }
}

/** Runs the stream; the rival, when asked for, runs each slice right after the core did. */
export async function runMix(mix: Mix, venue: Venue, withRival: boolean): Promise<MixResult> {
  await warmUp(mix.shape, venue, withRival);
  const exchange = new MixExchange(mix, venue);
  const rival = withRival ? new RivalBook(mix, exchange.commands) : undefined;
  rival?.run(rival.make(0, mix.prefill));
  const coreWatch = new Stopwatch();
  const rivalWatch = new Stopwatch();
  collectGarbage();
  for (const { from, to } of slices(mix)) {
    const commands = exchange.commands.make(from, to);
    // A whole collection ages all objects, too.
    if (rival !== undefined || from === mix.prefill) collectGarbage();
    else ageObjects();
    await coreWatch.time(commands.length, () => exchange.run(commands));
    if (rival === undefined) continue;
    const calls = rival.make(from, to);
    collectGarbage();
    await rivalWatch.time(to - from, () => rival.run(calls));
  }
  const core = await coreWatch.end();
  const rivalSpeed = await rivalWatch.end();
  return {
    core,
    rival:
      rival === undefined
        ? undefined
        : { ...rivalSpeed, refused: rival.refused, levels: rival.levels() },
    events: exchange.eventCount,
    eventsPerCommand: rounded(exchange.eventCount / exchange.applied),
    bookHash: bookHash(exchange.state),
    stateHash: Buffer.from(stateHash(encodeState(exchange.state))).toString("hex"),
    checks: checksOf(exchange, mix),
  };
}

/** Percentiles of single commands, in microseconds, and what the clock itself takes. */
export async function sampleMix(
  mix: Mix,
  venue: Venue,
): Promise<Percentiles & { readonly clockP50: number; readonly samples: number }> {
  const exchange = new MixExchange(mix, venue);
  const nanos = new Histogram();
  collectGarbage();
  for (const { from, to } of slices(mix)) {
    const commands = exchange.commands.make(from, to);
    exchange.sample(commands, nanos);
    await turn();
  }
  const clock = new Histogram();
  for (let count = 0; count < 100_000; count++) {
    const startedMs = performance.now();
    clock.add((performance.now() - startedMs) * 1e6);
  }
  const clockP50 = rounded(clock.at(0.5) / 1e3);
  return { ...nanos.percentiles(1e3), clockP50, samples: nanos.count };
}

/** What a stream came to. */
export type Outcomes = {
  readonly trades: number;
  /** Orders, moves and cancels that were refused. */
  readonly refused: number;
  /** Of the other commands: plans that had fired before, margin added where nothing is held. */
  readonly refusedOthers: number;
  readonly plansFired: number;
  readonly fundingPayments: number;
  readonly liquidations: number;
};

/** From the events of a stream: a run of its own, without a clock. */
export function countOutcomes(mix: Mix, venue: Venue): Outcomes {
  const exchange = new MixExchange(mix, venue);
  const counts = EVENT_KINDS.map(() => 0);
  let refused = 0;
  let refusedOthers = 0;
  for (let from = mix.prefill; from < mix.count; from += BLOCK) {
    const to = Math.min(mix.count, from + BLOCK);
    for (const command of exchange.commands.make(from, to)) {
      apply(exchange.state, command, exchange.events);
      if (exchange.state.outcome.rejection === undefined) continue;
      if (ORDER_COMMANDS.has(command.kind)) refused += 1;
      else refusedOthers += 1;
    }
    const reader = new EventReader(exchange.events.words());
    while (reader.next()) counts[reader.kindIndex] = (counts[reader.kindIndex] ?? 0) + 1;
    exchange.events.clear();
  }
  const countOf = (kind: EventKind): number => counts[EVENT_INDEX[kind]] ?? 0;
  return {
    trades: countOf("trade_executed"),
    refused,
    refusedOthers,
    plansFired: countOf("plan_fired"),
    fundingPayments: countOf("funding_paid"),
    liquidations: countOf("liquidation_started"),
  };
}

function bookHash(state: State): string {
  const lines: string[] = [];
  state.books.forEach((book, symbol) => {
    for (const isBuySide of [true, false]) {
      book.walkOrders(isBuySide, (slot) => {
        const { orders } = state;
        const terms = [orders.id(slot), orders.user(slot), orders.price(slot)];
        lines.push([symbol, isBuySide, ...terms, orders.remaining(slot)].join(" "));
        return true;
      });
    }
  });
  return hash("sha256", lines.join("\n"));
}

function checksOf(exchange: MixExchange, mix: Mix): Check[] {
  const { state } = exchange;
  const report = audit(state);
  const broken = report.verdicts.filter(({ findings }) => findings.length > 0);
  const sums = report.conservation.map(({ coin, sum }) => `${coin} ${sum}`);
  const difference = state.books
    .map((book, symbol) => bookDifference(exchange, book, mix.books[symbol] as ReferenceBook))
    .find((text) => text !== undefined);
  return [
    check(
      "every invariant of the audit holds",
      report.holds,
      broken.map(({ findings, rule }) => `${rule}: ${findings[0]}`).join("; ") || undefined,
    ),
    check(
      "all coins sum to zero",
      report.conservation.every(({ sum }) => sum === "0"),
      sums.slice(0, 2).join(", "),
    ),
    check("the books are those of the reference book", difference === undefined, difference),
    check("all commands were applied", state.seq === exchange.commands.seqOf(mix.count) - 1),
  ];
}

/** Order by order in matching order: id, and what is left. */
function bookDifference(
  exchange: MixExchange,
  book: OrderBook,
  reference: ReferenceBook,
): string | undefined {
  const { commands, mix, state } = exchange;
  for (const isBuySide of [true, false]) {
    const ours: string[] = [];
    book.walkOrders(isBuySide, (slot) => {
      ours.push(`${state.orders.id(slot)} of ${state.orders.remaining(slot)}`);
      return true;
    });
    const theirs: string[] = [];
    reference.walk(isBuySide, (order) => {
      theirs.push(`${commands.orderId(order)} of ${mix.orders.remaining[order]}`);
    });
    const at = theirs.findIndex((text, place) => ours[place] !== text);
    if (at >= 0 || ours.length !== theirs.length) {
      return `order ${at} of ${theirs.length}/${ours.length}: ${ours[at]}, reference ${theirs[at]}`;
    }
  }
  return undefined;
}
