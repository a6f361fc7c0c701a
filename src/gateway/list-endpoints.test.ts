import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { listEndpoints } from "./list-endpoints.ts";

const GATEWAY = new URL(".", import.meta.url).pathname;

/** How many endpoints the files in the folder of a version define. */
function definitions(version: string): number {
  const folder = join(GATEWAY, `rest-${version}`);
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
    .map((path) => readFileSync(join(folder, path), "utf8").split("defineEndpoint({").length - 1)
    .reduce((sum, count) => sum + count, 0);
}

describe("the list of endpoints", () => {
  it.each(["v2", "v3"])("has everything that the files of %s define", (version) => {
    const listed = listEndpoints().filter((endpoint) => endpoint.version === version);
    expect(listed.length).toBe(definitions(version));
  });

  it("has each method and path once, under the prefix of its version", () => {
    const routes = listEndpoints().flatMap(({ method, paths, version }) =>
      paths.map((path) => ({ route: `${method} ${path}`, version })),
    );
    expect(new Set(routes.map(({ route }) => route)).size).toBe(routes.length);
    for (const { route, version } of routes) {
      expect(route).toMatch(new RegExp(`^(GET|POST) /api/${version}/`));
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
