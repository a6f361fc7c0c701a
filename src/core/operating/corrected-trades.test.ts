import { expect, test } from "vitest";
import { ByteReader, ByteWriter } from "../base/bytes.ts";
import { CORRECTED_TRADES_MAX } from "../base/limits.ts";
import { CorrectedTrades } from "./corrected-trades.ts";

test("a trade that was forgotten counts as corrected, and so does every older one", () => {
  const trades = new CorrectedTrades();
  for (let id = 1; id <= CORRECTED_TRADES_MAX; id++) trades.add(id * 10);
  expect([trades.size, trades.has(15)]).toEqual([CORRECTED_TRADES_MAX, false]);
  trades.add(15);
  expect([trades.size, trades.forgottenMax]).toEqual([CORRECTED_TRADES_MAX, 10]);
  expect([5, 10, 15, 20, 25].map((id) => trades.has(id))).toEqual([true, true, true, true, false]);
  trades.add(1_000_000);
  expect([trades.forgottenMax, trades.has(12)]).toEqual([15, true]);
});

test("a restored list refuses what the old one refuses", () => {
  const trades = new CorrectedTrades();
  for (let id = 1; id <= CORRECTED_TRADES_MAX + 1; id++) trades.add(id * 10);
  const out = new ByteWriter(64);
  trades.write(out);
  const restored = new CorrectedTrades();
  restored.read(new ByteReader(out.bytes()));
  expect(restored.ids()).toEqual(trades.ids());
  expect(restored.forgottenMax).toBe(10);
});
