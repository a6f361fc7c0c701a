/**
 * `bench sweep`: what the risk of many positions costs when their price moves. Each user holds one
 * position on one perpetual, half of them long, half isolated, with margin of 2.5 to 22.3 per cent.
 * First the index moves by single ticks and every account is looked at and left alone, then it
 * falls at once and the weakest longs are liquidated, until nothing is left to do.
 */
import { parseArgs } from "node:util";
import { audit } from "../src/core/audit.ts";
import type { Side } from "../src/core/base/vocabulary.ts";
import { isWorkDue } from "../src/core/clock/tick.ts";
import type { Command, CommandDraft } from "../src/core/commands/commands.ts";
import { EventBuffer, EventReader } from "../src/core/events/event-buffer.ts";
import { EVENT_INDEX } from "../src/core/events/event-layout.ts";
import { apply } from "../src/core/exchange.ts";
import { atoms, lots, type Seq, type TimeMs, ticks } from "../src/core/money/units.ts";
import { createState, type State } from "../src/core/state.ts";
import { placeOrderOf } from "../src/simulation-market/market-port.ts";
import { START_MS, USER_FIRST } from "./market-founding.ts";
import { foundingCommands } from "./mix-commands.ts";
import { CENTRE, movesShape } from "./order-mix.ts";
import { median, rounded } from "./support/histogram.ts";
import { collectGarbage, usedBytes } from "./support/machine.ts";
import { atMost, type BenchResult, check, progress } from "./support/report.ts";

const POSITIONS = 100_000;
const CALM_SWEEPS = 20;
const FALL_PERCENT = 5;
const LONGEST_TICK_MS = 10;
/** Ticks of one sweep, far more than any takes. */
const TICKS_MAX = 1_000_000;

const SIZE = lots(1_000);
/** 327.68 for a coin, 0.1 coin: what a position is worth at first, in atoms. */
const VALUE = 32_76_800_000n;
const MARGIN_STEPS = 100;
/** The largest order that the instrument takes. */
const LOTS_OF_ORDER = 1_000_000;

/** What of its value a user has as money: from 2.5 per cent on, in steps of a fifth. */
function marginE3(user: number): number {
  return 25 + 2 * ((user >> 2) % MARGIN_STEPS);
}

const isLong = (user: number): boolean => user % 2 === 0;
const isIsolated = (user: number): boolean => user % 4 >= 2;

function orderOf(user: number, side: Side, price: number, size = SIZE): CommandDraft {
  return placeOrderOf({ user, instrument: 0, side, price: ticks(price), size });
}

/** What one tick took: by the clock, and of the thread's processor, which no neighbour disturbs. */
type Taken = { readonly ms: number; readonly cpuMs: number };

/** An exchange whose clock is moved by hand. */
class SweptExchange {
  readonly state: State = createState();
  readonly events = new EventBuffer();
  readonly #counts = new Map<number, number>();
  #timeMs = START_MS;

  /** Commands are accepted; anything else is a mistake of the benchmark. */
  run(command: CommandDraft): void {
    const { events, state } = this;
    const stamp = { seq: (state.seq + 1) as Seq, timeMs: this.#timeMs as TimeMs };
    events.clear();
    apply(state, { ...command, ...stamp } as Command, events);
    const { rejection } = state.outcome;
    if (rejection !== undefined) throw new Error(`${command.kind} is accepted, got ${rejection}`);
  }

  /** Moves the index, then ticks until no work is left. */
  sweep(price: number): Taken[] {
    const taken: Taken[] = [];
    this.run({ kind: "set_index_prices", instruments: [0], prices: [price] });
    do {
      this.#timeMs += 1;
      const cpu = process.threadCpuUsage();
      const startedMs = performance.now();
      this.run({ kind: "tick" });
      const ms = performance.now() - startedMs;
      const { system, user } = process.threadCpuUsage(cpu);
      taken.push({ ms, cpuMs: (system + user) / 1e3 });
      this.#count();
    } while (isWorkDue(this.state) && taken.length < TICKS_MAX);
    return taken;
  }

  /** Events of a kind since the beginning of the first sweep. */
  countOf(kind: keyof typeof EVENT_INDEX): number {
    return this.#counts.get(EVENT_INDEX[kind]) ?? 0;
  }

  #count(): void {
    const reader = new EventReader(this.events.words());
    while (reader.next()) {
      this.#counts.set(reader.kindIndex, (this.#counts.get(reader.kindIndex) ?? 0) + 1);
    }
  }
}

