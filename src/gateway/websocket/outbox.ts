import type { Writable } from "node:stream";
import { frameLength, writeTextFrame } from "./text-frame.ts";
import type { TurnFlush } from "./turn-flush.ts";

/** Bytes up to which the frames of a turn are copied into one buffer. */
const COPIED_BYTES_MAX = 65_536;

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
