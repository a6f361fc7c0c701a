/** docs/log-events.md and the source name the same events, at the same levels. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CONDITIONS, INCIDENTS } from "../../ops/conditions.ts";

const ROOT = join(import.meta.dirname, "../../..");

function read(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

const sources = globSync("{src,cli}/**/*.ts", { cwd: ROOT })
  .filter((path) => !path.endsWith(".test.ts"))
  .map((path) => read(path));

/** Names of all lines that the source writes: `{ event: "name", … }`. */
const named = new Set(
  sources.flatMap((text) => [...text.matchAll(/\{\s*event: "(\w+)"/g)].map(([, name]) => name)),
);
for (const name of [...Object.keys(CONDITIONS), ...Object.keys(INCIDENTS)]) named.add(name);

/** Level and name of the lines that are written where they are made. */
const levels = sources.flatMap((text) =>
  [...text.matchAll(/\.(debug|info|warn|error|fatal)\(\{\s*event: "(\w+)"/g)].map(
    ([, level, name]) => `${name} ${level}`,
  ),
);

const rows = [...read("docs/log-events.md").matchAll(/^\| `(\w+)` \| ([^|]+) \| (.+) \|$/gm)]
  .map(([, name = "", level = ""]) => ({ name, level: level.trim() }))
  // The fields that all lines have, in a table of two columns.
  .filter(({ name }) => !["level", "time", "event"].includes(name));

describe("the events of the log", () => {
  it("are documented, each once, and each documented one exists", () => {
    const documented = rows.map(({ name }) => name);
    expect(documented).toHaveLength(new Set(documented).size);
    expect(documented.toSorted()).toEqual([...named].toSorted());
    expect(named.size).toBeGreaterThan(60);
  });

  it("have the documented levels", () => {
    expect(levels.length).toBeGreaterThan(40);
    const stated = rows.flatMap(({ level, name }) =>
      level.split(", ").map((word) => `${name} ${word}`),
    );
    const dynamic = levels.filter((found) => !found.startsWith("log_suppressed"));
    expect(dynamic.filter((found) => !stated.includes(found))).toEqual([]);
  });
});
