import type { Writable } from "node:stream";
import { frameLength, writeTextFrame } from "./text-frame.ts";

/** Bytes up to which the frames of a turn are copied into one buffer. */
const COPIED_BYTES_MAX = 65_536;

/** Outboxes with unsent frames: all are written at the end of the turn of the event loop. */
export class TurnFlush {
  readonly #waiting: Outbox[] = [];
  #isPlanned = false;
  /** Frames written to all sockets. */
  framesSent = 0;

  plan(outbox: Outbox): void {
    this.#waiting.push(outbox);
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    setImmediate(() => this.#flush());
  }

  #flush(): void {
    this.#isPlanned = false;
    for (const outbox of this.#waiting.splice(0)) outbox.flush();
  }
}

/**
 * Outgoing frames of one connection. All frames queued within one turn of the event loop go to the
 * socket in one write: a write costs more than a thousand bytes of payload.
 */
export class Outbox {
  readonly #socket: Writable;
  readonly #turn: TurnFlush;
  #texts: string[] = [];
  /** Payload bytes of each text, or -1 for a frame that is at the same index in `#frames`. */
  #lengths: number[] = [];
  #frames: (Buffer | undefined)[] = [];
  #bytes = 0;

  constructor(socket: Writable, turn: TurnFlush) {
    this.#socket = socket;
    this.#turn = turn;
  }

  /** Bytes that have not left the process. */
  get buffered(): number {
    return this.#bytes + this.#socket.writableLength;
  }

  /** Queues a text for this connection alone. */
  addText(text: string): void {
    const length = Buffer.byteLength(text);
    this.#add(text, length, undefined, frameLength(length));
  }

  /** Queues a frame that other connections also send; its bytes are never changed. */
  addFrame(frame: Buffer): void {
    this.#add("", -1, frame, frame.length);
  }

  #add(text: string, length: number, frame: Buffer | undefined, bytes: number): void {
    if (this.#lengths.length === 0) this.#turn.plan(this);
    this.#texts.push(text);
    this.#lengths.push(length);
    this.#frames.push(frame);
    this.#bytes += bytes;
  }

  /** Writes the queued frames; called at the end of the turn and before the connection closes. */
  flush(): void {
    const count = this.#lengths.length;
    if (count === 0) return;
    const bytes = this.#bytes;
    if (!this.#socket.writable) {
      this.#clear();
      return;
    }
    this.#turn.framesSent += count;
    const [first] = this.#frames;
    if (count === 1 && first !== undefined) this.#socket.write(first);
    else if (bytes <= COPIED_BYTES_MAX) this.#socket.write(this.#joined(bytes));
    else this.#writeApart();
    this.#clear();
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
    this.#texts = [];
    this.#lengths = [];
    this.#frames = [];
    this.#bytes = 0;
  }
}
