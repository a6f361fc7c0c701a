import { importsOf } from "../imports.ts";
import { isTest, type Repository, type SourceFile, type Violation } from "../repository.ts";

/**
 * Who may import whom: the table of ARCHITECTURE.md. A path ending in "/" allows a folder, any
 * other allows one file. An area may always import itself.
 */
const CORE_VOCABULARY = [
  "src/core/commands.ts",
  "src/core/events.ts",
  "src/core/rejections.ts",
  "src/core/limits.ts",
  "src/core/assert.ts",
  "src/core/bytes.ts",
  "src/core/money/",
];

export const IMPORT_TABLE: Readonly<Record<string, readonly string[]>> = {
  core: [],
  journal: [...CORE_VOCABULARY, "src/core/state.ts", "src/core/exchange.ts"],
  sequencer: [...CORE_VOCABULARY, "src/core/exchange.ts", "src/journal/command-log.ts"],
  projections: [...CORE_VOCABULARY, "src/core/instruments/"],
  channels: [...CORE_VOCABULARY, "src/projections/live/"],
  gateway: [...CORE_VOCABULARY, "src/projections/", "src/channels/", "src/sequencer/port.ts"],
  "market-data": [...CORE_VOCABULARY, "src/sequencer/port.ts", "src/projections/"],
  "simulation-market": [...CORE_VOCABULARY, "src/sequencer/port.ts", "src/projections/"],
  wallets: [...CORE_VOCABULARY, "src/sequencer/port.ts", "src/projections/"],
  ops: [...CORE_VOCABULARY, "src/sequencer/port.ts", "src/projections/"],
  main: ["src/"],
};

/** Only these may be reached from `cli`, `test`, `bench` and `tools`, which nothing imports. */
const OUTER_AREAS = new Set(["cli", "test", "bench", "tools", "web"]);

/** `core/money` for src/core/money/ticks.ts, `gateway` for src/gateway/…, `cli` for cli/…. */
export function areaOf(path: string): string {
  const parts = path.split("/");
  return parts[0] === "src" ? (parts[1] ?? "") : (parts[0] ?? "");
}

const allows = (entry: string, target: string): boolean =>
  entry.endsWith("/") ? target.startsWith(entry) : target === entry;

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

/** Checks every import of product code against the table. */
export function importTable(repository: Repository): Violation[] {
  const violations: Violation[] = [];
  for (const file of repository.sources) {
    if (isTest(file.path)) continue;
    for (const { target, line } of importsOf(file)) {
      const message = target === undefined ? undefined : judge(file, target);
      if (message !== undefined) {
        violations.push({ rule: "import-table", path: file.path, line, message });
      }
    }
  }
  return violations;
}
