/**
 * The recorded order flow of bitcoin and ether, spot and perpetual, on its own clock, while a crowd
 * with leverage trades in it. Every second the index follows the recorded spot price, the clock
 * ticks until nothing is due, and the crowd acts; the audit runs after every tick.
 */
import { audit } from "../../../src/core/audit.ts";
import { isWorkDue } from "../../../src/core/clock/tick.ts";
import { EventReader } from "../../../src/core/events/event-buffer.ts";
import { EVENT_INDEX } from "../../../src/core/events/event-layout.ts";
import type { Replay, ReplayReport } from "../../../src/simulation-market/replay/replay.ts";
import { capturePath } from "../../support/captures.ts";
import { replayInMemory } from "../../support/replay-in-memory.ts";
import type { VirtualExchange } from "../../support/virtual-exchange.ts";
import { CapturePort, runInCaptureTime } from "./capture-time.ts";
import { LeveragedCrowd } from "./leveraged-crowd.ts";

const START_MS = Date.UTC(2024, 7, 9);
const CAPTURES = [
  "spot/btcusdt_20240808.gz",
  "spot/btcusdt_20240809.gz",
  "spot/ethusdt_20240808.gz",
  "spot/ethusdt_20240809.gz",
  "usdm/btcusdt_20240808.gz",
  "usdm/ethusdt_20240808.gz",
] as const;
const SEED = 20240809;
const ACTIONS_PER_SECOND = 40;

/** The events that tell what became of the crowd. */
const COUNTED_EVENTS = [
  "plan_fired",
  "plan_executed",
  "plan_failed",
  "plan_activated",
  "order_filled",
  "liquidation_started",
  "position_liquidated",
  "position_deleveraged",
] as const;
const KIND_OF: ReadonlyMap<number, string> = new Map(
  COUNTED_EVENTS.map((kind) => [EVENT_INDEX[kind], kind]),
);

export type LeveragedFlowReport = {
  readonly replay: ReplayReport;
  /** What the crowd did and was refused, and what became of it, by name. */
  readonly counts: Readonly<Record<string, number>>;
  readonly eventCounts: Readonly<Record<string, number>>;
  readonly seconds: number;
  /** As many as there were ticks. */
  readonly audits: number;
  readonly holdersMax: number;
};

class Flow {
  readonly eventCounts: Record<string, number> = {};
  seconds = 0;
  audits = 0;
  holdersMax = 0;
  readonly #exchange: VirtualExchange;
  readonly #replay: Replay;
  readonly #crowd: LeveragedCrowd;

  constructor(exchange: VirtualExchange, replay: Replay, crowd: LeveragedCrowd) {
    this.#exchange = exchange;
    this.#replay = replay;
    this.#crowd = crowd;
    exchange.onApplied = (words) => this.#count(words);
  }

  /** Prices, all that falls due by them, and the crowd's next actions. */
  second(): void {
    this.#followIndex();
    this.#crowd.act(ACTIONS_PER_SECOND);
    do {
      this.#exchange.command({ kind: "tick" });
      this.#audit();
    } while (isWorkDue(this.#exchange.state));
    this.holdersMax = Math.max(this.holdersMax, this.#crowd.holders);
    this.seconds += 1;
  }

  #audit(): void {
    const broken = audit(this.#exchange.state).verdicts.filter(
      ({ findings }) => findings.length > 0,
    );
    if (broken.length > 0) {
      const { seq } = this.#exchange.state;
      throw new Error(`the audit holds at seq ${seq}, got ${JSON.stringify(broken)}`);
    }
    this.audits += 1;
  }

  #followIndex(): void {
    const prices = this.#exchange.instruments.flatMap(({ index, baseCode, priceDecimals }) => {
      const seen = this.#replay.prices.price(baseCode, 0);
      if (seen === undefined) return [];
      return [[index, Math.round(seen.priceE8 / 10 ** (8 - priceDecimals))] as const];
    });
    if (prices.length > 0) this.#exchange.setIndex(prices);
  }

  #count(words: Float64Array): void {
    const reader = new EventReader(words);
    while (reader.next()) {
      const kind = KIND_OF.get(reader.kindIndex);
      if (kind !== undefined) this.eventCounts[kind] = (this.eventCounts[kind] ?? 0) + 1;
    }
  }
}

/**
 * Replays the captures, or their first `captureMsMax`, with so many `users` in them. Throws at the
 * first tick after which an invariant is broken.
 */
export async function runLeveragedFlow(options: {
  readonly users: number;
  readonly captureMsMax?: number;
}): Promise<LeveragedFlowReport> {
  const { captureMsMax, users } = options;
  let port: CapturePort | undefined;
  const { exchange, replay } = replayInMemory(CAPTURES.map(capturePath), START_MS, {
    speed: 1,
    ...(captureMsMax === undefined ? {} : { captureMsMax }),
    portOf: (inner) => {
      port = new CapturePort(inner);
      return port;
    },
  });
  if (port === undefined) throw new Error("the replay runs on the port");
  const futures = exchange.instruments.filter(({ category }) => category === "usdt_futures");
  const crowd = new LeveragedCrowd(exchange, futures, { seed: SEED, users });
  const flow = new Flow(exchange, replay, crowd);
  const report = await runInCaptureTime(replay, port, () => flow.second());
  const { audits, holdersMax, seconds, eventCounts } = flow;
  return { replay: report, counts: crowd.counts, eventCounts, seconds, audits, holdersMax };
}
