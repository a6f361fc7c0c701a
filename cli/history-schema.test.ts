/** docs/history-schema.md describes the history as it is, and its examples run. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { instrumentRow } from "../src/projections/history/history.ts";
import {
  HISTORY_SCHEMA_VERSION,
  HISTORY_TABLES,
} from "../src/projections/history/history-schema.ts";
import { HistoryStore } from "../src/projections/history/history-store.ts";
import { RETENTION_DEFAULT, SAMPLES_KEPT_MS } from "../src/projections/history/limits.ts";
import { columnOf } from "../src/projections/history/table-sql.ts";
import { SqliteStore } from "../src/projections/store/sqlite-store.ts";
import { liveManyDays } from "../test/simulation/lived-days.ts";
import { EXPORTS } from "./export.ts";

const PAGE = readFileSync(join(import.meta.dirname, "../docs/history-schema.md"), "utf8");
const DAY_MS = 86_400_000;
/** A kind of life in which much is traded and liquidated. */
const PROFILE = "liquidations";

function wordsOf(cell: string | undefined): string[] {
  return [...(cell ?? "").matchAll(/`([^`]+)`/g)].map(([, word = ""]) => word);
}

/** Rows of the Markdown table of a section, as cells. */
function tableOf(section: string): string[][] {
  const lines = section.split("\n").filter((line) => /^\| [^-]/.test(line));
  return lines.slice(1).map((line) => line.slice(2, -2).split(" | "));
}

function section(heading: string): string {
  const start = PAGE.indexOf(`\n${heading}\n`);
  expect(start, heading).toBeGreaterThan(-1);
  const depth = heading.startsWith("###") ? /\n##/ : /\n## /;
  const rest = PAGE.slice(start + heading.length + 1);
  const end = rest.search(depth);
  return end === -1 ? rest : rest.slice(0, end);
}

/** Units in which a column of each kind may be stated. */
const UNITS = {
  int: /^(number|ms|10\^-\d)$/,
  rate: /^10\^-8$/,
  ticks: /^ticks$/,
  lots: /^lots$/,
  money: /^(fiat )?atoms$/,
  text: /^text$/,
  flag: /^0 or 1$/,
  words: /^word$/,
} as const;

function livedStore(): SqliteStore {
  const { blocks, state } = liveManyDays(7, PROFILE, 1_200);
  const store = new SqliteStore(":memory:");
  const history = new HistoryStore(store, { quietUsers: [0, 1], retention: RETENTION_DEFAULT });
  const { currencies, instruments } = state;
  history.listCurrencies(
    currencies.map(({ code, decimals, index: currency }) => ({ currency, code, decimals })),
  );
  history.listInstruments(instruments.map((one) => instrumentRow(one, currencies)));
  for (const words of blocks) history.apply(words);
  return store;
}

describe("the page on the schema of the history", () => {
  it("names the version", () => {
    expect(PAGE).toContain(`**version ${HISTORY_SCHEMA_VERSION}**`);
  });

  it("has every table and column with its unit, and no other", () => {
    const tables = [...PAGE.matchAll(/^### `(\w+)`$/gm)].map(([, name]) => name);
    expect(tables).toEqual(HISTORY_TABLES.map(({ name }) => name));
    const units = tableOf(section("## Units")).map(([unit = ""]) => unit.replace("N", "8"));
    for (const { fields, key, name } of HISTORY_TABLES) {
      const text = section(`### \`${name}\``);
      expect(wordsOf(/Key: ([^.]*)\./.exec(text)?.[1]), name).toEqual(key.map(columnOf));
      const rows = tableOf(text);
      expect(
        rows.map(([column]) => column),
        name,
      ).toEqual(Object.keys(fields).map((field) => `\`${columnOf(field)}\``));
      for (const [at, kind] of Object.values(fields).entries()) {
        const [column, unit = "", meaning] = rows[at] ?? [];
        const allowed = UNITS[typeof kind === "string" ? (kind as keyof typeof UNITS) : "words"];
        expect(unit, `${name}.${column}`).toMatch(allowed);
        expect(units, `${name}.${column}`).toContain(unit.replace(/\^-\d$/, "^-8"));
        expect(meaning, `${name}.${column}`).toMatch(/\w/);
      }
    }
  });

  it("has the columns of the tables as SQLite knows them", () => {
    const store = new SqliteStore(":memory:");
    new HistoryStore(store, { quietUsers: [], retention: RETENTION_DEFAULT });
    for (const { name } of HISTORY_TABLES) {
      const columns = store
        .prepare(`PRAGMA table_info(${name})`)
        .all([])
        .map(([, column]) => column);
      const rows = tableOf(section(`### \`${name}\``));
      expect(rows.map(([column]) => column?.replaceAll("`", ""))).toEqual(columns);
    }
  });

  it("has the columns of the exports", () => {
    const rows = tableOf(section("## Exports"));
    expect(rows.map(([what, columns]) => [wordsOf(what)[0], wordsOf(columns)])).toEqual(
      Object.entries(EXPORTS).map(([what, { columns }]) => [what, columns]),
    );
  });

  it("states what is deleted and when", () => {
    const { hourCandlesMs, minuteCandlesMs, tradesMs, userRowsMs } = RETENTION_DEFAULT;
    expect(tableOf(section("## What is deleted, and when"))).toEqual([
      ["`trades`", `${tradesMs / DAY_MS} days`],
      ["`candles` of a minute", `${minuteCandlesMs / DAY_MS} days`],
      ["`market_samples`", `${SAMPLES_KEPT_MS / DAY_MS} days`],
      ["all others", "for ever"],
    ]);
    expect([hourCandlesMs, userRowsMs]).toEqual([0, 0]);
  });
});

describe("the examples of the page", () => {
  const queries = [...PAGE.matchAll(/```sql\n([^`]+)```/g)].map(([, sql = ""]) => sql);
  const store = livedStore();
  const answers = queries.map((sql) => store.prepare(sql).all([]));

  it("run on the history, and find rows", () => {
    expect(queries.length).toBe(6);
    const isProof = queries.map((sql) => sql.includes("HAVING missing"));
    for (const [at, rows] of answers.entries()) {
      if (isProof[at]) expect(rows, queries[at]).toEqual([]);
      else expect(rows.length, queries[at]).toBeGreaterThan(0);
    }
  });

  it("find a movement that has no counterpart", () => {
    const proof = queries.find((sql) => sql.includes("HAVING missing")) ?? "";
    store.exec("UPDATE daily_movements SET amount = amount + 1 WHERE user = 0 AND part = 0");
    expect(store.prepare(proof).all([]).length).toBeGreaterThan(0);
  });
});

it("the words of columns are those of the tables, and are written again where they differ", () => {
  const store = new SqliteStore(":memory:");
  const opened = (): HistoryStore =>
    new HistoryStore(store, { quietUsers: [], retention: RETENTION_DEFAULT });
  opened();
  const all = store.prepare("SELECT * FROM column_words");
  const words = all.all([]);
  for (const { fields, name } of HISTORY_TABLES) {
    for (const [field, kind] of Object.entries(fields)) {
      const found = words.filter(([table, column]) => table === name && column === columnOf(field));
      expect(found.map(([, , , word]) => word)).toEqual(typeof kind === "string" ? [] : kind);
    }
  }
  store.exec("UPDATE column_words SET word = 'other' WHERE number = 1");
  opened();
  expect(all.all([])).toEqual(words);
});
