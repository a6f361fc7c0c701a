/**
 * The recorded order flow of bitcoin and ether, spot and perpetual, on its own clock, while a
 * thousand users with leverage trade in it through triggers and stops. Every second the index
 * follows the recorded spot price, the clock ticks until nothing is due, and the audit holds.
 */
import { expect, it } from "vitest";
import { audit } from "../../src/core/audit.ts";
import { isWorkDue } from "../../src/core/clock/tick.ts";
import { EVENT_INDEX, EventReader } from "../../src/core/event-buffer.ts";
import { UNSTAMPED } from "../../src/simulation-market/market-port.ts";
import type { Replay } from "../../src/simulation-market/replay/replay.ts";
import { capturePath, HAS_CAPTURES } from "../support/captures.ts";
import { replayInMemory } from "../support/replay-in-memory.ts";
import type { VirtualExchange } from "../support/virtual-exchange.ts";
import { CapturePort, runInCaptureTime } from "./support/capture-time.ts";
import { LeveragedCrowd } from "./support/leveraged-crowd.ts";

const START_MS = Date.UTC(2024, 7, 9);
const CAPTURES = [
  "spot/btcusdt_20240808.gz",
  "spot/btcusdt_20240809.gz",
  "spot/ethusdt_20240808.gz",
  "spot/ethusdt_20240809.gz",
  "usdm/btcusdt_20240808.gz",
  "usdm/ethusdt_20240808.gz",
] as const;
const USERS = 1_000;
const ACTIONS_PER_SECOND = 40;
const TEST_MS_MAX = 600_000;

/** The events that tell what became of the crowd. */
const TOLD = [
  "plan_fired",
  "plan_executed",
  "plan_failed",
  "plan_activated",
  "order_filled",
] as const;

class Flow {
  readonly told: Record<string, number> = {};
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

  /** Prices, all that falls due by them, the crowd's next actions, and the audit. */
  second(): void {
    this.#followIndex();
    const { state } = this.#exchange;
    do this.#exchange.command({ kind: "tick", ...UNSTAMPED });
    while (isWorkDue(state));
    this.#crowd.act(ACTIONS_PER_SECOND);
    this.holdersMax = Math.max(this.holdersMax, this.#crowd.holders);
    const broken = audit(state).verdicts.filter(({ findings }) => findings.length > 0);
    expect(broken).toEqual([]);
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
      if (kind !== undefined) this.told[kind] = (this.told[kind] ?? 0) + 1;
    }
  }
}

const KIND_OF: ReadonlyMap<number, string> = new Map(TOLD.map((kind) => [EVENT_INDEX[kind], kind]));

it.skipIf(!HAS_CAPTURES)(
  "a thousand leveraged users in the recorded flow (skipped without ../shared/data)",
  async () => {
    let port: CapturePort | undefined;
    const { exchange, replay } = replayInMemory(CAPTURES.map(capturePath), START_MS, {
      speed: 1,
      portOf: (inner) => {
        port = new CapturePort(inner);
        return port;
      },
    });
    const futures = exchange.instruments.filter(({ category }) => category === "usdt_futures");
    const crowd = new LeveragedCrowd(exchange, futures, { seed: 20240809, users: USERS });
    const flow = new Flow(exchange, replay, crowd);
    if (port === undefined) throw new Error("the replay runs on the port");
    const report = await runInCaptureTime(replay, port, () => flow.second());
    const { told, audits, holdersMax } = flow;
    console.info(JSON.stringify({ ...crowd.counts, ...told, holdersMax, audits }));
    for (const one of report.instruments) {
      expect(one).toMatchObject({ crossed: 0, depthGaps: 0, commandsNotTaken: 0 });
    }
    expect(audits).toBeGreaterThan(600);
    expect(holdersMax).toBeGreaterThan(USERS / 2);
    expect(told).toMatchObject({ plan_activated: expect.any(Number) });
    expect(told["plan_executed"]).toBeGreaterThan(1_000);
  },
  TEST_MS_MAX,
);
