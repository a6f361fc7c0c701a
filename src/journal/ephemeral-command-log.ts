import {
  type AppendResult,
  type CommandBatch,
  type CommandLog,
  GENESIS_HASH,
  type LogExtent,
  LogFault,
  type LoggedBatch,
  SEQ_FIRST,
} from "./command-log.ts";
import { encodeFrame, FRAME_HEADER_BYTES, frameHash } from "./frame.ts";

/** Default of the bytes kept. The log is lost with the process, so a short tail is enough. */
const RETAINED_BYTES = 16 * 1024 * 1024;
const EPOCH = 1;
const SALT = 0n;

/** An in-memory log that discards its oldest batches. */
export class EphemeralCommandLog implements CommandLog {
  readonly #retainedBytesMax: number;
  readonly #batches: LoggedBatch[] = [];
  #retainedBytes = 0;
  #lastSeq = SEQ_FIRST - 1;
  #lastHash = GENESIS_HASH;
  #isOpen = false;
  #growth: PromiseWithResolvers<void> | undefined;

  constructor(options: { readonly retainedBytesMax?: number } = {}) {
    this.#retainedBytesMax = options.retainedBytesMax ?? RETAINED_BYTES;
  }

  async open(): Promise<LogExtent> {
    this.#isOpen = true;
    return {
      firstSeq: this.#firstSeq(),
      lastSeq: this.#lastSeq,
      lastHash: this.#lastHash,
      epoch: EPOCH,
    };
  }

  async append(expectedSeq: number, epoch: number, batch: CommandBatch): Promise<AppendResult> {
    if (!this.#isOpen) throw new LogFault("unavailable", "the journal is not open");
    if (epoch !== EPOCH) throw new LogFault("fenced", `epoch ${EPOCH} writes, not ${epoch}`);
    if (expectedSeq !== this.#lastSeq + 1 || batch.firstSeq !== expectedSeq || batch.count < 1) {
      throw new LogFault("wrong_seq", `expected ${this.#lastSeq + 1}, got ${batch.firstSeq}`);
    }
    const previousHash = this.#lastHash;
    const frame = new Uint8Array(FRAME_HEADER_BYTES + batch.payload.length);
    encodeFrame(frame, batch, { epoch, salt: SALT, previousHash });
    const payload = frame.subarray(FRAME_HEADER_BYTES);
    const hash = frameHash(frame);
    this.#batches.push({ ...batch, payload, epoch, previousHash, hash });
    this.#retainedBytes += frame.length;
    this.#lastSeq = batch.firstSeq + batch.count - 1;
    this.#lastHash = hash;
    while (this.#retainedBytes > this.#retainedBytesMax) this.#forgetFirst();
    this.#growth?.resolve();
    this.#growth = undefined;
    return { seq: this.#lastSeq, hash };
  }

  async retract(firstSeq: number, epoch: number): Promise<void> {
    if (epoch !== EPOCH) throw new LogFault("fenced", `epoch ${EPOCH} writes, not ${epoch}`);
    if (firstSeq === this.#lastSeq + 1) return;
    const last = this.#batches[this.#batches.length - 1];
    if (last?.firstSeq !== firstSeq) {
      throw new LogFault("wrong_seq", `seq ${firstSeq} does not begin the last batch`);
    }
    this.#batches.pop();
    this.#retainedBytes -= FRAME_HEADER_BYTES + last.payload.length;
    this.#lastSeq = firstSeq - 1;
    this.#lastHash = last.previousHash;
  }

  async read(fromSeq: number, limit: number): Promise<readonly LoggedBatch[]> {
    this.#refuseGap(fromSeq);
    const first = this.#batches.findIndex((each) => each.firstSeq + each.count > fromSeq);
    return first < 0 ? [] : this.#batches.slice(first, first + limit);
  }

  async *follow(fromSeq: number): AsyncGenerator<LoggedBatch, void, void> {
    let nextSeq = fromSeq;
    while (this.#isOpen) {
      const [batch] = await this.read(nextSeq, 1);
      if (batch === undefined) {
        this.#growth ??= Promise.withResolvers();
        await this.#growth.promise;
        continue;
      }
      nextSeq = batch.firstSeq + batch.count;
      yield batch;
    }
  }

  async truncateBefore(seq: number): Promise<void> {
    for (let first = this.#batches[0]; first !== undefined; first = this.#batches[0]) {
      if (first.firstSeq + first.count > seq) return;
      this.#forgetFirst();
    }
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    this.#growth?.resolve();
    this.#growth = undefined;
  }

  #firstSeq(): number {
    return this.#batches[0]?.firstSeq ?? this.#lastSeq + 1;
  }

  #forgetFirst(): void {
    const first = this.#batches.shift();
    if (first !== undefined) this.#retainedBytes -= FRAME_HEADER_BYTES + first.payload.length;
  }

  #refuseGap(fromSeq: number): void {
    if (fromSeq >= this.#firstSeq()) return;
    throw new LogFault("gap", `seq ${fromSeq} is forgotten, the log begins at ${this.#firstSeq()}`);
  }
}
