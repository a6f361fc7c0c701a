import { beforeAll, expect, it } from "vitest";
import { joinedBlocks } from "../../../test/support/rebuilt-history.ts";
import { FIRST_ROW, positionAt } from "../../core/base/position-handle.ts";
import { SIDES } from "../../core/base/vocabulary.ts";
import type { Command, CommandDraft } from "../../core/commands/commands.ts";
import { EventBuffer } from "../../core/events/event-buffer.ts";
import { apply } from "../../core/exchange.ts";
import { WALLET_INDEX } from "../../core/ledger/ledger.ts";
import { atoms, lots, type Seq, type TimeMs, ticks } from "../../core/money/units.ts";
import { createState } from "../../core/state.ts";
import { SqliteStore } from "../store/sqlite-store.ts";
import { instrumentRow } from "./history.ts";
import { HISTORY_TABLES } from "./history-schema.ts";
import { HistoryStore } from "./history-store.ts";
import { RETENTION_DEFAULT } from "./limits.ts";
import { MARKET_SAMPLES, type MarketSampleRow } from "./statistics-tables.ts";
import { allRows } from "./table-sql.ts";
import { BILLS, type BillRow, ORDERS } from "./tables.ts";

const MARGIN_KINDS = [
  "margin_opened",
  "margin_closed",
  "margin_added",
  "margin_removed",
  "margin_leverage_added",
  "margin_in",
  "margin_out",
] as const;

const COIN = 100_000_000n;
const [USDT, BTC, USD] = [0, 1, 2];
const CLASSIC = [2, 4];
const USERS = [2, 3, 4, 5];
const LISTINGS = [
  { category: "spot", quote: USDT, settle: USDT, isInverse: false, priceDecimals: 2 },
  { category: "usdt_futures", quote: USDT, settle: USDT, isInverse: false, priceDecimals: 1 },
  { category: "coin_futures", quote: USD, settle: BTC, isInverse: true, priceDecimals: 1 },
] as const;

const state = createState();
const batches: Float64Array[] = [];

/** The core with four users who trade at random in three instruments. */
class Trading {
  readonly #events = new EventBuffer();
  #random = 2_024;
  #timeMs = Date.UTC(2026, 0, 1);

  pick(below: number): number {
    this.#random = (Math.imul(this.#random, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#random / 2 ** 32) * below);
  }

