import { describe, expect, it } from "vitest";
import { CLOSE_REASONS } from "../../core/base/vocabulary.ts";
import type { Instrument } from "../../core/instruments/instrument.ts";
import { ticks, ZERO_ATOMS } from "../../core/money/units.ts";
import type { LiquidationRow } from "../../projections/history/liquidation-record-tables.ts";
import {
  type ClosedOrder,
  NO_LIQUIDATIONS,
} from "../../projections/history/liquidations-behind.ts";
import type { UnwindRow } from "../../projections/history/tables.ts";
import { wireId } from "../../wire/ids.ts";
import { closeOf } from "./close-causes.ts";

const AT_MS = 5_000;
const INSTRUMENT = { index: 3, settle: 1, category: "usdt_futures" } as Instrument;

const ORDER: ClosedOrder = {
  ...({ instrument: 3, backing: "default", closeReason: "user_cancelled" } as const),
  ...({ closedBy: "cancel_order", closedSeq: 9, updatedAtMs: AT_MS } as const),
};
const LIQUIDATED: ClosedOrder = { ...ORDER, closeReason: "liquidation", closedBy: "tick" };

const LIQUIDATION: LiquidationRow = {
  ...{ user: 5, id: 70, scope: "crossed", wallet: "usdt_futures", currency: 1, instrument: 0 },
  ...{ positionSide: "net", mark: ticks(0), equity: ZERO_ATOMS, maintenance: ZERO_ATOMS },
  ...{ state: "closed", endEquity: ZERO_ATOMS, endMaintenance: ZERO_ATOMS },
  ...{ createdAtMs: 4_000, endedAtMs: 6_000 },
};
const UNWIND: UnwindRow = {
  ...{ user: 5, id: 80, wallet: "isolated_margin", place: 4, currency: 1, isForced: true },
  ...{ riskE6: 1_000_000, assets: ZERO_ATOMS, debts: ZERO_ATOMS, fee: ZERO_ATOMS },
  ...{ state: "open", createdAtMs: 4_000, endedAtMs: 0 },
};

function liquidationIdOf(changes: Partial<LiquidationRow>): string {
  const positions = [{ ...LIQUIDATION, ...changes }];
  return closeOf(LIQUIDATED, INSTRUMENT, { positions, accounts: [] }).liquidationId;
}

describe("the cause of an order's end", () => {
  it.each(CLOSE_REASONS)("is a sentence for the reason %s", (closeReason) => {
    const close = closeOf({ ...ORDER, closeReason }, INSTRUMENT, NO_LIQUIDATIONS);
    expect(close).toMatchObject({ reason: closeReason, seq: 9, command: "cancel_order" });
    expect(close.words).toMatch(/^[A-Z].*\.$/);
  });

  it("tells the user's cancellation from a countdown, and a freeze from a cancellation", () => {
    const own = closeOf(ORDER, INSTRUMENT, NO_LIQUIDATIONS);
    const timed = closeOf({ ...ORDER, closedBy: "tick" }, INSTRUMENT, NO_LIQUIDATIONS);
    expect([own.by, timed.by]).toEqual(["user", "exchange"]);
    const byOperator = { ...ORDER, closeReason: "operator_cancelled" } as const;
    const words = (["cancel_all_of_user", "set_user_freezes"] as const).map(
      (closedBy) => closeOf({ ...byOperator, closedBy }, INSTRUMENT, NO_LIQUIDATIONS).words,
    );
    expect(words[0]).not.toBe(words[1]);
  });

  it("names no command where none is recorded", () => {
    const unrecorded = { ...ORDER, closedBy: "none", closedSeq: 0 } as const;
    const close = closeOf(unrecorded, INSTRUMENT, NO_LIQUIDATIONS);
    expect(close).toMatchObject({ command: "", seq: 0, liquidationId: "" });
  });
});

describe("the liquidation behind an order's end", () => {
  it("is one of its account that was running then", () => {
    expect(liquidationIdOf({})).toBe(wireId(70));
    expect(liquidationIdOf({ state: "open", endedAtMs: 0 })).toBe(wireId(70));
    expect(liquidationIdOf({ scope: "unified", currency: 0 })).toBe(wireId(70));
    expect(liquidationIdOf({ endedAtMs: AT_MS - 1 })).toBe("");
    expect(liquidationIdOf({ createdAtMs: AT_MS + 1 })).toBe("");
    expect(liquidationIdOf({ currency: 2 })).toBe("");
  });

  it("is that of the same instrument for an isolated position", () => {
    expect(liquidationIdOf({ scope: "isolated", instrument: 4 })).toBe(wireId(70));
    expect(liquidationIdOf({ scope: "isolated", instrument: 5 })).toBe("");
  });

  it("is the sale of collateral for an order on margin, forced or by the user", () => {
    const order: ClosedOrder = { ...LIQUIDATED, backing: "isolated_margin" };
    const closeBy = (changes: Partial<UnwindRow>) =>
      closeOf(order, INSTRUMENT, {
        ...{ positions: [LIQUIDATION], accounts: [{ ...UNWIND, ...changes }] },
      });
    expect(closeBy({})).toMatchObject({ by: "exchange", liquidationId: wireId(80) });
    expect(closeBy({ isForced: false })).toMatchObject({ by: "user", liquidationId: wireId(80) });
    expect(closeBy({ place: 5 }).liquidationId).toBe("");
    expect(closeBy({ wallet: "crossed_margin", place: 0 }).liquidationId).toBe("");
  });

  it("is looked for only when a liquidation is the reason", () => {
    const close = closeOf(ORDER, INSTRUMENT, { positions: [LIQUIDATION], accounts: [UNWIND] });
    expect(close.liquidationId).toBe("");
  });
});
