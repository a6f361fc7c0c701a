/** Streams of commands with the order mix of exchange-core's published measurements. */
import { generateMix, MIX_KINDS, type Mix, type MixShape, movesShape } from "../order-mix.ts";
import {
  CANCEL,
  COMMAND_WORDS,
  type CommandStream,
  firstWord,
  MOVE,
  ORDER_WORD,
  PLACE,
  PLACE_IOC,
  PRICE_WORD,
  REDUCE,
  SIZE_WORD,
  type SymbolKind,
  USER_WORD,
} from "./command-stream.ts";

/** One symbol, spot or a linear perpetual, or one hundred of which every other is a perpetual. */
export const STREAM_SHAPES = ["spot", "futures", "symbols"] as const;
export type StreamShape = (typeof STREAM_SHAPES)[number];

const USERS = 1_000;
const SYMBOLS = 100;
const USERS_OF_SYMBOLS = 100_000;

const KINDS = { place: PLACE, ioc: PLACE_IOC, move: MOVE, reduce: REDUCE, cancel: CANCEL };

function mixShapeOf(shape: StreamShape, commands: number, seed: number): MixShape {
  const moves = { ...movesShape(commands, seed), users: USERS };
  if (shape !== "symbols") return moves;
  return { ...moves, symbols: SYMBOLS, users: USERS_OF_SYMBOLS };
}

function kindOfSymbol(shape: StreamShape, symbol: number): SymbolKind {
  if (shape !== "symbols") return shape;
  return symbol % 2 === 0 ? "spot" : "futures";
}

/** Writes the words of each command of a mix. */
function wordsOf(mix: Mix): Int32Array {
  const { isBuy, symbol, user } = mix.orders;
  const words = new Int32Array(mix.count * COMMAND_WORDS);
  /** Whole size of each order as the stream has left it. */
  const sizes = new Int32Array(mix.orders.count);
  for (let at = 0; at < mix.count; at++) {
    const order = mix.order[at] as number;
    const kind = KINDS[MIX_KINDS[mix.kind[at] as number] ?? "place"];
    const isPlaced = kind === PLACE || kind === PLACE_IOC;
    const size = mix.size[at] as number;
    const by = (sizes[order] as number) - size;
    sizes[order] = size;
    const first = at * COMMAND_WORDS;
    words[first] = firstWord(kind, isBuy[order] === 1, symbol[order] as number);
    words[first + USER_WORD] = user[order] as number;
    words[first + ORDER_WORD] = order;
    words[first + PRICE_WORD] = isPlaced || kind === MOVE ? (mix.price[at] as number) : 0;
    words[first + SIZE_WORD] = isPlaced ? size : kind === REDUCE ? by : 0;
  }
  return words;
}

/** Returns a stream of so many commands after its prefill; the same seed gives the same stream. */
export function mixStream(shape: StreamShape, commands: number, seed: number): CommandStream {
  const mix = generateMix(mixShapeOf(shape, commands, seed));
  return {
    symbols: mix.books.map((_, symbol) => kindOfSymbol(shape, symbol)),
    users: mix.shape.users,
    orders: mix.orders.count,
    prefill: mix.prefill,
    count: mix.count,
    words: wordsOf(mix),
  };
}
