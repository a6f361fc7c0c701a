import { importsOf } from "../imports.ts";
import { isTest, lineAt, type Repository, type Violation } from "../repository.ts";

/** The folders of core, downward: a folder imports its own row and the rows above it. */
export const CORE_ORDER: readonly (readonly string[])[] = [
  ["base"],
  ["money"],
  ["commands"],
  ["events"],
  ["instruments"],
  ["accounts", "ledger", "order-book"],
  ["matching", "positions"],
  ["plans"],
  ["lending"],
  ["margin"],
  ["borrowing"],
  ["institutional"],
  ["fees"],
  ["settlement", "listing"],
  ["orders"],
  ["triggers", "funding", "delivery", "liquidation", "unwinding", "transfers", "converting"],
  ["custody", "p2p", "pledging", "unit-lending", "operating"],
  ["access"],
  ["clock", "reads"],
];

/**
 * The one file in core's root that every folder may import: the type of the whole state, whose
 * parts are made by the folders. The other root files stand above every folder.
 */
export const CORE_SHARED_FILE = "state.ts";

const ROOT = "src/core/";
const TOP = CORE_ORDER.length;

interface Place {
  readonly name: string;
  readonly rank: number | undefined;
  readonly shared: boolean;
}

function placeOf(path: string): Place {
  const below = path.slice(ROOT.length);
  const slash = below.indexOf("/");
  if (slash === -1) {
    return { name: below, rank: TOP, shared: below === CORE_SHARED_FILE };
  }
  const name = below.slice(0, slash);
  const rank = CORE_ORDER.findIndex((row) => row.includes(name));
  return { name, rank: rank === -1 ? undefined : rank, shared: false };
}

function judge(from: Place, to: Place): string | undefined {
  if (to.rank === undefined) return `core/${to.name} has no place in the order of core`;
  if (to.shared || from.shared || from.rank === undefined || from.name === to.name) {
    return undefined;
  }
  return from.rank < to.rank ? `core/${from.name} stands below core/${to.name}` : undefined;
}

const DOCUMENT = "ARCHITECTURE.md";
const DOCUMENTED_ORDER = /The order inside core, downward:\n\n((?: {4}.*\n)+)/;

/** Reports a documented order that differs from the checked one. */
export function documentedOrder(repository: Repository): Violation[] {
  const file = repository.files.find(({ path }) => path === DOCUMENT);
  if (file === undefined) return [];
  const match = DOCUMENTED_ORDER.exec(file.text);
  const documented = (match?.[1] ?? "").replace(/\s+/g, " ").trim();
  const wanted = [...CORE_ORDER.map((row) => row.join(", ")), "exchange"].join(" → ");
  if (documented === wanted) return [];
  const line = lineAt(file.text, match?.index ?? 0);
  return [{ rule: "core-order", path: DOCUMENT, line, message: `the order of core is ${wanted}` }];
}

/** Checks that core's folders import downward only, and that no two of one row form a circle. */
export function coreOrder(repository: Repository): Violation[] {
  const violations: Violation[] = [];
  const edges = new Map<string, { readonly path: string; readonly line: number }>();
  for (const file of repository.sources) {
    if (!file.path.startsWith(ROOT) || isTest(file.path)) continue;
    const from = placeOf(file.path);
    for (const { target, specifier, line } of importsOf(file)) {
      const found = { rule: "core-order", path: file.path, line };
      if (target === undefined) {
        violations.push({ ...found, message: `core imports itself only, not ${specifier}` });
        continue;
      }
      if (!target.startsWith(ROOT)) continue;
      const to = placeOf(target);
      const message = judge(from, to);
      if (message !== undefined) violations.push({ ...found, message });
      if (from.rank === to.rank && from.rank !== TOP && from.name !== to.name) {
        edges.set(`${from.name} ${to.name}`, { path: file.path, line });
        if (edges.has(`${to.name} ${from.name}`)) {
          const circle = `core/${from.name} and core/${to.name} import each other`;
          violations.push({ ...found, message: circle });
        }
      }
    }
  }
  return violations;
}