  apply(command: CommandDraft): void {
    this.#timeMs += this.pick(4_000);
    const stamp = { seq: (state.seq + 1) as Seq, timeMs: this.#timeMs as TimeMs };
    apply(state, { ...command, ...stamp } as Command, this.#events);
    if (this.pick(5) > 0) return;
    this.take();
  }

  take(): void {
    batches.push(this.#events.copyWords());
    this.#events.clear();
  }

  open(): void {
    for (const code of ["USDT", "BTC", "USD"]) {
      this.apply({ kind: "list_currency", code, decimals: 8, isPractice: false });
    }
    for (const listing of LISTINGS) {
      const isSpot = listing.category === "spot";
      this.apply({
        ...{ kind: "list_instrument", symbol: "BTC", realm: "live", base: BTC, ...listing },
        ...{ tickStep: 1, sizeDecimals: listing.isInverse ? 0 : 4, lotStep: 1 },
        ...{ sizeLotsMin: lots(1), sizeLotsMax: lots(1_000_000) },
        ...{ sizeLotsMarketMax: lots(1_000_000), valueMin: atoms(1n) },
        ...{ makerRateE6: 200, takerRateE6: 600 },
        ...{ buyLimitRatioE6: 500_000, sellLimitRatioE6: 500_000 },
        ...{ leverageMin: isSpot ? 0 : 1, leverageMax: isSpot ? 0 : 100 },
        fundingIntervalHours: isSpot ? 0 : 8,
      });
    }
    for (const user of USERS) {
      const accountKind = CLASSIC.includes(user) ? "classic" : "unified";
      const person = { name: `user ${user}`, openOrdersMax: 200, parent: 0 } as const;
      this.apply({ kind: "create_user", accountKind, realm: "live", ...person });
      const wallets =
        accountKind === "unified"
          ? (["unified"] as const)
          : (["spot", "usdt_futures", "coin_futures"] as const);
      for (const wallet of wallets) {
        for (const currency of [USDT, BTC]) {
          const amount = atoms((currency === USDT ? 1_000_000n : 100n) * COIN);
          this.apply({ kind: "credit", user, wallet, currency, amount });
        }
      }
    }
    for (const instrument of [1, 2]) {
      const marginMode = "isolated";
      this.apply({ kind: "set_margin_mode", user: CLASSIC[0] ?? 2, instrument, marginMode });
    }
    const prices = [5_000_000, 500_000, 500_000];
    this.apply({ kind: "set_index_prices", instruments: [0, 1, 2], prices });
  }

  trade(): void {
    const instrument = this.pick(3);
    const user = USERS[this.pick(USERS.length)] ?? 2;
    const middle = instrument === 0 ? 5_000_000 : 500_000;
    const chance = this.pick(20);
    if (chance === 0) {
      const category = LISTINGS[instrument]?.category ?? "spot";
      this.apply({ kind: "cancel_orders", user, category, instrument: 0 });
    } else if (chance === 1) {
      this.apply({ kind: "tick" });
    } else if (chance === 2 && CLASSIC.includes(user)) {
      const between = { fromWallet: "spot", toWallet: "usdt_futures" } as const;
      const amount = atoms(BigInt(1 + this.pick(1_000)));
      const users = { fromUser: user, toUser: user };
      this.apply({
        ...{ kind: "transfer", ...users, ...between, currency: USDT, amount },
        ...{ clientTransferId: "", fromInstrument: 0, toInstrument: 0, mayBorrow: false },
      });
    } else if (chance === 4 && instrument > 0) {
      const isMore = this.pick(2) === 0;
      const amount = atoms((isMore ? 3n : -1n) * BigInt(1 + this.pick(1_000)));
      const row = { user: CLASSIC[0] ?? 2, instrument, positionSide: "net" } as const;
      this.apply({ kind: "adjust_margin", ...row, amount });
      this.apply({ kind: "set_leverage", ...row, leverage: 5 + this.pick(30) });
    } else if (chance === 3) {
      const category = "usdt_futures";
      const narrow = { instrument: 0, positionSide: "net", source: "api" } as const;
      this.apply({ kind: "close_positions", user, category, ...narrow });
    } else {
      this.apply({
        ...{ kind: "place_order", user, instrument, side: SIDES[this.pick(2)] ?? "buy" },
        ...{ orderType: "limit", timeInForce: this.pick(4) === 0 ? "ioc" : "gtc" },
        ...{ positionSide: "net", reduceOnly: false, stpMode: "none", quoteAmount: atoms(0n) },
        ...{ price: ticks(Math.floor(middle * (0.99 + this.pick(2_000) / 100_000))) },
        ...{ size: lots(1 + this.pick(500)), clientOrderId: "", source: "api" },
        ...{ exits: undefined, margin: undefined, opening: undefined },
      });
    }
  }
}

function historyAfter(blocks: readonly Float64Array[]): SqliteStore {
  const store = new SqliteStore(":memory:");
  const retention = RETENTION_DEFAULT;
  const history = new HistoryStore(store, { quietUsers: [], retention });
  const { instruments, currencies } = state;
  history.listInstruments(instruments.map((one) => instrumentRow(one, currencies)));
  for (const words of blocks) history.apply(words);
  expect(history.appliedSeq).toBe(state.seq);
  return store;
}

let store: SqliteStore;
beforeAll(() => {
  const trading = new Trading();
  trading.open();
  for (let i = 0; i < 4_000; i++) trading.trade();
  trading.take();
  store = historyAfter(batches);
});

it("the bills of each balance of the real core lead from zero to that balance", () => {
  const last = new Map<string, BillRow>();
  const kinds = new Set<string>();
  for (const bill of allRows(store, BILLS)) {
    const isIsolated = bill.wallet === "long_margin" || bill.wallet === "short_margin";
    const place = isIsolated ? bill.instrument + 1 : 0;
    const key = `${bill.user}/${bill.wallet}/${bill.currency}/${place}`;
    const before = last.get(key)?.balance ?? 0n;
    const change = { ...bill, balance: before + bill.amount - bill.fee };
    expect(bill).toEqual(change);
    last.set(key, bill);
    kinds.add(`${bill.kind} ${bill.instrument}`);
  }
  expect(kinds.size).toBeGreaterThanOrEqual(9);
  for (const kind of MARGIN_KINDS) expect([...kinds].join()).toContain(kind);
  for (const [key, { user, wallet, currency, balance }] of last) {
    const place = Number(key.split("/").at(-1));
    const account = state.ledger.find(user, WALLET_INDEX[wallet], currency, place);
    expect(balance).toBe(state.ledger.balance(account));
  }
});

it("the orders that are open in the history are those that rest in the real core", () => {
  const rows = allRows(store, ORDERS);
  const open = rows.filter(({ status }) => status === "live" || status === "partially_filled");
  expect(open.length).toBeGreaterThan(10);
  const resting = new Set<number>();
  for (let slot = 1; slot < state.orders.end; slot++) {
    if (state.orders.id(slot) !== 0) resting.add(state.orders.id(slot));
  }
  expect(new Set(open.map(({ id }) => id))).toEqual(resting);
  for (const { id, filled, filledNotional } of open) {
    const slot = state.orders.find(id);
    expect(filled).toBe(state.orders.filled(slot));
    expect(filledNotional).toBe(state.orders.totals.filledNotional(slot));
  }
  expect(rows.some(({ status }) => status === "filled")).toBe(true);
  for (const { filled, remaining, size } of rows) expect(filled + remaining).toBe(size);
});

it("the accounts of each side in the newest sample are those of the real core", () => {
  const newest = new Map<number, MarketSampleRow>();
  for (const row of allRows(store, MARKET_SAMPLES)) newest.set(row.instrument, row);
  const held = new Map([1, 2].map((instrument) => [instrument, { long: 0, short: 0 }]));
  for (let row = FIRST_ROW; row < state.positions.end; row++) {
    const sides = held.get(state.positions.instrument.get(row));
    if (sides === undefined) continue;
    if (state.positions.size.get(positionAt(row, 0)) > 0) sides.long += 1;
    if (state.positions.size.get(positionAt(row, 1)) > 0) sides.short += 1;
  }
  for (const [instrument, { long, short }] of held) {
    expect(long).toBeGreaterThan(0);
    expect(newest.get(instrument)).toMatchObject({ longAccounts: long, shortAccounts: short });
  }
});

it("a history of the real core that is built again in one block has the same rows", () => {
  const again = historyAfter([joinedBlocks(batches)]);
  for (const table of HISTORY_TABLES) {
    expect(allRows(again, table), table.name).toEqual(allRows(store, table));
  }
});
