import { describe, expect, it } from "vitest";
import { EventScript } from "../../../test/support/event-script.ts";
import { STORY_SETTINGS } from "../../../test/support/history-fixture.ts";
import { historyRowsAfter } from "../../../test/support/rebuilt-history.ts";
import { ATOMS_MAX, atoms, lots, ticks } from "../../core/money/units.ts";

const START_MS = Date.UTC(2026, 0, 1);
const ALICE = 10;

describe("candles with a turnover beyond 64 bits", () => {
  it("keep the largest amount, and the history goes on", () => {
    const script = new EventScript();
    const values = [ATOMS_MAX - 10n, 5n, 100n, 1n];
    for (const [index, value] of values.entries()) {
      script.command(index + 1, START_MS + index);
      script.emit("order_filled", {
        ...{ user: ALICE, orderId: index + 1, instrument: 0, side: "buy", role: "taker" },
        ...{ price: ticks(5 + index), size: lots(1), value: atoms(value) },
      });
    }
    const settings = { ...STORY_SETTINGS, quietUsers: [ALICE] };
    const rows = historyRowsAfter(":memory:", [script.take()], settings)["candles"];
    expect(rows).toHaveLength(4);
    for (const row of rows ?? []) {
      expect(row).toMatchObject({ open: 5, close: 8, volume: 4, turnover: ATOMS_MAX });
    }
  });
});
