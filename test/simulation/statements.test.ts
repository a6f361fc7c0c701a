import { beforeAll, describe, expect, it } from "vitest";
import { assert } from "../../src/core/base/assert.ts";
import { WALLETS } from "../../src/core/base/vocabulary.ts";
import { WALLET_TRAITS } from "../../src/core/base/word-traits.ts";
import { instrumentRow } from "../../src/projections/history/history.ts";
import { HistoryStore } from "../../src/projections/history/history-store.ts";
import { houseSidesOf } from "../../src/projections/history/house-sides.ts";
import { RETENTION_DEFAULT, type Retention } from "../../src/projections/history/limits.ts";
import {
  DAILY_BALANCES,
  DAILY_MOVEMENTS,
  type DailyMovementRow,
  MOVEMENT_KINDS,
} from "../../src/projections/history/statement-tables.ts";
import { allRows } from "../../src/projections/history/table-sql.ts";
import { BILL_KINDS, BILLS, type BillRow } from "../../src/projections/history/tables.ts";
import { SqliteStore } from "../../src/projections/store/sqlite-store.ts";
import { joinedBlocks } from "../support/rebuilt-history.ts";
import {
  differencesToStatements,
  type FacedBill,
  facedBills,
  unansweredMovements,
  unbalancedBills,
} from "./counter-account-checks.ts";
import { addHousePairs } from "./house-pairs.ts";
import { accountName, type LivedDays, liveManyDays } from "./lived-days.ts";
import { Random } from "./random.ts";
import { ADDED_PROFILES, TURN_PROFILES } from "./workload/profiles.ts";

const COMMANDS = 1_200;
const SAMPLES = 1_000;
const DAY_MS = 86_400_000;
const EXCHANGE = [0, 1];
/** A person of every profile who plays an agent of the market in every second life. */
const AGENT = 3;

/** Kinds that lives of this size may miss; their rows are written as those of other fills are. */
const RARE: readonly string[] = [
  ...["force_buy", "force_sell", "force_close_long", "force_close_short"],
  ...["burst_buy", "burst_sell", "burst_close_long", "burst_close_short"],
  ...["offset_close_long", "offset_close_short", "internal_transfer", "fund_backstop"],
];

type Books = { readonly lived: LivedDays; readonly store: SqliteStore; readonly agents: number[] };

function written(
  { blocks, state }: LivedDays,
  agents: readonly number[],
  retention: Retention = RETENTION_DEFAULT,
): SqliteStore {
  const store = new SqliteStore(":memory:");
  const history = new HistoryStore(store, { quietUsers: [...EXCHANGE, ...agents], retention });
  const { currencies, generatedMarket, instruments } = state;
  history.listInstruments(instruments.map((one) => instrumentRow(one, currencies)));
  if (generatedMarket.paths.length > 0) history.importPaths(generatedMarket.paths);
  for (const words of blocks) history.apply(words);
  return store;
}

/** Two lives of each profile; those of added profiles come last and leave the others as they are. */
const PROFILES = [...TURN_PROFILES, ...TURN_PROFILES, ...ADDED_PROFILES, ...ADDED_PROFILES];
/** With lives that are added because random ones have missed a kind of movement. */
const LIVES_MAX = 2 * PROFILES.length;

function kindsIn(lives: readonly Books[], table: typeof DAILY_MOVEMENTS | typeof BILLS) {
  const rows = lives.flatMap(({ store }) => allRows(store, table as typeof BILLS));
  return new Set<string>(rows.map(({ kind }) => kind));
}

/** Whether the lives have every kind that is not rare, also those in which all users have rows. */
function haveAllKinds(lives: readonly Books[]): boolean {
  const moved = kindsIn(lives, DAILY_MOVEMENTS);
  const billed = kindsIn(
    lives.filter(({ agents }) => agents.length === 0),
    BILLS,
  );
  const isIn = (kinds: ReadonlySet<string>) => (kind: string) =>
    kinds.has(kind) || RARE.includes(kind);
  return MOVEMENT_KINDS.every(isIn(moved)) && BILL_KINDS.every(isIn(billed));
}

function liveAll(): readonly Books[] {
  const lives: Books[] = [];
  while (lives.length < PROFILES.length || (lives.length < LIVES_MAX && !haveAllKinds(lives))) {
    const index = lives.length;
    const profile = PROFILES[index % PROFILES.length];
    assert(profile !== undefined, "the remainder is an index");
    const lived = liveManyDays(9_200 + index, profile, COMMANDS);
    const agents = index % 2 === 0 ? [] : [AGENT];
    lives.push({ lived, agents, store: written(lived, agents) });
  }
  return lives;
}

const LIVES = liveAll();

