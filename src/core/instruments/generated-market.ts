/** What the exchange keeps of its generated market: terms of the past, memory, imported prices. */
import { type ByteReader, type ByteWriter, wordOf } from "../base/bytes.ts";
import { indexIn, MARKET_PRESETS, type MarketPreset } from "../base/vocabulary.ts";

export type PastTerms = {
  readonly seed: number;
  /** Version of the computation of the past. */
  readonly version: number;
  readonly preset: MarketPreset;
  /** End of the past in ms since 1970, a whole minute. */
  readonly endMs: number;
  /** Number of instruments with a past: those listed when the market was founded. */
  readonly instruments: number;
};

/** A part of the recorded prices of a coin; its bytes are opaque to the core. */
export type PathPart = {
  readonly code: string;
  /** Length of a candle in ms. */
  readonly spanMs: number;
  readonly bytes: Uint8Array;
};

export type GeneratedMarket = {
  /** `undefined` on an exchange without a computed past. */
  terms: PastTerms | undefined;
  /** Opaque bytes that the generated market continues from; empty before the first. */
  memory: Uint8Array;
  /** In the order in which they were imported. */
  readonly paths: PathPart[];
};

export function createGeneratedMarket(): GeneratedMarket {
  return { terms: undefined, memory: new Uint8Array(0), paths: [] };
}

/** Returns the number of bytes of all imported parts. */
export function pathBytes({ paths }: GeneratedMarket): number {
  return paths.reduce((sum, { bytes }) => sum + bytes.length, 0);
}

/** Appends the generated market to the bytes of a state. */
export function writeGeneratedMarket(market: GeneratedMarket, out: ByteWriter): void {
  const { memory, paths, terms } = market;
  out.u8(terms === undefined ? 0 : 1);
  if (terms !== undefined) {
    out.varint(terms.seed);
    out.varint(terms.version);
    out.u8(indexIn(MARKET_PRESETS, terms.preset));
    out.varint(terms.endMs);
    out.varint(terms.instruments);
  }
  out.blob(memory);
  out.varint(paths.length);
  for (const { bytes, code, spanMs } of paths) {
    out.text(code);
    out.varint(spanMs);
    out.blob(bytes);
  }
}

function readTerms(from: ByteReader): PastTerms {
  return {
    seed: from.varint(),
    version: from.varint(),
    preset: wordOf(MARKET_PRESETS, from.u8()),
    endMs: from.varint(),
    instruments: from.varint(),
  };
}

/** Restores what `writeGeneratedMarket` wrote. Throws `BytesDamaged`. */
export function readGeneratedMarket(market: GeneratedMarket, from: ByteReader): void {
  market.terms = from.u8() === 0 ? undefined : readTerms(from);
  market.memory = from.blob();
  const count = from.varint();
  for (let index = 0; index < count; index++) {
    const part = { code: from.text(), spanMs: from.varint() };
    market.paths.push({ ...part, bytes: from.blob() });
  }
}
