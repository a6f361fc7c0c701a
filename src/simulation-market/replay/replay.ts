import { basename } from "node:path";
import type { InstrumentFacts, MarketPort } from "../market-port.ts";
import type { ReadProgress } from "./capture-file.ts";
import { CaptureScale } from "./capture-scale.ts";
import { listedCapture, ReplayRefused } from "./listed-capture.ts";
import { ReplayOrders } from "./replay-orders.ts";
import { ReplayStream } from "./replay-stream.ts";
import { ReplayTrack, type TrackCounts } from "./replay-track.ts";
import { ReplayedPrices } from "./replayed-prices.ts";

export type ReplayOptions = {
  readonly port: MarketPort;
  /** Capture files; those of one market are joined in order of their names. */
  readonly files: readonly string[];
  /** Captured seconds per second; `Infinity` replays as fast as commands are accepted. */
  readonly speed: number;
  /** User indexes of the users of `replayUsers`. */
  readonly users: { readonly maker: number; readonly taker: number };
  /** If false, depth and trades are replayed, and best bids and asks are only compared. */
  readonly followsTouch?: boolean;
  /** Maximum captured time to replay, in ms. */
  readonly captureMsMax?: number;
  readonly onProgress?: (progress: ReplayProgress) => void;
};

export type ReplayProgress = {
  /** Current capture time, in ms since 1970. */
  readonly captureMs: number;
  readonly events: number;
  readonly eventsPerSecond: number;
  readonly percent: number;
  /** Delay behind the schedule, in ms. */
  readonly lagMs: number;
};

export type InstrumentReport = TrackCounts & {
  readonly symbol: string;
  readonly category: InstrumentFacts["category"];
  /** Share of the compared touch updates that were equal; undefined when none was compared. */
  readonly touchShare: number | undefined;
  readonly depthGaps: number;
  readonly levelsRaised: number;
  readonly levelsCut: number;
  readonly levelsRoundedDown: number;
  /** Traded quantity below a lot that did not lead to an order, in 10^-8 of the captured unit. */
  readonly tradeResidueE8: { readonly buy: number; readonly sell: number };
  readonly commands: number;
  readonly commandsNotTaken: number;
  readonly rejections: Readonly<Record<string, number>>;
  readonly takerLots: { readonly sent: number; readonly filled: number };
};

export type ReplayReport = {
  readonly events: number;
  readonly captureMs: number;
  readonly elapsedMs: number;
  readonly lagMsMax: number;
  readonly instruments: readonly InstrumentReport[];
};

/** Maximum number of pending commands; a snapshot alone takes two thousand. */
export const REPLAY_IN_FLIGHT_MAX = 2_048;
const PROGRESS_INTERVAL_MS = 1_000;
const RETRY_MS = 5;

/**
 * Replays captures as resting orders and taker flow of two ordinary users, at the captured pace or
 * another. Orders of users queue in the book, are filled by the flow and fill it.
 */
export class Replay {
  readonly prices = new ReplayedPrices();
  readonly #options: ReplayOptions;
  readonly #streams: ReplayStream[] = [];
  readonly #files: ReadProgress[] = [];
  readonly #instruments: InstrumentFacts[] = [];
  #isStopped = false;
  #wake: (() => void) | undefined;
  #events = 0;
  #firstMs = 0;
  #captureMs = 0;
  #startedMs = 0;
  #lagMs = 0;
  #lagMsMax = 0;
  #progressAtMs = 0;

  /** Throws `ReplayRefused` for an unreadable file, or one whose market is not listed. */
  constructor(options: ReplayOptions) {
    this.#options = options;
    if (!(options.speed > 0)) throw new ReplayRefused(`a speed above 0, got ${options.speed}`);
    const groups = new Map<number, { scale: CaptureScale; files: ReadProgress[] }>();
    const byName = [...options.files].sort((a, b) => (basename(a) < basename(b) ? -1 : 1));
    for (const path of byName) {
      const { instrument, market } = listedCapture(path, options.port.instruments);
      const file = { path, bytesRead: 0, bytesTotal: 0 };
      const scale = new CaptureScale(instrument, market.contractFace);
      const group = groups.get(instrument.index) ?? { scale, files: [] };
      group.files.push(file);
      groups.set(instrument.index, group);
      this.#files.push(file);
    }
    for (const { scale, files } of groups.values()) this.#open(scale, files);
  }

  /** Instruments under replay, which agents must not trade. */
  get instruments(): readonly InstrumentFacts[] {
    return this.#instruments;
  }

