/** One open stream of what a key sends and receives, as server-sent events. */
import type { Writable } from "node:stream";
import type { InspectedItem } from "./inspected.ts";

/** Unsent bytes at which a reader is too slow: the stream ends. */
export const UNSENT_BYTES_MAX = 256 * 1024;
/** Items and characters that one stream gets in a second; further items are counted only. */
export const ITEMS_PER_SECOND = 200;
const CHARACTERS_PER_SECOND = 256 * 1024;
const SECOND_MS = 1_000;
/** Interval of comments that keep the connection open, in ms. */
const HEARTBEAT_MS = 15_000;
/** Time in which the reader has to take the last event, in ms. */
const CLOSING_MS = 2_000;

/** Account and key that a stream is about or belongs to. */
export type TapKey = { readonly keyId: string; readonly userIndex: number };

/** Key that a stream belongs to; `mainIndex` is its account, or that of its main account. */
export type Watcher = TapKey & { readonly mainIndex: number };

export class Tap {
  readonly target: TapKey;
  readonly watcher: Watcher;
  readonly #stream: Writable;
  readonly #heartbeat: NodeJS.Timeout;
  #windowFromMs = 0;
  #items = 0;
  #characters = 0;
  /** Items left out since the last one sent. */
  #dropped = 0;
  #isEnded = false;

  /** Calls `onEnd` once, when the reader has gone or the stream was ended. */
  constructor(
    stream: Writable,
    {
      onEnd,
      target,
      watcher,
    }: {
      readonly target: TapKey;
      readonly watcher: Watcher;
      readonly onEnd: () => void;
    },
  ) {
    this.target = target;
    this.watcher = watcher;
    this.#stream = stream;
    stream.on("error", () => undefined);
    stream.once("close", () => {
      this.#isEnded = true;
      clearInterval(this.#heartbeat);
      onEnd();
    });
    this.#heartbeat = setInterval(() => this.#write(":\n\n"), HEARTBEAT_MS).unref();
    this.#write(`event: open\ndata: ${JSON.stringify({ apiKey: target.keyId })}\n\n`);
  }

  /**
   * Counts an item of a length at a monotonic time, in ms; returns whether it is to be added. An
   * item beyond the rate is not built at all.
   */
  takes(length: number, nowMs: number): boolean {
    if (this.#isEnded) return false;
    if (nowMs - this.#windowFromMs >= SECOND_MS) {
      this.#windowFromMs = nowMs;
      this.#items = 0;
      this.#characters = 0;
    }
    const isWithin = this.#items < ITEMS_PER_SECOND && this.#characters < CHARACTERS_PER_SECOND;
    if (!isWithin) {
      this.#dropped += 1;
      return false;
    }
    this.#items += 1;
    this.#characters += length;
    return true;
  }

  /** Sends an item, with the number of those that were left out before it. */
  add(item: InspectedItem): void {
    const data = JSON.stringify({ ...item, droppedBefore: this.#dropped });
    this.#dropped = 0;
    this.#write(`data: ${data}\n\n`);
  }

  /** Ends the stream with a reason, which is its last event. */
  end(reason: string): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#stream.end(`event: end\ndata: ${JSON.stringify({ reason })}\n\n`);
    setTimeout(() => this.#stream.destroy(), CLOSING_MS).unref();
  }

  #write(text: string): void {
    if (this.#isEnded) return;
    this.#stream.write(text);
    if (this.#stream.writableLength <= UNSENT_BYTES_MAX) return;
    this.end("the reader is too slow: unsent data reached its limit");
  }
}
