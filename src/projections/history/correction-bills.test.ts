import { beforeEach, describe, expect, it } from "vitest";
import { CoreFixture, only } from "../../../test/support/core-fixture.ts";
import { LINEAR, USD } from "../../../test/support/core-listings.ts";
import { EventBuffer } from "../../core/events/event-buffer.ts";
import type { CoreEvent } from "../../core/events/events.ts";
import { WALLET_INDEX } from "../../core/ledger/ledger.ts";
import { atoms, lots, ticks } from "../../core/money/units.ts";
import { SqliteStore } from "../store/sqlite-store.ts";
import { COUNTER_ACCOUNTS } from "./counter-account-table.ts";
import { instrumentRow } from "./history.ts";
import { HistoryStore } from "./history-store.ts";
import { RETENTION_DEFAULT } from "./limits.ts";
import { allRows } from "./table-sql.ts";
import { BILLS, type BillRow, TRANSFERS } from "./tables.ts";

const WALLET = "usdt_futures";
const EXCHANGE = 0;

let core: CoreFixture;
let store: SqliteStore;
let history: HistoryStore;
let alice: number;
let bob: number;
let carol: number;
let recordedSeq: number;

/** Passes the events of a command to the history and returns them. */
function record(events: readonly CoreEvent[]): readonly CoreEvent[] {
  const buffer = new EventBuffer();
  const { seq, timeMs } = core.state;
  // Commands whose events do not matter here, such as listings, are passed without events.
  while (recordedSeq < seq) {
    recordedSeq += 1;
    buffer.write("command_applied", { seq: recordedSeq, timeMs, command: "tick" });
  }
  for (const event of events) buffer.write(event.kind, event as never);
  history.apply(buffer.copyWords());
  return events;
}

beforeEach(() => {
  recordedSeq = 0;
  core = new CoreFixture({ takerRateE6: 600 });
  store = new SqliteStore(":memory:");
  history = new HistoryStore(store, { quietUsers: [], retention: RETENTION_DEFAULT });
  const { currencies, instruments } = core.state;
  history.listInstruments(instruments.map((one) => instrumentRow(one, currencies)));
  [alice, bob, carol] = ["alice", "bob", "carol"].map((name) => {
    const fields = {
      kind: "create_user",
      accountKind: "classic",
      realm: "live",
      parent: 0,
    } as const;
    record(core.run({ ...fields, name, openOrdersMax: 0 }));
    return core.state.outcome.id;
  }) as [number, number, number];
  for (const [user, amount] of [
    [alice, 1_000_000n],
    [bob, 1_000_000n],
    [carol, 6_000n],
  ] as const) {
    const account = { user, wallet: WALLET, currency: USD } as const;
    record(core.run({ kind: "credit", ...account, amount: atoms(amount) }));
  }
  core.index(1_000);
});

function place(user: number, side: "buy" | "sell", price: number): readonly CoreEvent[] {
  return record(core.place({ user, instrument: LINEAR, side, price, size: 100 }));
}

/** Bills of a kind of a user; all bills of the user lead to the balance of the core. */
function billsOf(user: number, kinds: readonly string[]): BillRow[] {
  const bills = allRows(store, BILLS).filter((bill) => bill.user === user);
  const sum = bills.reduce((total, { amount, fee }) => total + amount - fee, 0n);
  const account = core.state.ledger.find(user, WALLET_INDEX[WALLET], USD);
  expect(sum).toBe(core.state.ledger.balance(account));
  expect(bills.at(-1)?.balance).toBe(sum);
  return bills.filter(({ kind }) => kinds.includes(kind));
}

/** Accounts on the other side of the bills of a kind of a user. */
function otherSides(user: number, kinds: readonly string[]) {
  const ids = billsOf(user, kinds).map(({ id }) => id);
  const rows = allRows(store, COUNTER_ACCOUNTS).filter((row) => row.user === user);
  return rows
    .filter(({ id }) => ids.includes(id))
    .map(({ id: _, part: __, user: ___, ...side }) => side);
}

