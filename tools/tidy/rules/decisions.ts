import { importsOf } from "../imports.ts";
import { isTest, type Repository, type Violation } from "../repository.ts";

const RECORD = /^docs\/decisions\/(\d{4})-[\w-]+\.md$/;
const INDEX = "docs/decisions/README.md";
const UNUSED_NUMBERS = /^Numbers that were never used: (.*)\.$/m;
const IMPORTED_BY = /^Imported by: (.*)\.$/m;
const PACKAGE = /`([^`]+)`(?: in ((?:`[\w./-]+`(?:, )?)+))?/g;

const broken = (path: string, message: string): Violation => {
  return { rule: "decisions", path, line: 1, message };
};

/** Numbers in a list such as `0022–0029, 0039`. */
function numbersIn(text: string): number[] {
  return text.split(", ").flatMap((part) => {
    const [first = 0, last = first] = part.split("–").map(Number);
    return Array.from({ length: last - first + 1 }, (_none, index) => first + index);
  });
}

/** Each number up to the last is a record or is named as never used. */
function numbering(repository: Repository): Violation[] {
  const used = repository.files.flatMap(({ path }) => RECORD.exec(path)?.[1] ?? []).map(Number);
  const index = repository.files.find(({ path }) => path === INDEX)?.text ?? "";
  const unused = numbersIn(UNUSED_NUMBERS.exec(index)?.[1] ?? "");
  const known = new Set([...used, ...unused]);
  const last = Math.max(0, ...used);
  const missing = Array.from({ length: last }, (_none, at) => at + 1).filter((n) => !known.has(n));
  const twice = used.filter((number, at) => used.indexOf(number) !== at || unused.includes(number));
  return [
    ...missing.map((number) => broken(INDEX, `nothing tells why there is no record ${number}`)),
    ...twice.map((number) => broken(INDEX, `the number ${number} is given twice`)),
  ];
}

const packageOf = (specifier: string): string =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");

/** The areas (`src/ops`, `cli`) whose product code imports each package. */
function importers(repository: Repository): Map<string, Set<string>> {
  const areas = new Map<string, Set<string>>();
  for (const file of repository.sources) {
    const area = /^(src\/[\w-]+|cli)\//.exec(file.path)?.[1];
    if (area === undefined || isTest(file.path)) continue;
    for (const { specifier, target } of importsOf(file)) {
      if (target !== undefined || specifier.startsWith("node:")) continue;
      const name = packageOf(specifier);
      areas.set(name, (areas.get(name) ?? new Set()).add(area));
    }
  }
  return areas;
}

/** What the records say of imports is so, and each package of the server has a record. */
function packages(repository: Repository): Violation[] {
  const actual = importers(repository);
  const recorded = new Set<string>();
  const violations: Violation[] = [];
  for (const { path, text } of repository.files) {
    if (!RECORD.test(path)) continue;
    const claims = IMPORTED_BY.exec(text)?.[1] ?? "";
    for (const [, name = "", list = ""] of claims.matchAll(PACKAGE)) {
      recorded.add(name);
      const claimed = [...list.matchAll(/`([^`]+)`/g)].map(([, area = ""]) => area).sort();
      const found = [...(actual.get(name) ?? [])].sort();
      if (claimed.join() === found.join()) continue;
      violations.push(broken(path, `${name} is imported by ${found.join(", ")}`));
    }
  }
  for (const name of actual.keys()) {
    if (!recorded.has(name)) violations.push(broken(INDEX, `no record says who imports ${name}`));
  }
  return violations;
}

/** Records of decisions are numbered without unexplained gaps and tell the truth about imports. */
export function decisions(repository: Repository): Violation[] {
  return [...numbering(repository), ...packages(repository)];
}
