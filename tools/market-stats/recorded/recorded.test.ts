import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import {
  medianDepth,
  medianSpreadTicks,
  takerOrderSize,
  takerOrdersPerMinute,
  touchesPerSecond,
  updatesPerSecond,
} from "../measures/book-figures.ts";
import { readCandles, readFundingRates } from "./candle-file.ts";
import { recordCapture } from "./record-capture.ts";

const folder = temporaryDirectory("recorded");
afterAll(() => rmSync(folder, { recursive: true }));

function writeFile(name: string, text: string): string {
  const path = join(folder, name);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, name.endsWith(".gz") ? gzipSync(text) : text);
  return path;
}

const START_MS = 1_723_161_600_000;

/** A line of a capture, `ms` after its start. */
const line = (ms: number, frame: unknown): string =>
  `${START_MS + ms}000000 ${JSON.stringify(frame)}`;

const depth = (ids: readonly [number, number], bids: unknown, asks: unknown): unknown => {
  return { data: { e: "depthUpdate", U: ids[0], u: ids[1], b: bids, a: asks } };
};

describe("a recorded capture", () => {
  const frames = [
    // Older than the snapshot, of which it is part already.
    line(0, depth([1, 5], [["60000.00", "9"]], [])),
    // Newer than the snapshot, though it arrives before.
    line(100, depth([6, 7], [["60000.00", "2"]], [])),
    line(200, {
      lastUpdateId: 5,
      bids: [
        ["60000.00", "1"],
        ["59800.00", "10"],
      ],
      asks: [["60000.05", "2"]],
    }),
    line(1_500, { data: { u: 8, b: "60000.00", B: "2", a: "60000.05", A: "1" } }),
    line(1_600, { data: { e: "trade", p: "60000.05", q: "0.5", T: 77, m: false } }),
    line(1_601, { data: { e: "trade", p: "60000.05", q: "0.5", T: 77, m: false } }),
    line(1_602, { data: { e: "trade", p: "60000.00", q: "0.1", T: 77, m: true } }),
    line(1_700, depth([8, 9], [], [["60000.05", "1"]])),
  ];
  const quiet = Array.from({ length: 5 }, (_, index) =>
    line(2_000 + 1_000 * index, depth([10 + index, 10 + index], [], [])),
  );
  const path = writeFile("spot/btcusdt_20240808.gz", [...frames, ...quiet].join("\n"));

  it("has book, touch and taker orders of the venue", async () => {
    const recording = await recordCapture([path]);
    expect(recording.seconds).toBe(6);
    expect(medianSpreadTicks(recording)).toBe(5);
    expect(updatesPerSecond(recording)).toBe(1);
    expect(touchesPerSecond(recording)).toBeCloseTo(1 / 6, 9);
    expect(takerOrdersPerMinute(recording)).toBe(20);
    expect(takerOrderSize(recording, 1)).toBeCloseTo(60_000.05, 6);
    // Two bids and one ask of a coin near the middle, ten bids at 33 bp.
    expect(medianDepth(recording, 10)).toBeCloseTo((120_000 + 60_000.05) / 2, 3);
    expect(medianDepth(recording, 50)).toBeCloseTo((120_000 + 598_000 + 60_000.05) / 2, 3);
  });

  it("is refused when updates are missing", async () => {
    const late = line(9_000, depth([90, 91], [["59000.00", "1"]], []));
    const gapped = writeFile("spot/btcusdt_20240809.gz", late);
    await expect(recordCapture([path, gapped])).rejects.toThrow("captures without gaps");
  });

  it("is refused for a market of unknown increments", async () => {
    const other = writeFile("spot/xrpusdt_20240808.gz", frames.join("\n"));
    await expect(recordCapture([other])).rejects.toThrow("known increments");
  });
});

describe("a file of candles", () => {
  const heading = "timestamp,open,high,low,close,volume";

  it("is read with times in UTC, compressed or not", () => {
    const text = `${heading}\n2021-12-31 23:01:00.000000,3,5,2,4,70.5\n`;
    const candle = { startMs: Date.UTC(2021, 11, 31, 23, 1), open: 3, high: 5, low: 2, close: 4 };
    for (const name of ["candles.csv", "candles.csv.gz"]) {
      expect(readCandles(writeFile(name, text))).toEqual([{ ...candle, volume: 70.5 }]);
    }
  });

  it.each(["2021-12-31 23:01:00,3,x,2,4,5", "yesterday,3,5,2,4,5"])("is refused: %s", (row) => {
    const path = writeFile("damaged.csv", `${heading}\n${row}\n`);
    expect(() => readCandles(path)).toThrow("numbers between commas");
  });
});

it("reads funding rates, and refuses lines without", () => {
  const rates = "20221213 00:00:00,-0.0002016\n20221213 08:00:00,0.0001";
  expect(readFundingRates(writeFile("rates.csv", rates))).toEqual([-0.0002016, 0.0001]);
  expect(() => readFundingRates(writeFile("none.csv", "20221213 00:00:00"))).toThrow("numbers");
});
