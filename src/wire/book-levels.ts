/** Price levels of a book: arrays in REST rows, prepared JSON text in pushes. */
import { crc32 } from "node:zlib";
import { Type } from "typebox";
import type { Level } from "../projections/live/book-side.ts";
import type { BookDepth } from "../projections/live/live-book.ts";
import type { ListedInstrument } from "./listings.ts";
import type { JsonOf } from "./row-types.ts";
import { quantityText } from "./sizes.ts";
import { priceText } from "./texts.ts";

export const levelRowsSchema = Type.Array(Type.Array(Type.String()));

/** Returns price and size of each level, in the given order. */
export function levelRows(instrument: ListedInstrument, levels: readonly Level[]): string[][] {
  return levels.map(({ price, size }) => [
    priceText(instrument, price),
    quantityText(instrument, size, price),
  ]);
}

/** Returns the JSON text of `levelRows`, `[["60010.6","1.25"],…]`, without arrays per level. */
export function levelsJson(instrument: ListedInstrument, levels: readonly Level[]): string {
  let json = "[";
  for (const { price, size } of levels) {
    if (json.length > 1) json += ",";
    json += `["${priceText(instrument, price)}","${quantityText(instrument, size, price)}"]`;
  }
  return `${json}]`;
}

/** JSON text of both sides of a book. */
export interface SidesJson {
  readonly asks: string;
  readonly bids: string;
}

export function sidesJson(instrument: ListedInstrument, depth: BookDepth): SidesJson {
  return { asks: levelsJson(instrument, depth.asks), bids: levelsJson(instrument, depth.bids) };
}

/** Levels of each side that a checksum covers. */
export const CHECKSUM_LEVELS = 25;

/**
 * Returns the signed CRC32 of the best levels, bid and ask in turn, with the texts that are pushed
 * (websocket.md section 5.4). By it ccxt finds levels of an earlier connection in its book.
 */
export function bookChecksum(instrument: ListedInstrument, { asks, bids }: BookDepth): number {
  const texts: string[] = [];
  for (let index = 0; index < CHECKSUM_LEVELS; index++) {
    for (const level of [bids[index], asks[index]]) {
      if (level === undefined) continue;
      const { price, size } = level;
      texts.push(priceText(instrument, price), quantityText(instrument, size, price));
    }
  }
  return crc32(texts.join(":")) | 0;
}

/** State of a book that a push shows. */
export interface BookVersion {
  /** Seq of the last change of the book. */
  readonly seq: number;
  /** Time of that change, Unix milliseconds. */
  readonly timeMs: number;
}

/** State of a book that an update leads to. */
export interface UpdateVersion extends BookVersion {
  /** Seq of the state that the update starts from; 0 in a snapshot. */
  readonly pseq: number;
  /** `bookChecksum` of the state. */
  readonly checksum: number;
}

/** Writes a push of the row `R` that shows the best levels of a book. */
export type DepthJson<R> = (sides: SidesJson, version: BookVersion) => JsonOf<R>;

/** Writes a push of the row `R` that shows a whole book or its changes. */
export type BookJson<R> = (sides: SidesJson, version: UpdateVersion) => JsonOf<R>;
