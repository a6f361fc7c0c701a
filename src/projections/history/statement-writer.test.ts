import { beforeEach, expect, it } from "vitest";
import { EventScript } from "../../../test/support/event-script.ts";
import { atoms } from "../../core/money/units.ts";
import { SqliteStore } from "../store/sqlite-store.ts";
import { HistoryStore } from "./history-store.ts";
import { RETENTION_DEFAULT } from "./limits.ts";
import { DAILY_BALANCES, DAILY_MOVEMENTS } from "./statement-tables.ts";
import { allRows } from "./table-sql.ts";

const T0 = Date.UTC(2026, 0, 5, 23, 59, 59, 999);
const DAY = Math.floor(T0 / 86_400_000);
const [EXCHANGE, ALICE, AGENT] = [0, 2, 3];
const USDT = 1;
const HALF = 2n ** 62n;

let store: SqliteStore;
let seq: number;

function opened(): HistoryStore {
  const retention = RETENTION_DEFAULT;
  return new HistoryStore(store, { quietUsers: [EXCHANGE, AGENT], retention });
}

/** Alice is credited an amount in a command of its own, or debited one below zero. */
function move(script: EventScript, amount: bigint, timeMs = T0): EventScript {
  const outside = { user: EXCHANGE, wallet: "outside_world" } as const;
  const alice = { user: ALICE, wallet: "spot" } as const;
  const [from, to] = amount > 0n ? [outside, alice] : [alice, outside];
  seq += 1;
  return script.command(seq, timeMs).emit("funds_moved", {
    ...{ transferId: seq * 1_024, reason: amount > 0n ? "credit" : "debit", currency: USDT },
    ...{ fromUser: from.user, fromWallet: from.wallet, toUser: to.user, toWallet: to.wallet },
    amount: atoms(amount > 0n ? amount : -amount),
  });
}

beforeEach(() => {
  store = new SqliteStore(":memory:");
  seq = 0;
});

it("continues a sum that leaves 64 bits in a further row", () => {
  const script = new EventScript();
  for (const amount of [HALF, -HALF, HALF, -HALF, 5n]) move(script, amount);
  opened().apply(script.take());
  const rows = allRows(store, DAILY_MOVEMENTS).filter(({ user }) => user === ALICE);
  expect(rows.map(({ amount, kind, movements, part }) => [kind, part, movements, amount])).toEqual([
    ["deposit", 0, 1, HALF],
    ["deposit", 1, 2, HALF + 5n],
    ["withdraw", 0, 2, -2n * HALF],
  ]);
  expect(allRows(store, DAILY_BALANCES)).toEqual([
    { user: EXCHANGE, wallet: "outside_world", currency: USDT, day: DAY, closing: -5n },
    { user: ALICE, wallet: "spot", currency: USDT, day: DAY, closing: 5n },
  ]);
});

it("continues the sums of a day after a restart, and begins new ones at midnight", () => {
  opened().apply(move(new EventScript(), 7n).take());
  const script = move(new EventScript(), 3n);
  opened().apply(move(script, -4n, T0 + 1).take());
  const rows = allRows(store, DAILY_MOVEMENTS).filter(({ user }) => user === ALICE);
  expect(rows.map(({ amount, day, kind, movements }) => [day, kind, movements, amount])).toEqual([
    [DAY, "deposit", 2, 10n],
    [DAY + 1, "withdraw", 1, -4n],
  ]);
  const balances = allRows(store, DAILY_BALANCES).filter(({ user }) => user === ALICE);
  expect(balances.map(({ closing, day }) => [day, closing])).toEqual([
    [DAY, 10n],
    [DAY + 1, 6n],
  ]);
});

it("sums the wallets of all agents of the market to one of the exchange", () => {
  const script = new EventScript().command(1, T0).emit("funds_moved", {
    ...{ transferId: 1_024, reason: "credit", currency: USDT, amount: atoms(9n) },
    ...{ fromUser: EXCHANGE, fromWallet: "outside_world", toUser: AGENT, toWallet: "unified" },
  });
  opened().apply(script.take());
  const rows = allRows(store, DAILY_MOVEMENTS);
  expect(rows.map(({ amount, kind, user, wallet }) => [user, wallet, kind, amount])).toEqual([
    [EXCHANGE, "outside_world", "credit", -9n],
    [EXCHANGE, "market_agents", "credit", 9n],
  ]);
});
