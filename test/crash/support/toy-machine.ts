/** A small exchange of nothing: enough of a state to see a command lost, repeated or reordered. */
import { type ByteReader, ByteWriter, ByteReader as Reader } from "../../../src/core/base/bytes.ts";
import type {
  Command,
  CommandCodec,
  Draft,
  EventBuffer,
  StateMachine,
} from "../../../src/journal/state-machine.ts";

export type ToyCommand = Command &
  (
    | { readonly kind: "deposit"; readonly id: number; readonly account: number; amount: number }
    | { readonly kind: "note"; readonly id: number; readonly text: string }
    | { readonly kind: "tick" }
  );

export type ToyOutcome = { readonly seq: number; readonly balance: number };

const ACCOUNTS = 16;
const KIND_DEPOSIT = 1;
const KIND_NOTE = 2;
const KIND_TICK = 3;
const TOY_FORMAT = 1;

export function deposit(id: number, account: number, amount: number): Draft<ToyCommand> {
  return { kind: "deposit", id, account, amount };
}

export function note(id: number, text: string): Draft<ToyCommand> {
  return { kind: "note", id, text };
}

/** The command that a submitted draft has become. */
export function commandOf(draft: Draft<ToyCommand>): ToyCommand {
  return draft as ToyCommand;
}

export function makeTick(): Draft<ToyCommand> {
  return { kind: "tick" };
}

export const toyCodec: CommandCodec<ToyCommand> = {
  format: TOY_FORMAT,
  encode(command, out) {
    out.f64(command.timeMs);
    switch (command.kind) {
      case "deposit":
        out.u8(KIND_DEPOSIT);
        out.varint(command.id);
        out.varint(command.account);
        out.varint(command.amount);
        return;
      case "note":
        out.u8(KIND_NOTE);
        out.varint(command.id);
        out.text(command.text);
        return;
      case "tick":
        out.u8(KIND_TICK);
        return;
    }
  },
  decoderOf: (format) => (format === TOY_FORMAT ? decodeToy : undefined),
};

function decodeToy(from: ByteReader, seq: number): ToyCommand {
  const timeMs = from.f64();
  const kind = from.u8();
  if (kind === KIND_DEPOSIT) {
    const id = from.varint();
    const account = from.varint();
    return { kind: "deposit", seq, timeMs, id, account, amount: from.varint() };
  }
  if (kind === KIND_NOTE)
    return { kind: "note", seq, timeMs, id: from.varint(), text: from.text() };
  if (kind === KIND_TICK) return { kind: "tick", seq, timeMs };
  throw new Error(`unknown kind ${kind}`);
}

export class ToyEvents implements EventBuffer {
  readonly seqs: number[] = [];

  get length(): number {
    return this.seqs.length;
  }

  clear(): void {
    this.seqs.length = 0;
  }
}

/** Sums, a rolling digest of everything in order, and a refusal to go back in seq or time. */
export class ToyMachine implements StateMachine<ToyCommand, ToyOutcome, ToyEvents> {
  readonly events = new ToyEvents();
  #balances = new Array<number>(ACCOUNTS).fill(0);
  #digest = 0;
  #seq = 0;
  #timeMs = 0;
  /** Apply throws at this seq: a broken invariant on order. */
  brokenAtSeq = 0;
  readAhead?: (commands: readonly ToyCommand[], at: number) => void;

  get balances(): readonly number[] {
    return this.#balances;
  }

  get seq(): number {
    return this.#seq;
  }

  apply(command: ToyCommand): ToyOutcome {
    if (command.seq === this.brokenAtSeq) throw new Error("available is never negative");
    if (command.seq !== this.#seq + 1) throw new Error(`seq ${command.seq} after ${this.#seq}`);
    if (command.timeMs < this.#timeMs) throw new Error(`time goes back at ${command.seq}`);
    this.#seq = command.seq;
    this.#timeMs = command.timeMs;
    this.events.seqs.push(command.seq);
    let balance = 0;
    if (command.kind === "deposit") {
      const at = command.account % ACCOUNTS;
      balance = (this.#balances[at] ?? 0) + command.amount;
      this.#balances[at] = balance;
      this.#mix(command.id);
      this.#mix(command.amount);
    } else if (command.kind === "note") {
      this.#mix(command.id);
      for (let at = 0; at < command.text.length; at++) this.#mix(command.text.charCodeAt(at));
    }
    this.#mix(command.seq);
    return { seq: command.seq, balance };
  }

  replay(command: ToyCommand): void {
    this.apply(command);
  }

  encodeState(): Uint8Array {
    const out = new ByteWriter();
    out.varint(this.#seq);
    out.f64(this.#timeMs);
    out.u32(this.#digest);
    for (const balance of this.#balances) out.varint(balance);
    return out.bytes().slice();
  }

  loadState(bytes: Uint8Array): void {
    const from = new Reader(bytes);
    this.#seq = from.varint();
    this.#timeMs = from.f64();
    this.#digest = from.u32();
    this.#balances = this.#balances.map(() => from.varint());
  }

  #mix(value: number): void {
    this.#digest = (Math.imul(this.#digest ^ (value & 0xffff), 0x01000193) + (value >>> 16)) >>> 0;
  }
}
