/**
 * Recorded streams of orders, in a binary format that another engine can read or write, so that its
 * result can be compared with this core's, order by order. All numbers are little-endian.
 *
 *   header   8 bytes  "BRSTREAM"
 *            6 × u32  version (1), symbols, users, orders, commands before the clock, all commands
 *   symbols  u8 each  0 spot, 1 linear perpetual; then zero bytes up to a multiple of 4
 *   command  u8       0 place good till cancelled, 1 place immediate or cancel, 2 move, 3 reduce,
 *                     4 cancel
 *            u8       1 sell, 0 buy
 *            u16      symbol
 *            u32      user
 *            u32      number of the order, counted from 0 in the order of placing
 *            i32      price in ticks: of a new order, or the new price of a move; else 0
 *            u32      size in lots: of a new order, or what a reduction takes off; else 0
 *
 * The users have money for every order of the stream, the symbols have no mark price limits that
 * its prices reach, and nothing but the stream trades.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { assert } from "../../src/core/base/assert.ts";

const MAGIC = "BRSTREAM";
const VERSION = 1;
const HEADER_WORDS = 8;

/** Words of a command, and the place of each field in them. */
export const COMMAND_WORDS = 5;
export const USER_WORD = 1;
export const ORDER_WORD = 2;
export const PRICE_WORD = 3;
export const SIZE_WORD = 4;

export const PLACE = 0;
export const PLACE_IOC = 1;
export const MOVE = 2;
export const REDUCE = 3;
export const CANCEL = 4;

export const SYMBOL_KINDS = ["spot", "futures"] as const;
export type SymbolKind = (typeof SYMBOL_KINDS)[number];

/** A stream in memory. */
export type CommandStream = {
  readonly symbols: readonly SymbolKind[];
  readonly users: number;
  /** Orders that the stream places. */
  readonly orders: number;
  /** Commands before the clock starts. */
  readonly prefill: number;
  readonly count: number;
  /** `COMMAND_WORDS` words a command. */
  readonly words: Int32Array;
};

/** Returns the first word of a command. */
export function firstWord(kind: number, isBuy: boolean, symbol: number): number {
  return kind | (isBuy ? 0 : 1 << 8) | (symbol << 16);
}

/** Kind of a command, from its first word. */
export function kindOf(word: number): number {
  return word & 0xff;
}

/** Whether a command is on the side of sells, from its first word. */
export function isSellOf(word: number): boolean {
  return (word & 0x100) !== 0;
}

/** Symbol of a command, from its first word. */
export function symbolOf(word: number): number {
  return word >>> 16;
}

/** Writes a stream to a file. */
export function writeStream(file: string, stream: CommandStream): void {
  const { count, orders, prefill, symbols, users, words } = stream;
  const header = Buffer.alloc(HEADER_WORDS * 4);
  header.write(MAGIC, "latin1");
  [VERSION, symbols.length, users, orders, prefill, count].forEach((value, at) => {
    header.writeUInt32LE(value, MAGIC.length + at * 4);
  });
  const kinds = Buffer.alloc((symbols.length + 3) & ~3);
  symbols.forEach((kind, at) => {
    kinds[at] = SYMBOL_KINDS.indexOf(kind);
  });
  const commands = Buffer.from(words.buffer, words.byteOffset, count * COMMAND_WORDS * 4);
  writeFileSync(file, Buffer.concat([header, kinds, commands]));
}

/** Reads a stream; throws if the file is not one. */
export function readStream(file: string): CommandStream {
  const bytes = readFileSync(file);
  const isStream = bytes.toString("latin1", 0, MAGIC.length) === MAGIC;
  if (!isStream) throw new Error(`${file} is not a stream of commands`);
  const numbers = Array.from({ length: HEADER_WORDS - 2 }, (_, at) =>
    bytes.readUInt32LE(MAGIC.length + at * 4),
  );
  const [version, symbolCount = 0, users = 0, orders = 0, prefill = 0, count = 0] = numbers;
  if (version !== VERSION) throw new Error(`${file} has version ${version}, expected ${VERSION}`);
  const kindsAt = HEADER_WORDS * 4;
  const commandsAt = kindsAt + ((symbolCount + 3) & ~3);
  const length = commandsAt + count * COMMAND_WORDS * 4;
  if (bytes.length !== length) throw new Error(`${file} has ${bytes.length} of ${length} bytes`);
  const symbols = Array.from(bytes.subarray(kindsAt, kindsAt + symbolCount), (kind) => {
    const word = SYMBOL_KINDS[kind];
    assert(word !== undefined, "a symbol of a stream has a known kind");
    return word;
  });
  const copy = new Uint8Array(bytes.subarray(commandsAt));
  return { symbols, users, orders, prefill, count, words: new Int32Array(copy.buffer) };
}
