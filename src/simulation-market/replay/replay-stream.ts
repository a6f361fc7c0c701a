import type { CapturedTouch, CaptureEvent } from "./capture-event.ts";
import { type ReadProgress, readCapture } from "./capture-file.ts";
import type { ReplayTrack } from "./replay-track.ts";

/** Time window in ms in which trades are looked for that caused a touch update. */
const LOOK_AHEAD_MS = 60;
const LOOK_AHEAD_EVENTS_MAX = 4_096;

/**
 * Events of the files of one market in sequence. Best bid and ask are published before the trades
 * that moved them; a look-ahead moves those trades before the touch update.
 */
export class ReplayStream {
  readonly track: ReplayTrack;
  readonly #events: AsyncIterator<CaptureEvent>;
  readonly #ahead: CaptureEvent[] = [];
  #isOver = false;

  constructor(track: ReplayTrack, files: readonly ReadProgress[]) {
    this.track = track;
    this.#events = joined(files);
  }

  /** Returns the capture time of the next event; undefined at the end. */
  async nextAtMs(): Promise<number | undefined> {
    await this.#fill();
    return this.#ahead[0]?.atMs;
  }

  /** Replays one event. Call it after `nextAtMs`. */
  step(): void {
    const next = this.#ahead[0];
    if (next === undefined) return;
    const first = next.kind === "touch" ? this.#tradeBefore(next) : 0;
    const [event] = this.#ahead.splice(first, 1);
    if (event !== undefined) this.track.apply(event);
  }

  async close(): Promise<void> {
    await this.#events.return?.();
  }

  #tradeBefore(touch: CapturedTouch & { readonly atMs: number }): number {
    for (const [index, event] of this.#ahead.entries()) {
      if (event.atMs - touch.atMs > LOOK_AHEAD_MS) break;
      if (event.kind === "trade" && this.track.precedes(event, touch)) return index;
    }
    return 0;
  }

  async #fill(): Promise<void> {
    const ahead = this.#ahead;
    while (!this.#isOver && ahead.length < LOOK_AHEAD_EVENTS_MAX) {
      const span = (ahead.at(-1)?.atMs ?? 0) - (ahead[0]?.atMs ?? 0);
      if (span > LOOK_AHEAD_MS) return;
      const { value, done } = await this.#events.next();
      if (done === true) this.#isOver = true;
      else ahead.push(value);
    }
  }
}

async function* joined(files: readonly ReadProgress[]): AsyncGenerator<CaptureEvent> {
  for (const file of files) yield* readCapture(file.path, file);
}
