import { beforeEach, describe, expect, it } from "vitest";
import { EventScript } from "../../../test/support/event-script.ts";
import { STORY_INSTRUMENTS } from "../../../test/support/event-story.ts";
import { atoms, lots } from "../../core/money/units.ts";
import { SqliteStore } from "../store/sqlite-store.ts";
import { COUNTER_ACCOUNTS } from "./counter-account-table.ts";
import { counterAccountsOf } from "./counter-accounts.ts";
import { historyReader } from "./history-reader.ts";
import { HistoryStore } from "./history-store.ts";
import { allRows } from "./table-sql.ts";
import { BILLS } from "./tables.ts";

const DAY_MS = 86_400_000;
const T0 = Date.UTC(2026, 0, 5);
const [EXCHANGE, DEMO_EXCHANGE, ALICE, BOB] = [0, 1, 2, 3];
const [USDT, SPOT, FUTURES] = [0, 0, 1];

let store: SqliteStore;
let history: HistoryStore;
let seq: number;

beforeEach(() => {
  store = new SqliteStore(":memory:");
  const retention = { tradesMs: 0, minuteCandlesMs: 0, hourCandlesMs: 0, userRowsMs: DAY_MS };
  history = new HistoryStore(store, { quietUsers: [EXCHANGE, DEMO_EXCHANGE], retention });
  history.listInstruments(STORY_INSTRUMENTS);
  seq = 0;
});

/** Events of the next command. */
function command(timeMs = T0): EventScript {
  seq += 1;
  return new EventScript().command(seq, timeMs);
}

/** Kinds of the bills of a user in a realm, each with the accounts on its other side. */
async function sidesOf(user: number, realm: "live" | "demo" = "live") {
  const bills = allRows(store, BILLS).filter((bill) => bill.user === user);
  const reader = historyReader(async (asked) => history.find(asked));
  const sides = await counterAccountsOf(reader, { user, realm }, bills);
  return bills.map(({ id, kind }) => [
    kind,
    ...(sides.get(id) ?? []).map(
      ({ amount, counterUser, place, wallet }) => `${counterUser} ${wallet} ${place} ${amount}`,
    ),
  ]);
}