/** Balance of every account at the end of a day, by the statements. */
function closingsAt(store: SqliteStore, day: number): Map<string, bigint> {
  const closings = new Map<string, bigint>();
  for (const row of allRows(store, DAILY_BALANCES)) {
    if (row.day > day) continue;
    closings.set(accountName(row.user, row.wallet, row.currency), row.closing);
  }
  return closings;
}

type Sums = Record<string, { movements: number; amount: bigint; fee: bigint }>;

function addTo(sums: Sums, key: string, row: { amount: bigint; fee: bigint }, movements: number) {
  const sum = sums[key] ?? { movements: 0, amount: 0n, fee: 0n };
  const { amount, fee } = row;
  const next = { amount: sum.amount + amount, fee: sum.fee + fee };
  sums[key] = { movements: sum.movements + movements, ...next };
}

/** Bills of a unified account's debt, which repeat what another movement did. */
function isMemo({ kind, wallet }: BillRow): boolean {
  return wallet === "unified" && (kind === "borrow" || kind === "repay");
}

function sumsOfBills(bills: readonly BillRow[]): Sums {
  const sums: Sums = {};
  for (const bill of bills) {
    if (isMemo(bill)) continue;
    addTo(sums, `${bill.wallet} ${bill.currency} ${bill.kind}`, bill, 1);
  }
  return sums;
}

function sumsOfStatement(rows: readonly DailyMovementRow[]): Sums {
  const sums: Sums = {};
  for (const row of rows) {
    const traits = row.wallet === "market_agents" ? undefined : WALLET_TRAITS[row.wallet];
    if (traits?.owner === "withdrawal" || traits?.owner === "pledge") continue;
    addTo(sums, `${row.wallet} ${row.currency} ${row.kind}`, row, row.movements);
  }
  return sums;
}

