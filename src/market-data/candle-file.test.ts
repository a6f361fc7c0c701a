import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { crc32, deflateRawSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { CandleFileRefused, parseCandleFile } from "./candle-file.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

const MINUTES = "0,10,12,9,11,5\n60000,11,11,10,10.5,2\n180000,10.5,13,10.5,12,1\n";
const HOURS = "20180501 00:00,10,12,9,11,5\n20180501 01:00,11,11,10,10.5,2\n";
const DOLLARS =
  "timestamp,open,high,low,close,volume\n" +
  "2022-01-01 00:00:00.000000,10,12,9,10,500\n2022-01-01 00:01:00.000000,10,11,10,10,20\n";

/** An archive of one file, as small tools write it. */
function zipOf(content: Uint8Array, isDeflated: boolean): Uint8Array {
  const data = isDeflated ? deflateRawSync(content) : content;
  const name = encode("a.csv");
  const local = new DataView(new ArrayBuffer(30));
  local.setUint32(0, 0x04034b50, true);
  local.setUint16(26, name.length, true);
  const entry = new DataView(new ArrayBuffer(46));
  entry.setUint32(0, 0x02014b50, true);
  entry.setUint16(10, isDeflated ? 8 : 0, true);
  entry.setUint32(16, crc32(content), true);
  entry.setUint16(28, name.length, true);
  const end = new DataView(new ArrayBuffer(22));
  end.setUint32(0, 0x06054b50, true);
  end.setUint32(12, 46 + name.length, true);
  end.setUint32(16, 30 + name.length + data.length, true);
  const parts = [new Uint8Array(local.buffer), name, data, new Uint8Array(entry.buffer), name];
  return Buffer.concat([...parts, new Uint8Array(end.buffer)]);
}

describe("parseCandleFile", () => {
  it("reads minutes, and fills gaps with the close before", () => {
    expect(parseCandleFile("btcusdt.csv", encode(MINUTES))).toEqual({
      code: "BTC",
      spanMs: 60_000,
      open: [10, 11, 10.5, 10.5],
      high: [12, 11, 10.5, 13],
      low: [9, 10, 10.5, 10.5],
      close: [11, 10.5, 10.5, 12],
      volume: [5, 2, 0, 1],
    });
  });

  it("reads hours, compressed or not", () => {
    const expected = { code: "ETH", spanMs: 3_600_000, close: [11, 10.5], volume: [5, 2] };
    const plain = encode(HOURS);
    for (const bytes of [plain, gzipSync(plain), zipOf(plain, true), zipOf(plain, false)]) {
      expect(parseCandleFile("hour/ethusdt_trade.zip", bytes)).toMatchObject(expected);
    }
  });

  it("divides volumes in dollars by the close", () => {
    const { spanMs, volume } = parseCandleFile("btc-perp.csv", encode(DOLLARS));
    expect([spanMs, volume]).toEqual([60_000, [50, 2]]);
  });

  it("finds the coin in the name of the file or of a folder", () => {
    for (const [name, code] of [
      ["x/btcusd/20221213_trade.zip", "BTC"],
      ["SOLUSDC.csv", "SOL"],
      ["xrp-perp-2022.csv", "XRP"],
      ["doge_1m.csv", "DOGE"],
    ] as const) {
      expect(parseCandleFile(name, encode(MINUTES)).code).toBe(code);
    }
    for (const name of ["candles.csv", "btceur.csv", "opera.csv"]) {
      expect(() => parseCandleFile(name, encode(MINUTES))).toThrow(/known coin/);
    }
  });

  it.each([
    ["one candle", "0,10,12,9,11,5\n", /at least two/],
    ["days", "20180501 00:00,1,1,1,1,1\n20180502 00:00,1,1,1,1,1\n", /one minute or one hour/],
    ["seconds", "0,1,1,1,1,1\n1000,1,1,1,1,1\n", /one minute or one hour/],
    ["descending times", "60000,1,1,1,1,1\n0,1,1,1,1,1\n", /do not ascend/],
    ["a repeated time", "0,1,1,1,1,1\n60000,1,1,1,1,1\n60000,1,1,1,1,1\n", /do not ascend/],
    ["an infinite price", "0,1,1,1,1,1\n60000,1,1e309,1,1,1\n", /line 2 is no candle/],
    ["an infinite volume", "0,1,1,1,1,1\n60000,1,1,1,1,Infinity\n", /line 2 is no candle/],
    ["a negative volume", "0,1,1,1,1,-1\n60000,1,1,1,1,1\n", /line 1 is no candle/],
    ["a negative price", "0,-1,1,-1,1,1\n60000,1,1,1,1,1\n", /line 1 is no candle/],
    ["irregular times", "0,1,1,1,1,1\n60000,1,1,1,1,1\n150000,1,1,1,1,1\n", /irregular/],
    ["an endless gap", "0,1,1,1,1,1\n60000,1,1,1,1,1\n600000000000,1,1,1,1,1\n", /gaps included/],
    ["quotes", "0,1,1,1,1,1,1,1,1,1,1\n60000,1,1,1,1,1,1,1,1,1,1\n", /line 1 is no candle/],
    ["a low above the close", "0,10,12,9,11,5\n60000,11,11,10,9,2\n", /line 2 is no candle/],
    ["a word for a price", "0,10,12,9,11,5\n60000,11,11,10,x,2\n", /line 2 is no candle/],
    ["an empty volume", "0,10,12,9,11,\n60000,11,11,10,10,2\n", /line 1 is no candle/],
    ["an unknown time", "1 May,1,1,1,1,1\n2 May,1,1,1,1,1\n", /line 1 is no candle/],
  ])("refuses %s", (_, text, message) => {
    expect(() => parseCandleFile("btc.csv", encode(text))).toThrow(CandleFileRefused);
    expect(() => parseCandleFile("btc.csv", encode(text))).toThrow(message);
  });

  it("refuses damaged archives", () => {
    const whole = zipOf(encode(MINUTES), true);
    const damaged = whole.slice();
    damaged.fill(0xff, 36, 60);
    for (const bytes of [whole.slice(0, 60), damaged, gzipSync(encode(MINUTES)).slice(0, 20)]) {
      expect(() => parseCandleFile("btc.zip", bytes)).toThrow(CandleFileRefused);
    }
  });

  const SHARED = resolve(import.meta.dirname, "../../../shared/data");
  const recorded = [
    ["candles-nautilus/btc-perp-20211231-20220201_1m.csv.gz", 60_000, 44_000],
    ["candles-lean/crypto/binance/hour/btcusdt_trade.zip", 3_600_000, 100],
    ["candles-lean/crypto/bybit/minute/btcusdt/20221213_trade.zip", 60_000, 1_400],
    ["candles-lean/cryptofuture/dydx/minute/btcusd/20260101_trade.zip", 60_000, 100],
  ] as const;
  it.skipIf(!existsSync(SHARED)).each(recorded)(
    "reads %s (skipped without ../shared/data)",
    (name, spanMs, rows) => {
      const path = parseCandleFile(name, readFileSync(resolve(SHARED, name)));
      expect([path.code, path.spanMs]).toEqual(["BTC", spanMs]);
      expect(path.close.length).toBeGreaterThan(rows);
    },
  );
});
