import { expect, it } from "vitest";
import { PATH_PART_BYTES_MAX } from "../core/base/limits.ts";
import { decodePaths, encodePath } from "./path-bytes.ts";
import type { RealPath } from "./real-path.ts";

function pathOf(code: string, count: number): RealPath {
  const column = (offset: number): number[] =>
    Array.from({ length: count }, (_, index) => index / 7 + offset);
  const prices = { open: column(1), high: column(3), low: column(0.1), close: column(2) };
  return { code, spanMs: 60_000, ...prices, volume: column(0) };
}

it("gives back what was recorded of each coin, whatever the number of parts", () => {
  const paths = [pathOf("BTC", 1_300), pathOf("ETH", 1), pathOf("SOL", 400)];
  const parts = paths.flatMap(encodePath);
  expect(parts.map(({ code }) => code)).toEqual(["BTC", "BTC", "BTC", "BTC", "ETH", "SOL"]);
  for (const { bytes } of parts) expect(bytes.length).toBeLessThanOrEqual(PATH_PART_BYTES_MAX);
  expect(decodePaths(parts)).toEqual(paths);
});

it("joins the files of a coin in their order", () => {
  const [first, second] = [pathOf("BTC", 3), pathOf("BTC", 2)];
  const [joined] = decodePaths([...encodePath(first), ...encodePath(second)]);
  expect(joined?.close).toEqual([...first.close, ...second.close]);
});

it.each([
  ["cut off", (bytes: Uint8Array) => bytes.slice(0, -1)],
  ["too long", (bytes: Uint8Array) => Uint8Array.of(...bytes, 0)],
  ["empty", () => new Uint8Array(0)],
  ["of other numbers", (bytes: Uint8Array) => bytes.map((byte, at) => (at > 8 ? 255 : byte))],
])("leaves out a coin with a part that is %s", (_, spoil) => {
  const [whole, spoilt] = [encodePath(pathOf("BTC", 3)), encodePath(pathOf("ETH", 3))];
  const parts = spoilt.map((part) => ({ ...part, bytes: spoil(part.bytes) }));
  expect(decodePaths([...parts, ...whole]).map(({ code }) => code)).toEqual(["BTC"]);
});

it("leaves out a coin whose candles have different spans, or one that no past has", () => {
  const [part] = encodePath(pathOf("BTC", 3));
  if (part === undefined) throw new Error("a path has a part");
  expect(decodePaths([part, { ...part, spanMs: 3_600_000 }])).toEqual([]);
  expect(decodePaths([{ ...part, spanMs: 1_000 }])).toEqual([]);
});
