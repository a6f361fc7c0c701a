import { importsOf } from "../imports.ts";
import { isTest, type Repository, type SourceFile, type Violation } from "../repository.ts";

/** What adapters share with core: closed lists and limits, money, commands and events. */
const CORE_VOCABULARY = [
  "src/core/base/",
  "src/core/money/",
  "src/core/commands/",
  "src/core/events/",
];

/** Answers about the state that adapters pass on: margin, debts, loans, liquidation, losses. */
const CORE_READS = "src/core/reads/";

const CORE_STATE = "src/core/state.ts";
const CORE_APPLY = "src/core/exchange.ts";

/** The log, the machine it drives, the snapshots beside it, and the base of operating faults. */
const JOURNAL_PORT = [
  "src/journal/command-log.ts",
  "src/journal/state-machine.ts",
  "src/journal/snapshot-format.ts",
  "src/journal/snapshot-store.ts",
  "src/journal/operating-fault.ts",
];

/** What is listed, and facts that follow from it: values, tiers, prices. */
const LISTED = "src/core/instruments/";

/** The generated market as a computation. */
const MARKET_MODEL = "src/market-model/";

const SEQUENCER_PORT = "src/sequencer/port.ts";

/**
 * Lists the imports that each area may have: the table of ARCHITECTURE.md. A path that ends in "/"
 * allows a folder, any other path one file. An area imports itself freely.
 */
export const IMPORT_TABLE: Readonly<Record<string, readonly string[]>> = {
  core: [],
  journal: [...CORE_VOCABULARY, CORE_STATE, CORE_APPLY],
  sequencer: [...CORE_VOCABULARY, CORE_APPLY, ...JOURNAL_PORT],
  "market-model": [...CORE_VOCABULARY, LISTED],
  projections: [...CORE_VOCABULARY, CORE_READS, CORE_STATE, LISTED, MARKET_MODEL],
  wire: [...CORE_VOCABULARY, CORE_READS, LISTED, "src/projections/"],
  channels: [...CORE_VOCABULARY, LISTED, "src/projections/live/", "src/wire/"],
  gateway: [
    ...[...CORE_VOCABULARY, CORE_READS, LISTED, SEQUENCER_PORT],
    ...["src/projections/", "src/wire/", "src/channels/"],
  ],
  "market-data": [...CORE_VOCABULARY, SEQUENCER_PORT, "src/projections/", MARKET_MODEL],
  "simulation-market": [...CORE_VOCABULARY, SEQUENCER_PORT, "src/projections/", MARKET_MODEL],
  wallets: [...CORE_VOCABULARY, SEQUENCER_PORT, "src/projections/", "src/wire/"],
  surveillance: [...CORE_VOCABULARY, LISTED, "src/projections/"],
  ops: [...CORE_VOCABULARY, SEQUENCER_PORT, "src/projections/", MARKET_MODEL],
  main: ["src/"],
  web: [],
};

/** Only these may be reached from `cli`, `test`, `bench` and `tools`, which nothing imports. */
const OUTER_AREAS = new Set(["cli", "test", "bench", "tools"]);

/** `core/money` for src/core/money/ticks.ts, `gateway` for src/gateway/…, `cli` for cli/…. */
function areaOf(path: string): string {
  const parts = path.split("/");
  return parts[0] === "src" ? (parts[1] ?? "") : (parts[0] ?? "");
}

function allows(entry: string, target: string): boolean {
  return entry.endsWith("/") ? target.startsWith(entry) : target === entry;
}

function judge(file: SourceFile, target: string): string | undefined {
  const from = areaOf(file.path);
  const to = areaOf(target);
  if (from === to || OUTER_AREAS.has(from)) return undefined;
  if (OUTER_AREAS.has(to)) return `nothing imports ${to}`;
  const allowed = IMPORT_TABLE[from];
  if (allowed === undefined) return `${from} has no row in the import table`;
  if (allowed.some((entry) => allows(entry, target))) return undefined;
  return to === "main" ? "nobody imports main" : `${from} may not import ${target}`;
}

/** Folders of one area that do not import each other: each serves a dialect of its own. */
const UNRELATED: readonly (readonly [string, string])[] = [
  ["src/gateway/rest-v2/", "src/gateway/rest-v3/"],
  ["src/wire/v2/", "src/wire/v3/"],
];

function judgeUnrelated(path: string, target: string): string | undefined {
  for (const [one, other] of UNRELATED) {
    const isForbidden =
      (path.startsWith(one) && target.startsWith(other)) ||
      (path.startsWith(other) && target.startsWith(one));
    if (isForbidden) return `${one} and ${other} do not import each other`;
  }
  return undefined;
}

/** Checks every import of product code against the table. */
export function importTable(repository: Repository): Violation[] {
  const violations: Violation[] = [];
  for (const file of repository.sources) {
    if (isTest(file.path)) continue;
    for (const { target, line } of importsOf(file)) {
      const message =
        target === undefined
          ? undefined
          : (judge(file, target) ?? judgeUnrelated(file.path, target));
      if (message !== undefined) {
        violations.push({ rule: "import-table", path: file.path, line, message });
      }
    }
  }
  return violations;
}
