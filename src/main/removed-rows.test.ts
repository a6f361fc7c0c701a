/** Rows of users that leave the history because of their age are reported once. */
import { rmSync } from "node:fs";
import { afterAll, expect, it } from "vitest";
import { foundedEngine, spotOrder } from "../../test/support/engine-on-disk.ts";
import { eventually } from "../../test/support/eventually.ts";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import type { RemovedRows } from "../projections/history/limits.ts";

const DAY_MS = 86_400_000;
const START_MS = Date.UTC(2026, 0, 5, 21);

const dataDir = temporaryDirectory("removed-rows");
afterAll(() => rmSync(dataDir, { recursive: true }));

it("reports on the first day after the limit how many rows the history lost", async () => {
  let nowMs = START_MS;
  const reported: RemovedRows[] = [];
  const engine = await foundedEngine(dataDir, () => nowMs, {
    keepHistoryMs: 90 * DAY_MS,
    onHistoryRemoved: (removed) => reported.push(removed),
  });
  try {
    const { sequencer, state } = engine;
    const spot = spotOrder(state, { user: "classic", side: "buy", price: 1_000_000, size: 100 });
    const { id } = await sequencer.submitAndWait({ ...spot, timeInForce: "ioc" });
    expect(id).toBeGreaterThan(0);
    nowMs += 90 * DAY_MS;
    await sequencer.submitAndWait({ kind: "tick" });
    await engine.history.flush();
    expect(reported).toEqual([]);
    nowMs += DAY_MS;
    await sequencer.submitAndWait({ kind: "tick" });
    const removed = await eventually("rows are removed", () => reported[0]);
    // The orders and the bills of the founding.
    expect(removed.rows).toBeGreaterThan(1);
    expect(removed.beforeMs).toBe(Date.UTC(2026, 0, 6));
    nowMs += DAY_MS;
    await sequencer.submitAndWait({ kind: "tick" });
    await engine.history.flush();
    expect(reported).toHaveLength(1);
  } finally {
    await engine.stop();
  }
});