/** Reasons of the transfers that the history lists of a user. */
function transfersOf(user: number): string[] {
  const rows = allRows(store, TRANSFERS).filter((row) => row.user === user);
  return rows.map(({ reason }) => reason);
}

describe("the bills of a corrected trade", () => {
  it("show both sides the difference and the returned fee, with the id of the trade", () => {
    place(alice, "buy", 1_000);
    const sold = place(bob, "sell", 1_000);
    const tradeId = only(sold, "trade_executed")[0]?.tradeId ?? 0;
    const sides = { buyer: alice, seller: bob, buyerFee: atoms(0n), sellerFee: atoms(60n) };
    const facts = { instrument: LINEAR, tradeId, size: lots(100), fundMax: atoms(0n) };
    const prices = { price: ticks(1_000), fairPrice: ticks(900) };
    record(core.run({ kind: "bust_trade", ...sides, ...facts, ...prices, reference: "" }));
    const kinds = ["trade_correction_in", "trade_correction_out"];
    expect(billsOf(alice, kinds)).toMatchObject([
      { kind: "trade_correction_in", amount: 10_000n, relatedId: tradeId, instrument: LINEAR },
    ]);
    expect(billsOf(bob, kinds)).toMatchObject([
      { kind: "trade_correction_out", amount: -10_000n, relatedId: tradeId },
      { kind: "trade_correction_in", amount: 6n, relatedId: tradeId },
    ]);
    expect([transfersOf(alice), transfersOf(bob)]).toEqual([["credit"], ["credit"]]);
    const between = { wallet: WALLET, place: 0 };
    expect(otherSides(alice, kinds)).toEqual([{ ...between, counterUser: bob, amount: -10_000n }]);
    expect(otherSides(bob, kinds)).toEqual([
      { ...between, counterUser: alice, amount: 10_000n },
      { counterUser: EXCHANGE, wallet: "fees", place: 0, amount: -6n },
    ]);
  });
});

describe("the bill of a refund", () => {
  it("has the id of the liquidation", () => {
    place(bob, "sell", 1_000);
    place(carol, "buy", 1_000);
    core.index(944);
    const events = [0, 1, 2].flatMap(() => record(core.passMs(1_000)));
    const [taken] = only(events, "fund_moved");
    const { amount = atoms(0n), liquidationId = 0 } = taken ?? {};
    expect(amount).toBeGreaterThan(0n);
    const account = { user: carol, wallet: WALLET, currency: USD } as const;
    const terms = { liquidationId, amount, reference: "" };
    record(core.run({ kind: "refund_liquidation", ...account, ...terms }));
    expect(billsOf(carol, ["liquidation_refund"])).toMatchObject([
      { amount, relatedId: liquidationId },
    ]);
    expect(transfersOf(carol)).toEqual(["credit"]);
    expect(otherSides(carol, ["liquidation_refund"])).toEqual([
      { counterUser: EXCHANGE, wallet: "insurance_fund", place: 0, amount: -amount },
    ]);
  });
});

describe("the bill of the surplus of a liquidation", () => {
  it.each([
    ["isolated", [true, LINEAR]],
    ["crossed", [false, 0]],
  ] as const)("names the contract of an %s position", (marginMode, [hasInstrument, instrument]) => {
    const terms = { user: carol, instrument: LINEAR, marginMode };
    record(core.run({ kind: "set_margin_mode", ...terms }));
    place(bob, "sell", 1_000);
    place(carol, "buy", 1_000);
    core.index(944);
    for (let second = 0; second < 3; second += 1) record(core.passMs(1_000));
    const bills = allRows(store, BILLS).filter(({ kind }) => kind === "liquidation_surplus");
    expect(bills).toMatchObject([{ user: carol, hasInstrument, instrument }]);
  });
});