describe("the accounts on the other side of bills", () => {
  it("of a sale of coins are the clearing for both coins, and the fees for the fee", async () => {
    const sale = { user: ALICE, instrument: SPOT, side: "sell", orderId: 1_025 } as const;
    const script = command()
      .emit("order_accepted", { ...sale, source: "api" })
      .emit("order_filled", {
        ...{ ...sale, fillId: 1_026, positionSide: "net", size: lots(3), value: atoms(700n) },
        ...{ fee: atoms(7n), feeCurrency: USDT },
      });
    history.apply(script.take());
    expect(await sidesOf(ALICE)).toEqual([
      ["sell", "0 clearing 0 -700", "0 fees 0 7"],
      ["sell", "0 clearing 0 300"],
    ]);
  });

  it("of an internal transfer are the wallets of both users", async () => {
    const script = command().emit("funds_moved", {
      ...{ transferId: 1_024, reason: "internal_transfer", currency: USDT, amount: atoms(9n) },
      ...{ fromUser: ALICE, fromWallet: "spot", toUser: BOB, toWallet: "funding" },
    });
    history.apply(script.take());
    expect(await sidesOf(ALICE)).toEqual([["withdraw", `${BOB} funding 0 9`]]);
    expect(await sidesOf(BOB)).toEqual([["deposit", `${ALICE} spot 0 -9`]]);
  });

  it("name the instrument of an isolated margin account", async () => {
    const script = command().emit("funds_moved", {
      ...{ transferId: 1_024, reason: "transfer", currency: USDT, amount: atoms(9n) },
      ...{ fromUser: ALICE, fromWallet: "spot", toUser: ALICE, toWallet: "isolated_margin" },
      toInstrument: SPOT + 1,
    });
    history.apply(script.take());
    expect(await sidesOf(ALICE)).toEqual([
      ["transfer_out", `${ALICE} isolated_margin 1 9`],
      ["transfer_in", `${ALICE} spot 0 -9`],
    ]);
  });

  it("of the margin of a position are its own account and the futures wallet", async () => {
    const margin = { user: ALICE, instrument: FUTURES, amount: atoms(5n), isAdded: true } as const;
    const script = command()
      .emit("margin_moved", { ...margin, positionSide: "long", reason: "opened" })
      .emit("margin_moved", { ...margin, positionSide: "short", reason: "opened" })
      .emit("funding_paid", {
        ...{ paymentId: 1_030, user: ALICE, instrument: FUTURES, currency: USDT },
        ...{ wallet: "short_margin", amount: atoms(-2n), balance: atoms(3n) },
      });
    history.apply(script.take());
    const own = `${ALICE} usdt_futures 0`;
    expect(await sidesOf(ALICE)).toEqual([
      ["margin_opened", `${ALICE} long_margin 2 5`],
      ["margin_in", `${own} -5`],
      ["margin_opened", `${ALICE} short_margin 2 5`],
      ["margin_in", `${own} -5`],
      ["margin_removed", `${ALICE} short_margin 2 -2`],
      ["funding_out", "0 rounding 0 2"],
      ["margin_out", `${own} 2`],
    ]);
  });

  it("of margin that moves are in the bill next to it, whether or not the page has that", async () => {
    const moved = { user: ALICE, instrument: FUTURES, positionSide: "long" } as const;
    const opened = { ...moved, amount: atoms(5n), reason: "opened" } as const;
    const script = command()
      .emit("margin_moved", { ...opened, isAdded: true })
      .emit("margin_moved", { ...opened, amount: atoms(0n), isAdded: true })
      .emit("margin_moved", { ...moved, amount: atoms(4n), reason: "closed", isAdded: false });
    history.apply(script.take());
    expect(allRows(store, COUNTER_ACCOUNTS)).toEqual([]);
    const bills = allRows(store, BILLS);
    expect(bills.map(({ amount }) => amount)).toEqual([-5n, 5n, 0n, 0n, 4n, -4n]);
    const reader = historyReader(async (asked) => history.find(asked));
    const found: string[] = [];
    for (const { id } of bills) {
      const { rows } = await reader.counterAccounts({ user: ALICE, billIds: [id] });
      found.push(...rows.map(({ amount, place, wallet }) => `${wallet} ${place} ${amount}`));
    }
    const margin = `long_margin ${FUTURES + 1}`;
    expect(found).toEqual([
      ...[`${margin} 5`, "usdt_futures 0 -5"],
      ...[`${margin} -4`, "usdt_futures 0 4"],
    ]);
  });

  it("of a repayment are the interest income and the lending pool of the user's realm", async () => {
    const account = { user: ALICE, wallet: "crossed_margin", currency: USDT } as const;
    const script = command()
      .emit("user_created", { user: ALICE, accountKind: "classic", realm: "demo" })
      .emit("loan_repaid", {
        ...{ ...account, repayId: 1_025, interestPart: atoms(2n), principalPart: atoms(40n) },
      });
    history.apply(script.take());
    expect(await sidesOf(ALICE, "demo")).toEqual([
      ["repay", `${DEMO_EXCHANGE} interest_income 0 2`, `${DEMO_EXCHANGE} lending_pool 0 40`],
    ]);
  });

  it("are none where a bill repeats what another movement did to a debt", async () => {
    const debt = { changeId: 1_025, user: ALICE, currency: USDT, isBorrowed: true } as const;
    history.apply(
      command()
        .emit("debt_changed", { ...debt, amount: atoms(8n) })
        .take(),
    );
    expect(await sidesOf(ALICE)).toEqual([["borrow"]]);
  });

  it("are deleted with their bills", async () => {
    const credit = { reason: "credit", currency: USDT, fromUser: EXCHANGE, toUser: ALICE } as const;
    const credited = (timeMs: number): Float64Array => {
      const script = command(timeMs);
      return script
        .emit("funds_moved", { ...credit, transferId: seq * 1_024, amount: atoms(1n) })
        .take();
    };
    for (const day of [0, 1, 4]) history.apply(credited(T0 + day * DAY_MS));
    const [bills, others] = [allRows(store, BILLS), allRows(store, COUNTER_ACCOUNTS)];
    expect(bills.length).toBeLessThan(3);
    expect(others.map(({ id }) => id)).toEqual(bills.map(({ id }) => id));
  });
});
