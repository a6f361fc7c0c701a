/**
 * A replay on the clock of its captures: the exchange's time is the capture's, and every second of
 * it something may happen besides, between two recorded events.
 */
import type { MarketPort } from "../../../src/simulation-market/market-port.ts";
import type { Replay, ReplayReport } from "../../../src/simulation-market/replay/replay.ts";
import type { VirtualExchange } from "../../support/virtual-exchange.ts";

const SECOND_MS = 1_000;

type Waiting = { readonly atMs: number; readonly run: () => void };

/** The port of a replay whose pauses end when `runInCaptureTime` has moved the clock there. */
export class CapturePort implements MarketPort {
  readonly exchange: VirtualExchange;
  #waiting: Waiting | undefined;

  constructor(exchange: VirtualExchange) {
    this.exchange = exchange;
  }

  get instruments(): MarketPort["instruments"] {
    return this.exchange.instruments;
  }

  get waiting(): Waiting | undefined {
    return this.#waiting;
  }

  nowMs(): number {
    return this.exchange.nowMs();
  }

  submit(...[command, done]: Parameters<MarketPort["submit"]>): boolean {
    return this.exchange.submit(command, done);
  }

  book(instrument: number): ReturnType<MarketPort["book"]> {
    return this.exchange.book(instrument);
  }

  onEvents(listener: (words: Float64Array) => void): () => void {
    return this.exchange.onEvents(listener);
  }

  /** A replay waits for one thing at a time. */
  schedule(delayMs: number, run: () => void): () => void {
    const waiting = { atMs: this.nowMs() + delayMs, run };
    this.#waiting = waiting;
    return () => {
      if (this.#waiting === waiting) this.#waiting = undefined;
    };
  }
}

/** Runs a replay at speed 1 of the port's clock; `everySecond` runs at each second that passes. */
export async function runInCaptureTime(
  replay: Replay,
  port: CapturePort,
  everySecond: () => void,
): Promise<ReplayReport> {
  const { exchange } = port;
  let isOver = false;
  const running = replay.run().finally(() => {
    isOver = true;
  });
  let nextMs = exchange.nowMs() + SECOND_MS;
  while (!isOver) {
    const { waiting } = port;
    if (waiting === undefined) {
      await new Promise((resolve) => setImmediate(resolve));
      continue;
    }
    for (; nextMs <= waiting.atMs; nextMs += SECOND_MS) {
      exchange.run(nextMs);
      everySecond();
    }
    exchange.run(waiting.atMs);
    waiting.run();
    while (port.waiting === waiting && !isOver) await Promise.resolve();
  }
  return await running;
}
