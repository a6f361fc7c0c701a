import { createSignal, onCleanup } from "solid-js";
import { onFrame } from "../../../streams/on-frame.ts";
import { readEventStream } from "../../../wire/event-stream.ts";
import { onFrameSeen, recentFrames } from "../../../wire/traffic.ts";
import { KeyStream, type StreamPorts, type StreamState } from "./key-stream.ts";
import { inspectedFrame, type SeenFrame, seenFrame } from "./seen-frame.ts";

/** A line of the list: a frame, or a note that some are missing. */
export type LogRow =
  | SeenFrame
  | { readonly kind: "gap"; readonly atMs: number; readonly text: string };

/** Rows that are kept; the oldest ones go. */
export const ROWS_MAX = 500;

const PORTS: StreamPorts = {
  nowMs: () => Date.now(),
  later: (run, afterMs) => setTimeout(run, afterMs),
  read: (apiKey, onEvent, signal) =>
    readEventStream("/terminal/v1/inspect", { apiKey }, { onEvent, signal }),
};

export type FrameLog = {
  /** Rows that are shown, newest first. While it is paused they stay as they are. */
  rows(): readonly LogRow[];
  /** Rows that came since it was paused. */
  unseen(): number;
  isPaused(): boolean;
  pause(isPaused: boolean): void;
  clear(): void;
  state(): StreamState;
};

/**
 * Returns the latest frames of an API key, or with an empty key those of this page, until the
 * calling component is removed.
 */
export function frameLog(apiKey: string): FrameLog {
  let kept: LogRow[] = [];
  let cameWhilePaused = 0;
  const [rows, setRows] = createSignal<readonly LogRow[]>([]);
  const [unseen, setUnseen] = createSignal(0);
  const [isPaused, setPaused] = createSignal(false);
  const [state, setState] = createSignal<StreamState>({ kind: "open" });
  const drawing = onFrame(() => {
    if (isPaused()) setUnseen(Math.min(cameWhilePaused, ROWS_MAX));
    else setRows(kept.toReversed());
  });
  onCleanup(() => drawing.stop());
  const add = (row: LogRow): void => {
    kept.push(row);
    if (kept.length > ROWS_MAX) kept.shift();
    if (isPaused()) cameWhilePaused += 1;
    drawing.request();
  };
  onCleanup(apiKey === "" ? followPage(add) : followKey(apiKey, add, setState));
  return {
    ...{ rows, unseen, isPaused, state },
    pause(isPausedNow) {
      cameWhilePaused = 0;
      setUnseen(0);
      setPaused(isPausedNow);
      drawing.request();
    },
    clear() {
      kept = [];
      cameWhilePaused = 0;
      setUnseen(0);
      setRows([]);
    },
  };
}

function followPage(add: (row: LogRow) => void): () => void {
  for (const frame of recentFrames()) add(seenFrame(frame));
  return onFrameSeen((frame) => add(seenFrame(frame)));
}

function followKey(
  apiKey: string,
  add: (row: LogRow) => void,
  setState: (state: StreamState) => void,
): () => void {
  const stream = new KeyStream(
    apiKey,
    {
      item: (item) => add(inspectedFrame(item)),
      gap: (text) => add({ kind: "gap", atMs: Date.now(), text }),
      state: setState,
    },
    PORTS,
  );
  return () => stream.close();
}
