import type { Writable } from "node:stream";
import type { PushBacklog } from "../../channels/public/push-backlog.ts";
import { frameLength, writeTextFrame } from "./text-frame.ts";

/** Bytes up to which the frames of a turn are copied into one buffer. */
const COPIED_BYTES_MAX = 65_536;

/**
 * Outboxes with public data only that are written in one turn: about 5 ms. Thousands of subscribers
 * of a channel therefore delay no request.
 */
export const PUBLIC_PER_TURN = 512;

/**
 * Outboxes with unsent frames, written at the end of the turn of the event loop: those with answers
 * or private data all at once, then a bounded number of the others in the order of their frames.
 */
export class TurnFlush implements PushBacklog {
  readonly #urgent = new Set<Outbox>();
  readonly #public = new Set<Outbox>();
  readonly #waiting = new Set<() => void>();
  #isPlanned = false;
  #isWriting = false;
  /** Frames written to all sockets. */
  framesSent = 0;

  get isWriting(): boolean {
    return this.#isWriting;
  }

  afterWriting(callback: () => void): () => void {
    this.#waiting.add(callback);
    return () => this.#waiting.delete(callback);
  }

  /** Plans to write an outbox; `isUrgent` if it has an answer or private data. */
  plan(outbox: Outbox, isUrgent: boolean): void {
    if (isUrgent) this.#urgent.add(outbox);
    else this.#public.add(outbox);
    if (!this.#isPlanned) this.#planTurn();
  }

  #planTurn(): void {
    this.#isPlanned = true;
    setImmediate(() => this.#flush());
  }

  #flush(): void {
    this.#isPlanned = false;
    for (const outbox of this.#urgent) {
      this.#public.delete(outbox);
      outbox.flush();
    }
    this.#urgent.clear();
    let left = PUBLIC_PER_TURN;
    for (const outbox of this.#public) {
      if (left === 0) break;
      left -= 1;
      this.#public.delete(outbox);
      outbox.flush();
    }
    this.#isWriting = this.#public.size > 0;
    if (this.#isWriting) this.#planTurn();
    else this.#endWriting();
  }

  /** Lets all publishers push that waited: their pushes leave in one write per connection. */
  #endWriting(): void {
    if (this.#waiting.size === 0) return;
    const callbacks = [...this.#waiting];
    this.#waiting.clear();
    for (const callback of callbacks) callback();
  }
}

/**
 * Outgoing frames of one connection. All frames queued within one turn of the event loop go to the
 * socket in one write: a write costs more than a thousand bytes of payload.
 */
export class Outbox {
  readonly #socket: Writable;
  readonly #turn: TurnFlush;
  /** The first frame if it is a shared one and stands alone: the case of most public pushes. */
  #alone: Buffer | undefined;
  #texts: string[] = [];
  /** Payload bytes of each text, or -1 for a frame that is at the same index in `#frames`. */
  #lengths: number[] = [];
  #frames: (Buffer | undefined)[] = [];
  #bytes = 0;
  #isUrgent = false;

  constructor(socket: Writable, turn: TurnFlush) {
    this.#socket = socket;
    this.#turn = turn;
  }

  /** Bytes that have not left the process. */
  get buffered(): number {
    return this.#bytes + this.#socket.writableLength;
  }

  /** Queues an answer. */
  addText(text: string): void {
    const length = Buffer.byteLength(text);
    this.#plan(true);
    this.#add(text, length, undefined, frameLength(length));
  }

  /** Queues a frame that other connections also send; its bytes are never changed. */
  addFrame(frame: Buffer, isUrgent: boolean): void {
    this.#plan(isUrgent);
    if (this.#bytes > 0) {
      this.#add("", -1, frame, frame.length);
      return;
    }
    this.#alone = frame;
    this.#bytes = frame.length;
  }

  #plan(isUrgent: boolean): void {
    if (this.#isUrgent || (!isUrgent && this.#bytes > 0)) return;
    this.#isUrgent = isUrgent;
    this.#turn.plan(this, isUrgent);
  }

  #add(text: string, length: number, frame: Buffer | undefined, bytes: number): void {
    const alone = this.#alone;
    if (alone !== undefined) {
      this.#alone = undefined;
      this.#append("", -1, alone);
    }
    this.#append(text, length, frame);
    this.#bytes += bytes;
  }

  #append(text: string, length: number, frame: Buffer | undefined): void {
    this.#texts.push(text);
    this.#lengths.push(length);
    this.#frames.push(frame);
  }

  /** Writes the queued frames; called at the end of a turn and before the connection closes. */
  flush(): void {
    if (this.#bytes === 0) return;
    if (this.#socket.writable) this.#write();
    this.#clear();
  }

  #write(): void {
    if (this.#alone !== undefined) {
      this.#turn.framesSent += 1;
      this.#socket.write(this.#alone);
      return;
    }
    this.#turn.framesSent += this.#lengths.length;
    if (this.#bytes <= COPIED_BYTES_MAX) this.#socket.write(this.#joined(this.#bytes));
    else this.#writeApart();
  }

  #joined(bytes: number): Buffer {
    const joined = Buffer.allocUnsafe(bytes);
    let at = 0;
    for (let index = 0; index < this.#lengths.length; index += 1) {
      const frame = this.#frames[index];
      if (frame === undefined) at = this.#writeText(joined, at, index);
      else at += frame.copy(joined, at);
    }
    return joined;
  }

  #writeText(to: Buffer, at: number, index: number): number {
    return writeTextFrame(to, at, this.#texts[index] ?? "", this.#lengths[index] ?? 0);
  }

  #writeApart(): void {
    this.#socket.cork();
    for (let index = 0; index < this.#lengths.length; index += 1) {
      this.#socket.write(this.#frames[index] ?? this.#textFrame(index));
    }
    this.#socket.uncork();
  }

  #textFrame(index: number): Buffer {
    const frame = Buffer.allocUnsafe(frameLength(this.#lengths[index] ?? 0));
    this.#writeText(frame, 0, index);
    return frame;
  }

  #clear(): void {
    this.#bytes = 0;
    this.#isUrgent = false;
    if (this.#alone !== undefined) {
      this.#alone = undefined;
      return;
    }
    this.#texts = [];
    this.#lengths = [];
    this.#frames = [];
  }
}
