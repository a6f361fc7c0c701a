/** `bourse export` on the data directory of an exchange that runs, with its market. */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HistorySnapshot } from "../../cli/history-snapshot.ts";
import { parseUnits } from "../../src/core/money/decimals.ts";
import type { DayStatement } from "../../src/ops/statement-port.ts";
import { eventually } from "../support/eventually.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { restV2, restV3 } from "./support/bitget-api-clients.ts";
import { type Key, openExchange } from "./support/conformance-exchange.ts";

const CLI = join(import.meta.dirname, "../../cli/bourse.ts");
const DAY_MS = 86_400_000;
const DECIMALS = 8;
const dayAt = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10);
/** Also if a day ends while the test runs. */
const [FROM, TO] = [dayAt(Date.now() - DAY_MS), dayAt(Date.now() + DAY_MS)];

const dataDir = temporaryDirectory("export");
afterAll(() => rmSync(dataDir, { recursive: true }));
const exchange = await openExchange({ agents: true, dataDir });

type Row = Readonly<Record<string, string>>;
type Ended = { readonly status: number; readonly stdout: string; readonly stderr: string };

let buying: Key;

function bourse(...argv: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { maxBuffer: 1 << 28 };
    execFile(process.execPath, [CLI, ...argv], options, (error, stdout, stderr) => {
      resolve({ status: Number(error?.code ?? 0), stdout, stderr });
    });
  });
}

/** Options of `rest` take the place of these. */
function exported(what: string, ...rest: readonly string[]): Promise<Ended> {
  const usual = { "--data-dir": dataDir, "--from": FROM, "--to": TO, "--what": what };
  const others = Object.entries(usual).filter(([flag]) => !rest.includes(flag));
  return bourse("export", ...others.flat(), ...rest);
}

/** Reads CSV as RFC 4180 has it. */
function parseCsv(text: string): Row[] {
  const cells = [...text.matchAll(/("(?:[^"]|"")*"|[^",\n]*)(,|\n)/g)];
  const lines: string[][] = [[]];
  for (const [, cell = "", end] of cells) {
    const plain = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
    lines.at(-1)?.push(plain);
    if (end === "\n") lines.push([]);
  }
  const [names = [], ...rows] = lines.slice(0, -1);
  return rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at] ?? ""])));
}

async function rowsOf(what: string, ...rest: readonly string[]): Promise<Row[]> {
  const { status, stderr, stdout } = await exported(what, ...rest);
  expect(status, stderr).toBe(0);
  return parseCsv(stdout);
}

function units(text: string | undefined = "0"): bigint {
  const size = parseUnits(text.replace("-", ""), DECIMALS) ?? 0n;
  return text.startsWith("-") ? -size : size;
}

/** Sums of amount minus fee by coin, of the rows of an entry. */
function sumsOf(rows: readonly Row[], entry: string): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const row of rows) {
    if (row["entry"] !== entry) continue;
    const coin = row["coin"] ?? "";
    sums.set(coin, (sums.get(coin) ?? 0n) + units(row["amount"]) - units(row["fee"]));
  }
  return sums;
}

beforeAll(async () => {
  const money = { wallet: "spot", coin: "USDT", amount: "10000" } as const;
  buying = await exchange.newUser({ kind: "classic" }, money);
  const coins = { wallet: "unified", coin: "SOL", amount: "5" } as const;
  const selling = await exchange.newUser({ kind: "unified" }, coins);
  const buyer = restV2(exchange, buying);
  await buyer.spotSubmitOrder({
    ...{ symbol: "BTCUSDT", orderType: "market", force: "gtc", size: "500", side: "buy" },
    clientOid: "own-1",
  });
  await restV3(exchange, selling).submitNewOrder({
    ...{ category: "SPOT", symbol: "SOLUSDT", side: "sell", orderType: "market", qty: "1" },
  });
  await eventually("the fill", async () => {
    const { data } = await buyer.getSpotFills({ symbol: "BTCUSDT" });
    return data[0]?.tradeId;
  });
});

