import { StringDecoder } from "node:string_decoder";

/** Price and quantity as captured, in integers of 10^-8; never rounded. */
export type CapturedLevel = { readonly priceE8: number; readonly quantityE8: number };

export type CapturedSnapshot = {
  readonly kind: "snapshot";
  readonly lastId: number;
  readonly bids: readonly CapturedLevel[];
  readonly asks: readonly CapturedLevel[];
};

/**
 * Absolute quantities of changed levels; quantity 0 removes a level. `previousId` is 0 when the
 * frame has none.
 */
export type CapturedDepth = {
  readonly kind: "depth";
  readonly firstId: number;
  readonly lastId: number;
  readonly previousId: number;
  readonly bids: readonly CapturedLevel[];
  readonly asks: readonly CapturedLevel[];
};

export type CapturedTrade = CapturedLevel & {
  readonly kind: "trade";
  readonly takerSide: "buy" | "sell";
  /** Time of the match in ms by the clock of the venue; the trades of one order share it. */
  readonly matchedAtMs: number;
};

/** Best bid and ask. */
export type CapturedTouch = {
  readonly kind: "touch";
  readonly id: number;
  readonly bid: CapturedLevel;
  readonly ask: CapturedLevel;
};

export type CaptureEvent = (CapturedSnapshot | CapturedDepth | CapturedTrade | CapturedTouch) & {
  /** Capture time in ms since 1970, with fractions. */
  readonly atMs: number;
};

/** Data that is not a valid capture. */
export class CaptureDamaged extends Error {
  readonly code = "capture_damaged";
}

const DECIMAL = /^(\d{1,15})(?:\.(\d{1,8})0*)?$/;

/** Parses decimal text into an exact integer of 10^-8. Throws `CaptureDamaged`. */
export function scaledE8(text: unknown): number {
  const match = typeof text === "string" ? DECIMAL.exec(text) : null;
  const scaled = match === null ? -1 : Number(`${match[1]}${(match[2] ?? "").padEnd(8, "0")}`);
  if (!Number.isSafeInteger(scaled) || scaled < 0) {
    throw new CaptureDamaged(`a decimal with at most 8 places, got ${JSON.stringify(text)}`);
  }
  return scaled;
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;

function wholeOf(value: unknown): number {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
  throw new CaptureDamaged(`a whole number, got ${JSON.stringify(value)}`);
}

const levelOf = (price: unknown, quantity: unknown): CapturedLevel => ({
  priceE8: scaledE8(price),
  quantityE8: scaledE8(quantity),
});

function levelsOf(value: unknown): CapturedLevel[] {
  if (!Array.isArray(value)) throw new CaptureDamaged("levels are a list");
  return value.map((level: unknown) => {
    if (!Array.isArray(level)) throw new CaptureDamaged("a level is a price and a quantity");
    return levelOf(level[0], level[1]);
  });
}

function eventOf(frame: Fields, atMs: number): CaptureEvent | undefined {
  if ("lastUpdateId" in frame) {
    const { lastUpdateId, bids, asks } = frame as Record<"lastUpdateId" | "bids" | "asks", unknown>;
    const lastId = wholeOf(lastUpdateId);
    return { kind: "snapshot", atMs, lastId, bids: levelsOf(bids), asks: levelsOf(asks) };
  }
  const { e, U, u, pu, b, a, B, A, p, q, m, T } = frame as Record<string, unknown>;
  if (e === "depthUpdate") {
    const ids = { firstId: wholeOf(U), lastId: wholeOf(u), previousId: wholeOf(pu ?? 0) };
    return { kind: "depth", atMs, ...ids, bids: levelsOf(b), asks: levelsOf(a) };
  }
  if (e === "trade") {
    const takerSide = m === true ? "sell" : "buy";
    return { kind: "trade", atMs, takerSide, matchedAtMs: wholeOf(T ?? 0), ...levelOf(p, q) };
  }
  // Spot frames of the best bid and ask have no event type.
  if (e === "bookTicker" || (e === undefined && B !== undefined && A !== undefined)) {
    return { kind: "touch", atMs, id: wholeOf(u), bid: levelOf(b, B), ask: levelOf(a, A) };
  }
  return undefined;
}

/**
 * Parses one line `<nanoseconds> <JSON>`; returns undefined for frames that do not concern the
 * book. Throws `CaptureDamaged`.
 */
export function parseCaptureLine(line: string): CaptureEvent | undefined {
  const space = line.indexOf(" ");
  const stamp = line.slice(0, Math.max(0, space));
  if (!/^\d{16,19}$/.test(stamp)) throw new CaptureDamaged("a line begins with nanoseconds");
  const atMs = Number(stamp.slice(0, -3)) / 1_000;
  let frame: unknown;
  try {
    frame = JSON.parse(line.slice(space + 1));
  } catch (cause) {
    throw new CaptureDamaged("a line ends in JSON", { cause });
  }
  if (!isFields(frame)) throw new CaptureDamaged("a frame is an object");
  const inner = frame["data"];
  return eventOf(isFields(inner) ? inner : frame, atMs);
}

/** Maximum length of a line; a snapshot with a thousand levels per side takes about 60 KiB. */
export const CAPTURE_LINE_MAX = 8 * 1024 * 1024;

/** Splits chunks of bytes into lines without their line ends. Throws `CaptureDamaged`. */
export class LineCutter {
  readonly #decoder = new StringDecoder("utf8");
  #rest = "";

  push(chunk: Buffer): string[] {
    const lines = (this.#rest + this.#decoder.write(chunk)).split("\n");
    this.#rest = lines.pop() ?? "";
    if (this.#rest.length > CAPTURE_LINE_MAX) throw new CaptureDamaged("a line ends");
    return lines;
  }

  end(): string[] {
    const rest = this.#rest + this.#decoder.end();
    this.#rest = "";
    return rest === "" ? [] : [rest];
  }
}