  /** Replays to the end, or until `stop`. Throws `CaptureDamaged` and file errors. */
  async run(): Promise<ReplayReport> {
    const { port } = this.#options;
    this.#startedMs = port.nowMs();
    this.clear();
    try {
      while (!this.#isStopped && (await this.#stepNext()));
      await this.#drained();
      this.#reportProgress();
    } finally {
      for (const stream of this.#streams) {
        await stream.close();
        stream.track.orders.end();
      }
    }
    return this.report();
  }

  /** Cancels all orders of the replay. Call it after `run` has ended. */
  clear(): void {
    for (const [index, { track }] of this.#streams.entries()) {
      const facts = this.#instruments[index];
      if (facts !== undefined) track.orders.cancelAll(facts.category);
    }
  }

  /** Ends `run` soon; resting orders stay in the book. */
  stop(): void {
    this.#isStopped = true;
    this.#wakeUp();
  }

  report(): ReplayReport {
    return {
      events: this.#events,
      captureMs: this.#captureMs - this.#firstMs,
      elapsedMs: this.#options.port.nowMs() - this.#startedMs,
      lagMsMax: this.#lagMsMax,
      instruments: this.#streams.map(({ track }, index) =>
        reportOf(track, this.#instruments[index] as InstrumentFacts),
      ),
    };
  }

  #open(scale: CaptureScale, files: readonly ReadProgress[]): void {
    const { port, users, followsTouch = true } = this.#options;
    const { instrument } = scale;
    const orders = new ReplayOrders({
      port,
      instrument: instrument.index,
      ...users,
      idPrefix: `r${port.nowMs().toString(36)}-${instrument.index.toString(36)}`,
      onRefused: (side, price, rejection) => track.refused(side, price, rejection),
      onDrained: () => {
        track.drained();
        this.#wakeUp();
      },
    });
    const book = port.book(instrument.index);
    const track = new ReplayTrack({ scale, orders, book, followsTouch });
    this.#streams.push(new ReplayStream(track, files));
    this.#instruments.push(instrument);
  }

  /** Replays the earliest event of all streams; returns false when there is none. */
  async #stepNext(): Promise<boolean> {
    let earliest: ReplayStream | undefined;
    let atMs = Number.POSITIVE_INFINITY;
    for (const stream of this.#streams) {
      const next = await stream.nextAtMs();
      if (next === undefined || next >= atMs) continue;
      atMs = next;
      earliest = stream;
    }
    if (earliest === undefined) return false;
    if (this.#events === 0) this.#firstMs = atMs;
    const { captureMsMax = Number.POSITIVE_INFINITY } = this.#options;
    if (atMs - this.#firstMs > captureMsMax) return false;
    await this.#untilDue(atMs);
    if (this.#inFlight() >= REPLAY_IN_FLIGHT_MAX) await this.#drained();
    if (this.#isStopped) return false;
    const unsent = earliest.track.orders.notAccepted;
    earliest.step();
    this.#events += 1;
    this.#captureMs = Math.max(this.#captureMs, atMs);
    this.#observePrice(earliest);
    if (earliest.track.orders.notAccepted > unsent) await this.#pause(RETRY_MS);
    if (this.#options.port.nowMs() - this.#progressAtMs >= PROGRESS_INTERVAL_MS) {
      this.#reportProgress();
    }
    return true;
  }

  async #untilDue(atMs: number): Promise<void> {
    const { port, speed } = this.#options;
    if (speed === Number.POSITIVE_INFINITY) return;
    const waitMs = this.#startedMs + (atMs - this.#firstMs) / speed - port.nowMs();
    this.#lagMs = Math.max(0, -waitMs);
    this.#lagMsMax = Math.max(this.#lagMsMax, this.#lagMs);
    if (waitMs >= 1) await this.#pause(waitMs);
  }

  #observePrice({ track }: ReplayStream): void {
    const index = this.#streams.findIndex((stream) => stream.track === track);
    const facts = this.#instruments[index];
    if (facts === undefined || track.midE8 === 0) return;
    const seen = { priceE8: track.midE8, observedAtMs: this.#options.port.nowMs() };
    this.prices.observe(facts.baseCode, { ...seen, isSpot: facts.category === "spot" });
  }

  #inFlight(): number {
    return this.#streams.reduce((sum, { track }) => sum + track.orders.inFlight, 0);
  }

  async #drained(): Promise<void> {
    while (this.#inFlight() > 0) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  async #pause(delayMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const callOff = this.#options.port.schedule(delayMs, () => resolve());
    this.#pauseEnd = resolve;
    if (this.#isStopped) resolve();
    await promise;
    callOff();
  }

  #pauseEnd: (() => void) | undefined;

  #wakeUp(): void {
    this.#wake?.();
    this.#wake = undefined;
    if (this.#isStopped) this.#pauseEnd?.();
  }

  #reportProgress(): void {
    const nowMs = this.#options.port.nowMs();
    this.#progressAtMs = nowMs;
    const read = this.#files.reduce((sum, file) => sum + file.bytesRead, 0);
    const total = this.#files.reduce((sum, file) => sum + file.bytesTotal, 0);
    const seconds = Math.max(1, nowMs - this.#startedMs) / 1_000;
    this.#options.onProgress?.({
      captureMs: this.#captureMs,
      events: this.#events,
      eventsPerSecond: Math.round(this.#events / seconds),
      percent: total === 0 ? 0 : Math.floor((100 * read) / total),
      lagMs: this.#lagMs,
    });
  }
}

function reportOf(track: ReplayTrack, { symbol, category }: InstrumentFacts): InstrumentReport {
  const { counts, rounding, orders } = track;
  const { touchesCompared, touchesEqual } = counts;
  return {
    symbol,
    category,
    ...counts,
    touchShare: touchesCompared === 0 ? undefined : touchesEqual / touchesCompared,
    depthGaps: track.gaps,
    levelsRaised: rounding.raised,
    levelsCut: rounding.cut,
    levelsRoundedDown: rounding.roundedDown,
    tradeResidueE8: { ...track.unsentE8 },
    commands: orders.sent,
    commandsNotTaken: orders.notAccepted,
    rejections: Object.fromEntries(orders.rejections),
    takerLots: orders.takerLots,
  };
}
