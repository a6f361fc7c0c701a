import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { decodePaths } from "../../market-model/path-bytes.ts";
import { RecordedPricesRefused, readRecordedPrices } from "./recorded-prices.ts";

let directory = "";
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "bourse-recorded-"));
});
afterAll(() => rmSync(directory, { recursive: true }));

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

type FileTerms = { readonly spanMs?: number; readonly volume?: number };
type Refused = {
  readonly what: string;
  readonly coin?: string;
  readonly closes: readonly number[];
  readonly terms?: FileTerms;
  readonly message: string;
};

/** Writes a file of candles that stay at each price in turn, and returns its path. */
function written(
  name: string,
  closes: readonly number[],
  { spanMs = MINUTE_MS, volume = 1 }: FileTerms = {},
): string {
  const rows = closes.map((price, index) => {
    return [index * spanMs, price, price, price, price, volume].join(",");
  });
  const path = join(directory, name);
  writeFileSync(path, rows.join("\n"));
  return path;
}

/** A file whose coin its name tells. */
function named(name: string, closes: readonly number[], terms?: FileTerms) {
  return { code: undefined, path: written(name, closes, terms) };
}

describe("readRecordedPrices", () => {
  it("joins the files of a coin in the given order, and keeps coins apart", async () => {
    const files = [
      named("btcusdt-2.csv", [60_200, 60_300]),
      named("ethusdt.csv", [3_000, 3_010]),
      { code: "BTC", path: written("older.csv", [60_000, 60_100]) },
    ];
    const paths = decodePaths(await readRecordedPrices(files));
    expect(paths.map(({ close, code }) => [code, close])).toEqual([
      ["BTC", [60_200, 60_300, 60_000, 60_100]],
      ["ETH", [3_000, 3_010]],
    ]);
  });

  it("takes the lowest and the highest prices that a coin has had", async () => {
    const files = [
      named("btcusdt.csv", [200, 1_000_000]),
      named("ethusdt.csv", [5, 10_000]),
      named("pepeusdt.csv", [0.000_000_2, 0.000_1]),
    ];
    expect(decodePaths(await readRecordedPrices(files))).toHaveLength(3);
  });

  const bounds = "prices of BTC lie between 62 and 6170000";
  const largest = "at most 80000000000 dollars are traded in 24 hours";
  const refused: readonly Refused[] = [
    { what: "prices too low", closes: [60_000, 50], message: bounds },
    { what: "prices too high", closes: [60_000, 7_000_000], message: bounds },
    {
      what: "prices at which lots cannot be counted",
      coin: "pepe",
      closes: [1e-8, 1e-8],
      message: "prices of PEPE lie between 1.7e-7 and 0.00078",
    },
    {
      what: "volumes of minutes beyond 64 bits",
      closes: Array(1_440).fill(60_000),
      terms: { volume: 1_000 },
      message: largest,
    },
    {
      what: "volumes of hours beyond 64 bits",
      closes: [60_000, 60_000],
      terms: { spanMs: HOUR_MS, volume: 1_000_000 },
      message: largest,
    },
    {
      what: "more candles than the journal keeps",
      closes: Array(110_000).fill(60_000),
      message: "recorded candles in all",
    },
  ];
  it.each(refused)("refuses $what", async ({ closes, coin = "btc", message, terms }) => {
    const reading = readRecordedPrices([named(`${coin}usdt.csv`, closes, terms)]);
    await expect(reading).rejects.toThrow(RecordedPricesRefused);
    await expect(reading).rejects.toThrow(message);
  });

  it("takes volumes up to the bound of 24 hours", async () => {
    const closes = Array(2_000).fill(60_000);
    const parts = await readRecordedPrices([named("btcusdt.csv", closes, { volume: 920 })]);
    expect(decodePaths(parts)[0]?.volume).toHaveLength(2_000);
  });

  it("names the file that is refused", async () => {
    const good = named("btcusdt.csv", [60_000, 60_000]);
    const path = join(directory, "absent.csv");
    const hours = written("hours.csv", [60_000, 60_000], { spanMs: HOUR_MS });
    const huge = written("huge.csv", [60_000]);
    truncateSync(huge, 300_000_000);
    const cases = [
      [{ code: "BTC", path }, `${path} cannot be read: it does not exist; check the path given`],
      [{ code: "BTC", path: directory }, `${directory} cannot be read: it is a directory`],
      [{ code: "FOO", path: good.path }, `${good.path}: FOO is no coin of this exchange`],
      [{ code: "BTCUSDT", path: good.path }, `${good.path}: BTCUSDT is no coin`],
      [{ code: undefined, path: hours }, `${hours}: the name begins with no known coin`],
      [{ code: "BTC", path: hours }, `${hours}: candles of BTC have one length`],
      [{ code: "BTC", path: huge }, `${huge}: expected at most 256000000 bytes`],
    ] as const;
    for (const [file, message] of cases) {
      await expect(readRecordedPrices([good, file])).rejects.toThrow(message);
    }
  });
});
