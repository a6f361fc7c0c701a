import type { Preset } from "./outside-market.ts";

/** Version of the computation of prices; founded exchanges depend on it. */
export const MARKET_VERSION = 1;

/** What determines a generated past. */
export type MarketTerms = {
  readonly seed: number;
  readonly version: number;
  readonly preset: Preset;
  /** End of the past: the start of the minute in which the exchange was founded. */
  readonly endMs: number;
};

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Minutes reach back this far, hours from there to the beginning. */
const MINUTES_MS = 22 * DAY_MS;
const PAST_MS = 1_465 * DAY_MS;

/**
 * The steps of the past, counted backwards from its end: minutes first, then hours. Boundary n lies
 * before step n − 1 and after step n; boundary 0 is the end.
 */
export class PastTime {
  readonly endMs: number;
  /** Number of minutes; the first of them starts on a whole hour. */
  readonly minutes: number;
  readonly steps: number;

  constructor(endMs: number) {
    this.endMs = endMs;
    const minutesFromMs = Math.floor((endMs - MINUTES_MS) / HOUR_MS) * HOUR_MS;
    this.minutes = Math.round((endMs - minutesFromMs) / MINUTE_MS);
    this.steps = this.minutes + Math.round((PAST_MS - MINUTES_MS) / HOUR_MS);
  }

  /** Time of a boundary. */
  boundaryMs(boundary: number): number {
    const minutes = Math.min(boundary, this.minutes);
    return this.endMs - minutes * MINUTE_MS - (boundary - minutes) * HOUR_MS;
  }

  lengthMs(step: number): number {
    return step < this.minutes ? MINUTE_MS : HOUR_MS;
  }

  /** The last boundary at or before a time, at most the oldest one. */
  boundaryBefore(timeMs: number): number {
    const minutesMs = this.minutes * MINUTE_MS;
    const ageMs = Math.max(0, this.endMs - timeMs);
    const boundary =
      ageMs <= minutesMs
        ? Math.ceil(ageMs / MINUTE_MS)
        : this.minutes + Math.ceil((ageMs - minutesMs) / HOUR_MS);
    return Math.min(this.steps, boundary);
  }
}
