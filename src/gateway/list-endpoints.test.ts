import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { listEndpoints, listSessionEndpoints, listStreams } from "./list-endpoints.ts";

const GATEWAY = new URL(".", import.meta.url).pathname;

/** Every endpoint that a file in a folder exports, with its file. */
async function definedEndpoints(name: string): Promise<readonly [string, unknown][]> {
  const folder = join(GATEWAY, name);
  const found: [string, unknown][] = [];
  for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!path.endsWith(".ts") || path.endsWith(".test.ts")) continue;
    const exported: Record<string, unknown> = await import(join(folder, path));
    for (const value of Object.values(exported)) {
      if (typeof value === "object" && value !== null && "paths" in value)
        found.push([path, value]);
    }
  }
  return found;
}

describe("the list of endpoints", () => {
  it.each([...["rest-v2", "rest-v3", "terminal", "terminal-reads", "inspection"]])(
    "contains all endpoints that the files of %s define",
    async (folder) => {
      const listed = new Set<unknown>([
        ...listEndpoints(),
        ...listSessionEndpoints(),
        ...listStreams(),
      ]);
      const defined = await definedEndpoints(folder);
      expect(defined.filter(([, endpoint]) => !listed.has(endpoint)).map(([path]) => path)).toEqual(
        [],
      );
      expect(defined.length).toBeGreaterThan(0);
    },
  );

  it("has each method and path once, under the prefix of its version or the terminal", () => {
    const all = [...listEndpoints(), ...listSessionEndpoints(), ...listStreams()];
    const routes = all.flatMap(({ method, paths, version }) =>
      paths.map((path) => ({ route: `${method} ${path}`, version })),
    );
    expect(new Set(routes.map(({ route }) => route)).size).toBe(routes.length);
    for (const { route, version } of routes) {
      expect(route).toMatch(new RegExp(`^(GET|POST) /(api/${version}|terminal/v1)/`));
    }
  });

  it("gives endpoints of one bucket the same limit", () => {
    const limits = new Map<string, string>();
    for (const { bucket, limit } of listEndpoints()) {
      const { bucket: _name, ...rule } = limit;
      const known = limits.get(bucket) ?? JSON.stringify(rule);
      expect([bucket, JSON.stringify(rule)]).toEqual([bucket, known]);
      limits.set(bucket, known);
    }
  });
});