describe("an export of the running exchange", () => {
  it("has the statements of a user as the endpoint shows them", async () => {
    const path = `/users/${buying.uid}/statements?from=${FROM}&to=${TO}`;
    const { days } = await exchange.admin<{ days: readonly DayStatement[] }>("GET", path);
    const shown = days.flatMap(({ accounts, day }) =>
      accounts.flatMap(({ closing, coin, movements, opening, wallet }) => {
        const head = { day, uid: buying.uid, wallet, coin };
        const end = { kind: "", movements: "0", fee: "0" };
        return [
          { ...head, ...end, entry: "opening", amount: opening },
          ...movements.map(({ amount, count, fee, kind }) => ({
            ...{ ...head, entry: "movement", kind, movements: String(count), amount, fee },
          })),
          { ...head, ...end, entry: "closing", amount: closing },
        ];
      }),
    );
    const rows = await rowsOf("statements", "--user", buying.uid);
    const place = (row: Row): string => `${row["day"]} ${row["wallet"]} ${row["coin"]}`;
    const ordered = (list: readonly Row[]): Row[] =>
      [...list].sort((a, b) => (place(a) < place(b) ? -1 : Number(place(a) > place(b))));
    const named = { owner: "user", realm: "live" };
    expect(ordered(rows)).toEqual(ordered(shown).map((row) => ({ ...row, ...named })));
    expect(rows.length).toBeGreaterThan(5);
  });

  it("has movements of users, agents and exchange that sum to zero in each coin", async () => {
    const rows = await rowsOf("statements");
    const sums = sumsOf(rows, "movement");
    expect(sums.size).toBeGreaterThan(5);
    expect([...sums].filter(([, sum]) => sum !== 0n)).toEqual([]);
    expect([...sumsOf(rows, "closing")].filter(([, sum]) => sum !== 0n)).toEqual([]);
    const wallets = new Set(rows.map(({ wallet }) => wallet));
    for (const wallet of ["market_agents", "outside_world", "fees"]) {
      expect(wallets).toContain(wallet);
    }
  });

  it("has the bills behind the statement", async () => {
    const bills = await rowsOf("bills", "--user", buying.uid);
    const sums = new Map<string, bigint>();
    for (const { amount, coin = "", fee } of bills) {
      sums.set(coin, (sums.get(coin) ?? 0n) + units(amount) - units(fee));
    }
    const statements = await rowsOf("statements", "--user", buying.uid);
    expect(sums).toEqual(sumsOf(statements, "movement"));
  });

  it("has fills, orders, liquidations and acts, in both formats", async () => {
    for (const what of ["bills", "fills", "orders", "liquidations", "acts", "statements"]) {
      const ofUser = what === "acts" || what === "liquidations" ? [] : ["--user", buying.uid];
      const rows = await rowsOf(what, ...ofUser);
      const { stdout } = await exported(what, "--format", "jsonl", ...ofUser);
      const lines = stdout.split("\n").slice(0, -1);
      const asTexts = lines.map((line) =>
        Object.fromEntries(
          Object.entries(JSON.parse(line) as object).map(([name, cell]) => [name, String(cell)]),
        ),
      );
      expect(asTexts, what).toEqual(rows);
      if (what !== "liquidations") expect(rows.length, what).toBeGreaterThan(0);
    }
    const [order] = await rowsOf("orders", "--user", buying.uid);
    expect(order).toMatchObject({
      ...{ symbol: "BTCUSDT", category: "spot", realm: "live", side: "buy", status: "filled" },
      ...{ client_order_id: "own-1", value_coin: "USDT", uid: buying.uid, fee_coin: "BTC" },
    });
    const fills = await rowsOf("fills", "--user", buying.uid);
    const value = fills.reduce((sum, fill) => sum + units(fill["value"]), 0n);
    expect(value).toBe(units(order?.["value"]));
    const acts = await rowsOf("acts", "--user", buying.uid);
    expect(acts.map(({ command }) => command)).toEqual(
      expect.arrayContaining(["credit", "create_key"]),
    );
  });

  it("keeps the view that it began with, and lets the exchange write on", async () => {
    using snapshot = new HistorySnapshot(dataDir);
    const count = (): number | undefined => snapshot.number("SELECT COUNT(*) FROM bills");
    const before = count();
    await exchange.admin("POST", `/users/${buying.uid}/credits`, {
      ...{ wallet: "spot", coin: "USDT", amount: "7" },
    });
    await eventually("the bill of the credit", async () => {
      const bills = await rowsOf("bills", "--user", buying.uid);
      return bills.find(({ amount }) => amount === "7");
    });
    expect(count()).toBe(before);
  });

  it("writes a file once, and again only by force", async () => {
    const out = join(dataDir, "bills.csv");
    const first = await exported("bills", "--out", out);
    expect(first).toMatchObject({ status: 0, stdout: "" });
    expect(first.stderr).toMatch(/^\d+ rows of bills; the history reaches to 2.*, 2.* is not com/);
    const text = readFileSync(out, "utf8");
    expect(parseCsv(text).length).toBeGreaterThan(0);
    writeFileSync(out, "mine");
    const again = await exported("bills", "--out", out);
    expect(again.status).toBe(1);
    expect(again.stderr).toBe(`${out} exists: choose another file, or replace it with --force\n`);
    expect(readFileSync(out, "utf8")).toBe("mine");
    expect((await exported("bills", "--out", out, "--force")).status).toBe(0);
    expect(readFileSync(out, "utf8").startsWith(text)).toBe(true);
    expect(existsSync(`${out}.partial`)).toBe(false);
  });
});