/** Rows by `user/day`. */
function byUserAndDay<R extends { user: number }>(rows: readonly R[], dayOf: (row: R) => number) {
  const groups = new Map<string, R[]>();
  for (const row of rows) {
    const key = `${row.user}/${dayOf(row)}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return groups;
}

describe("daily statements of random lives", () => {
  it(`equal the bills of the user and day in ${SAMPLES} samples`, () => {
    const samples = LIVES.flatMap(({ store }) => {
      const bills = byUserAndDay(allRows(store, BILLS), (row) =>
        Math.floor(row.createdAtMs / DAY_MS),
      );
      const statements = byUserAndDay(allRows(store, DAILY_MOVEMENTS), ({ day }) => day);
      const keys = new Set([...bills.keys(), ...statements.keys()]);
      return [...keys]
        .filter((key) => !EXCHANGE.includes(Number(key.split("/")[0])))
        .map((key) => ({ bills: bills.get(key) ?? [], rows: statements.get(key) ?? [] }));
    });
    expect(samples.length).toBeGreaterThan(SAMPLES);
    const random = new Random(1);
    for (let left = SAMPLES; left > 0; left--) {
      const [sample] = samples.splice(random.below(samples.length), 1);
      expect(sumsOfStatement(sample?.rows ?? [])).toEqual(sumsOfBills(sample?.bills ?? []));
    }
  });

  it("close every account of users and of the exchange at its balance in the core", () => {
    for (const { agents, lived, store } of LIVES) {
      expect(lived.closings.size).toBeGreaterThan(3);
      for (const [day, balances] of lived.closings) {
        const expected = new Map<string, bigint>();
        for (const [name, balance] of balances) {
          const [user = "", , currency = ""] = name.split("/");
          const isAgent = agents.includes(Number(user));
          // The agent of these lives trades in the live realm.
          const key = isAgent ? accountName(0, "market_agents", Number(currency)) : name;
          expected.set(key, (expected.get(key) ?? 0n) + balance);
        }
        const closings = closingsAt(store, day);
        for (const key of new Set([...closings.keys(), ...expected.keys()])) {
          const found = closings.get(key) ?? 0n;
          expect(`day ${day}, ${key}: ${found}`).toBe(
            `day ${day}, ${key}: ${expected.get(key) ?? 0n}`,
          );
        }
      }
    }
  });

  it("lead from the closing of one day to that of the next", () => {
    for (const { store } of LIVES) {
      const moved = new Map<string, bigint>();
      for (const { amount, currency, day, fee, user, wallet } of allRows(store, DAILY_MOVEMENTS)) {
        const key = `${accountName(user, wallet, currency)} ${day}`;
        moved.set(key, (moved.get(key) ?? 0n) + amount - fee);
      }
      const last = new Map<string, bigint>();
      for (const { closing, currency, day, user, wallet } of allRows(store, DAILY_BALANCES)) {
        const name = accountName(user, wallet, currency);
        const key = `${name} ${day}`;
        expect(closing - (last.get(name) ?? 0n)).toBe(moved.get(key));
        moved.delete(key);
        last.set(name, closing);
      }
      expect(moved.size).toBe(0);
    }
  });

  it("of a day and coin sum to zero over all users and the exchange", () => {
    for (const { store } of LIVES) {
      const sums = new Map<string, bigint>();
      for (const { amount, currency, day, fee } of allRows(store, DAILY_MOVEMENTS)) {
        const key = `${day}/${currency}`;
        sums.set(key, (sums.get(key) ?? 0n) + amount - fee);
      }
      expect(sums.size).toBeGreaterThan(3);
      expect([...sums].filter(([, sum]) => sum !== 0n)).toEqual([]);
    }
  });

  it("are the same when they are built again in one block, and after bills are pruned", () => {
    for (const { agents, lived, store } of LIVES) {
      const again = written({ ...lived, blocks: [joinedBlocks(lived.blocks)] }, agents);
      const pruned = written(lived, agents, { ...RETENTION_DEFAULT, userRowsMs: DAY_MS });
      expect(allRows(pruned, BILLS).length).toBeLessThan(allRows(store, BILLS).length);
      for (const table of [DAILY_MOVEMENTS, DAILY_BALANCES]) {
        const rows = allRows(store, table as typeof DAILY_BALANCES);
        expect(allRows(again, table as typeof DAILY_BALANCES)).toEqual(rows);
        expect(allRows(pruned, table as typeof DAILY_BALANCES)).toEqual(rows);
      }
    }
  });

  it("have movements of every kind and on every wallet", () => {
    const rows = LIVES.flatMap(({ store }) => allRows(store, DAILY_MOVEMENTS));
    const reached = new Set(rows.map(({ kind }) => kind));
    const missed = MOVEMENT_KINDS.filter((kind) => !reached.has(kind));
    expect(missed.filter((kind) => !RARE.includes(kind))).toEqual([]);
    const wallets = new Set(rows.map(({ wallet }) => wallet));
    expect(wallets.has("market_agents")).toBe(true);
    // The exchange's own account pays only where a fund is short.
    const missing = WALLETS.filter((wallet) => wallet !== "house" && !wallets.has(wallet));
    expect(missing).toEqual([]);
  });
});

describe("the other side of the bills of random lives", () => {
  const lives: { readonly store: SqliteStore; readonly faced: readonly FacedBill[] }[] = [];
  beforeAll(async () => {
    for (const { agents, store } of LIVES) {
      if (agents.length === 0) lives.push({ store, faced: await facedBills(store) });
    }
  });

  it("is given for every kind of bill that moves money, and receives what the bill takes", () => {
    const kinds = new Set<string>();
    for (const { faced } of lives) {
      expect(unbalancedBills(faced)).toEqual([]);
      for (const { bill, others } of faced) if (others.length > 0) kinds.add(bill.kind);
    }
    const missed = BILL_KINDS.filter((kind) => !kinds.has(kind));
    expect(missed.filter((kind) => !RARE.includes(kind))).toEqual([]);
  });

  it("moves each account of the exchange as its daily statements do", () => {
    for (const { faced, store } of lives) {
      expect(differencesToStatements(store, faced)).toEqual(new Map());
    }
  });

  it("is a bill that names this one where the other account has bills", () => {
    for (const { faced } of lives) expect(unansweredMovements(faced)).toEqual([]);
  });
});

describe("the other side of the movements of the exchange in random lives", () => {
  /** What lives of this size may miss: endowments that are taken back, and the last resort. */
  const SELDOM: readonly string[] = [
    ...["outside_world debit insurance_fund", "outside_world debit conversion"],
    ...["outside_world debit lending_pool", "insurance_fund trade_correction users"],
    ...["insurance_fund fund_backstop house", "house fund_backstop insurance_fund"],
    ...["insurance_fund debit outside_world", "conversion debit outside_world"],
  ];

  it("is what the kind says, and nothing else", () => {
    const pairs = new Set<string>();
    for (const { lived } of LIVES) addHousePairs(pairs, lived);
    const said = new Set<string>();
    for (const { kind, user, wallet } of LIVES.flatMap(({ store }) =>
      allRows(store, DAILY_MOVEMENTS),
    )) {
      if (!EXCHANGE.includes(user) || wallet === "market_agents") continue;
      for (const side of houseSidesOf(wallet, kind)) said.add(`${wallet} ${kind} ${side}`);
    }
    expect([...pairs].filter((pair) => !said.has(pair))).toEqual([]);
    expect([...said].filter((pair) => !pairs.has(pair) && !SELDOM.includes(pair))).toEqual([]);
  });
});