/** Users with their money and settings; then each seller takes what the buyer before it bids. */
function open(exchange: SweptExchange, positions: number): void {
  const shape = { ...movesShape(0), users: positions };
  for (const command of foundingCommands(shape, "futures")) {
    if (command.kind !== "credit") exchange.run(command);
  }
  for (let at = 0; at < positions; at++) {
    const user = USER_FIRST + at;
    const margin = marginE3(at);
    // A third more than the margin: fees, and what crossed positions fall back on.
    const amount = atoms((VALUE * BigInt(margin) * 4n) / 3_000n);
    exchange.run({ kind: "credit", user, wallet: "usdt_futures", currency: 0, amount });
    const marginMode = isIsolated(at) ? "isolated" : "crossed";
    exchange.run({ kind: "set_margin_mode", user, instrument: 0, marginMode });
    const leverage = Math.floor(1_000 / margin);
    exchange.run({ kind: "set_leverage", user, instrument: 0, positionSide: "net", leverage });
  }
  for (let at = 0; at < positions; at++) {
    exchange.run(orderOf(USER_FIRST + at, isLong(at) ? "buy" : "sell", CENTRE));
  }
}

/** Money of the exchange's fund, and a user who bids for a tenth of what is held, lower down. */
function prepareFall(exchange: SweptExchange, positions: number): void {
  const amount = atoms(VALUE * BigInt(positions));
  const terms = { accountKind: "classic", realm: "live", parent: 0 } as const;
  const user = USER_FIRST + positions;
  exchange.run({ kind: "endow", realm: "live", wallet: "insurance_fund", currency: 0, amount });
  exchange.run({ kind: "create_user", ...terms, name: "maker", openOrdersMax: 1_000 });
  exchange.run({ kind: "credit", user, wallet: "usdt_futures", currency: 0, amount });
  const levels = 100;
  const size = lots(Math.floor((positions * SIZE) / 10 / levels));
  const best = Math.floor((CENTRE * (100 - FALL_PERCENT)) / 100);
  for (let level = 0; level < levels; level++) {
    exchange.run(orderOf(user, "buy", best - level * 4, lots(Math.min(size, LOTS_OF_ORDER))));
  }
}

const totalOf = (taken: readonly Taken[]): number => taken.reduce((sum, { ms }) => sum + ms, 0);

function figuresOf(taken: readonly Taken[], positions: number) {
  const totalMs = totalOf(taken);
  return {
    ticks: taken.length,
    totalMs: rounded(totalMs),
    totalCpuMs: rounded(taken.reduce((sum, { cpuMs }) => sum + cpuMs, 0)),
    longestTickMs: rounded(Math.max(...taken.map(({ ms }) => ms))),
    longestTickCpuMs: rounded(Math.max(...taken.map(({ cpuMs }) => cpuMs))),
    positionsPerSecond: Math.round((positions / totalMs) * 1e3),
  };
}

/** The calm sweep in the middle by its whole time. */
function middleOf(sweeps: readonly (readonly Taken[])[]): readonly Taken[] {
  const middle = median(sweeps.map(totalOf));
  return sweeps.find((taken) => totalOf(taken) >= middle) ?? [];
}

export async function benchSweep(argv: readonly string[]): Promise<BenchResult> {
  const { values } = parseArgs({ args: [...argv], options: { positions: { type: "string" } } });
  const positions = Number(values.positions ?? POSITIONS);
  const exchange = new SweptExchange();
  progress(`sweep: opening ${positions} positions`);
  exchange.run({ kind: "tick" });
  const emptyBytes = usedBytes();
  open(exchange, positions);
  const bytesPerUser = Math.round((usedBytes() - emptyBytes) / positions);
  const { state } = exchange;
  const sweeps: Taken[][] = [];
  for (let count = 0; count < CALM_SWEEPS; count++) {
    collectGarbage();
    sweeps.push(exchange.sweep(CENTRE - 1 - (count % 2)));
  }
  const early = exchange.countOf("liquidation_started");
  prepareFall(exchange, positions);
  progress(`sweep: letting the index fall by ${FALL_PERCENT} per cent`);
  collectGarbage();
  const fall = exchange.sweep(Math.floor((CENTRE * (100 - FALL_PERCENT)) / 100));
  const started = exchange.countOf("liquidation_started");
  const calm = figuresOf(middleOf(sweeps), positions);
  const fallen = figuresOf(fall, positions);
  const report = audit(state);
  return {
    benchmark: "sweep",
    figures: {
      bytesPerUser,
      calm,
      fall: {
        ...fallen,
        liquidations: started,
        liquidationsPerSecond: Math.round((started / totalOf(fall)) * 1e3),
        deleveraged: exchange.countOf("position_deleveraged"),
      },
    },
    mix: { positions, percentLong: 50, percentIsolated: 50, fallPercent: FALL_PERCENT },
    goals: [
      atMost("processor ms of the longest tick, calm", calm.longestTickCpuMs, LONGEST_TICK_MS),
      atMost("the same in the fall", fallen.longestTickCpuMs, LONGEST_TICK_MS),
    ],
    checks: [
      check("nobody is liquidated while the price stands still", early === 0, `${early}`),
      check("the fall liquidates some, not all", started > 0 && started < positions / 2),
      check("all liquidations end", exchange.countOf("liquidation_ended") === started),
      check("every invariant of the audit holds", report.holds),
    ],
  };
}