describe("an export that cannot be", () => {
  const cases: readonly (readonly [string, readonly string[], string])[] = [
    ["no such directory", ["--data-dir", "/no/such"], "/no/such does not exist"],
    ["no history", ["--data-dir", import.meta.dirname], "holds no history (history.sqlite)"],
    ["a file as a directory", ["--data-dir", import.meta.filename], "is not a directory"],
    ["an unknown --what", ["--what", "trades"], "statements, bills, fills, orders"],
    ["an unknown --format", ["--format", "xml"], "Allowed choices are csv, jsonl"],
    ["from after to", ["--from", "2026-01-02", "--to", "2026-01-01"], "--from is after --to"],
    ["no day", ["--from", "2026-02-30"], "a UTC day such as 2026-01-31 is expected"],
    ["no uid", ["--user", "bob"], "the uid of a user is expected"],
    ["an unknown uid", ["--user", "1099999999"], "no user has the uid"],
    ["an absent directory", ["--out", "/no/such.csv"], "written: its directory does not exist"],
    [
      "a directory as a file",
      ["--out", import.meta.dirname, "--force"],
      "cannot be written: it is a directory; choose another file with --out",
    ],
    [
      "a file as a directory of the file",
      ["--out", join(import.meta.filename, "rows.csv")],
      "cannot be written: a part of its path is no directory",
    ],
    ["an option given twice", ["--what", "bills", "--what", "acts"], "--what is given more"],
  ];
  it("a history of another version, or that is no database, is refused with the reason", async () => {
    const other = join(dataDir, "other");
    mkdirSync(other);
    const database = new DatabaseSync(join(other, "history.sqlite"));
    database.exec("PRAGMA user_version = 3");
    database.close();
    const old = await exported("bills", "--data-dir", other);
    expect(old.stderr).toContain("has version 3 of the schema");
    writeFileSync(join(other, "history.sqlite"), "no database".repeat(1_000));
    const damaged = await exported("bills", "--data-dir", other);
    expect(damaged.stderr).toContain("history.sqlite cannot be read: file is not a database");
    expect([old.status, damaged.status]).toEqual([1, 1]);
  });

  it.each(cases)("%s is refused with the reason", async (_name, argv, message) => {
    const { status, stderr, stdout } = await exported("bills", ...argv);
    expect(stderr).toContain(message);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  });
});
