import { expect, it } from "vitest";
import { EventScript } from "../../../test/support/event-script.ts";
import type { PositionSide } from "../../core/base/vocabulary.ts";
import { atoms, lots } from "../../core/money/units.ts";
import { SqliteStore } from "../store/sqlite-store.ts";
import { DAILY_DEBTS, DAILY_POSITIONS } from "./day-end-tables.ts";
import { HistoryStore } from "./history-store.ts";
import { RETENTION_DEFAULT } from "./limits.ts";
import { allRows } from "./table-sql.ts";

const DAY_MS = 86_400_000;
const T0 = Date.UTC(2026, 0, 5, 23, 59, 59, 999);
const DAY = Math.floor(T0 / DAY_MS);
const [EXCHANGE, ALICE, BOB] = [0, 2, 3];
const USDT = 1;

function opened(store: SqliteStore): HistoryStore {
  return new HistoryStore(store, { quietUsers: [EXCHANGE], retention: RETENTION_DEFAULT });
}

function positionOf(user: number, positionSide: PositionSide, size: number) {
  const openNotional = atoms(BigInt(size) * 10n);
  return { positionId: 1_024, user, instrument: 4, positionSide, size: lots(size), openNotional };
}

it("keeps the last size of a position on each day, by user and side", () => {
  const store = new SqliteStore(":memory:");
  const history = opened(store);
  const script = new EventScript().command(1, T0);
  script.emit("position_changed", positionOf(BOB, "long", 1));
  script.emit("position_changed", positionOf(ALICE, "long", 2));
  script.emit("position_changed", positionOf(ALICE, "short", 3));
  script.command(2, T0).emit("position_changed", positionOf(ALICE, "long", 4));
  script.command(3, T0 + 1).emit("position_changed", positionOf(ALICE, "long", 5));
  history.apply(script.take());
  const later = new EventScript().command(4, T0 + DAY_MS);
  history.apply(later.emit("position_changed", positionOf(ALICE, "long", 6)).take());
  const rows = allRows(store, DAILY_POSITIONS);
  expect(rows.map((row) => [row.user, row.positionSide, row.day, row.size])).toEqual([
    [ALICE, "long", DAY, 4],
    [ALICE, "long", DAY + 1, 6],
    [ALICE, "short", DAY, 3],
    [BOB, "long", DAY, 1],
  ]);
  expect(rows.map(({ instrument, openNotional }) => [instrument, openNotional])).toEqual([
    [4, 40n],
    [4, 60n],
    [4, 30n],
    [4, 10n],
  ]);
  store.close();
});

it("keeps the last debt of an account on each day, by place and coin", () => {
  const store = new SqliteStore(":memory:");
  const history = opened(store);
  const debtOf = (instrument: number, currency: number, principal: bigint) => {
    const account = { user: ALICE, wallet: "isolated_margin", instrument, currency } as const;
    return { ...account, principal: atoms(principal), interest: atoms(1n) };
  };
  const script = new EventScript().command(1, T0);
  script.emit("loan_borrowed", { ...debtOf(1, USDT, 5n), loanId: 1_024 });
  script.emit("loan_borrowed", { ...debtOf(2, USDT, 6n), loanId: 1_025 });
  script.emit("loan_borrowed", { ...debtOf(2, USDT + 1, 7n), loanId: 1_026 });
  script.command(2, T0).emit("loan_repaid", { ...debtOf(1, USDT, 3n), repayId: 2_048 });
  script.command(3, T0 + 1).emit("loan_repaid", { ...debtOf(1, USDT, 2n), repayId: 3_072 });
  history.apply(script.take());
  const rows = allRows(store, DAILY_DEBTS);
  expect(rows.map((row) => [row.wallet, row.place, row.currency, row.day, row.debt])).toEqual([
    ["isolated_margin", 1, USDT, DAY, 4n],
    ["isolated_margin", 1, USDT, DAY + 1, 3n],
    ["isolated_margin", 2, USDT, DAY, 7n],
    ["isolated_margin", 2, USDT + 1, DAY, 8n],
  ]);
  store.close();
});
