import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { createGunzip } from "node:zlib";
import {
  CaptureDamaged,
  type CaptureEvent,
  LineCutter,
  parseCaptureLine,
} from "./capture-event.ts";

/** Market of a capture. */
export type CapturedMarket = {
  readonly category: "spot" | "usdt_futures" | "coin_futures";
  readonly symbol: string;
  /** Dollars per captured contract; 0 when quantities are in base coin. */
  readonly contractFace: number;
};

const FACE_OF_BITCOIN = 100;
const FACE_OF_OTHERS = 10;

/**
 * Returns the market of a capture from its path: folder `spot`, `usdm` or `coinm`, file `btcusdt_…`
 * or `btcusd_perp_…`; undefined for other names.
 */
export function capturedMarketOf(path: string): CapturedMarket | undefined {
  const name = /^([a-z0-9]+?)(_perp)?_\d{8}/.exec(basename(path).toLowerCase());
  const symbol = name?.[1]?.toUpperCase();
  if (symbol === undefined) return undefined;
  switch (basename(dirname(path))) {
    case "spot":
      return { category: "spot", symbol, contractFace: 0 };
    case "usdm":
      return { category: "usdt_futures", symbol, contractFace: 0 };
    case "coinm": {
      const contractFace = symbol.startsWith("BTC") ? FACE_OF_BITCOIN : FACE_OF_OTHERS;
      return { category: "coin_futures", symbol, contractFace };
    }
    default:
      return undefined;
  }
}

export type ReadProgress = { readonly path: string; bytesRead: number; bytesTotal: number };

/**
 * Yields the events of one capture in order, read as a stream; files are decompressed if their name
 * ends in `.gz`. Throws `CaptureDamaged` with the line number, and errors of the file system.
 */
export async function* readCapture(
  path: string,
  progress: ReadProgress,
): AsyncGenerator<CaptureEvent> {
  progress.bytesTotal = (await stat(path)).size;
  const file = createReadStream(path);
  file.on("data", (chunk) => {
    progress.bytesRead += chunk.length;
  });
  const bytes: AsyncIterable<Buffer> = path.endsWith(".gz") ? file.pipe(createGunzip()) : file;
  const cutter = new LineCutter();
  let count = 0;
  const parse = (line: string): CaptureEvent | undefined => {
    count += 1;
    try {
      return line === "" ? undefined : parseCaptureLine(line);
    } catch (cause) {
      throw new CaptureDamaged(`${basename(path)}, line ${count}: ${String(cause)}`, { cause });
    }
  };
  try {
    for await (const chunk of bytes) {
      for (const line of cutter.push(chunk)) {
        const event = parse(line);
        if (event !== undefined) yield event;
      }
    }
    for (const line of cutter.end()) {
      const event = parse(line);
      if (event !== undefined) yield event;
    }
  } finally {
    file.destroy();
  }
}
