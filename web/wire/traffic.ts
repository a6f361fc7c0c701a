/** Measurements of the connection to the exchange, for the status line and the inspector. */
import { createSignal } from "solid-js";

/** A finished request or a frame of a socket, as it was on the wire. */
export type Frame = {
  readonly atMs: number;
  readonly transport: "rest" | "socket";
  readonly direction: "sent" | "received" | "exchange";
  /** Method and path of a request; URL path of a socket. */
  readonly target: string;
  readonly sent: string;
  readonly received: string;
  readonly status: number;
  readonly durationMs: number;
};

const FRAMES_MAX = 500;
const frames: Frame[] = [];
const listeners = new Set<(frame: Frame) => void>();

/** Frames that this tab has sent and received lately, oldest first; at most 500. */
export function recentFrames(): readonly Frame[] {
  return frames;
}

/** Calls a listener for each further frame; returns how to stop. */
export function onFrameSeen(listener: (frame: Frame) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Records a frame. */
export function recordFrame(frame: Frame): void {
  frames.push(frame);
  if (frames.length > FRAMES_MAX) frames.shift();
  for (const listener of listeners) listener(frame);
}

const [roundTripMs, setRoundTripMs] = createSignal<number>();
const [clockOffsetMs, setClockOffsetMs] = createSignal<number>();

/** Duration of the latest request or ping, in ms; undefined before the first. */
/** Clock of the exchange minus clock of this machine, in ms; undefined before the first answer. */
export { clockOffsetMs, roundTripMs };

/** Largest round trip whose answer says something about the clocks, in ms. */
const OFFSET_ROUND_TRIP_MAX_MS = 500;

/** Records the round trip of a request and, where it has one, the time of its answer. */
export function recordRoundTrip(sentAtMs: number, exchangeMs: number | undefined): void {
  const nowMs = Date.now();
  const tripMs = nowMs - sentAtMs;
  setRoundTripMs(tripMs);
  if (exchangeMs === undefined || tripMs > OFFSET_ROUND_TRIP_MAX_MS) return;
  setClockOffsetMs(Math.round(exchangeMs - (sentAtMs + tripMs / 2)));
}

/** Time of the exchange, Unix ms, by the clock of this machine and the measured offset. */
export function exchangeNowMs(): number {
  return Date.now() + (clockOffsetMs() ?? 0);
}
