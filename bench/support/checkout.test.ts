/** Benchmarks run and load another checkout the way it runs itself. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { freshBundle } from "../../cli/bundle/bundles.mjs";
import type * as Exchange from "../../src/core/exchange.ts";
import * as sources from "../../src/core/exchange.ts";
import { NODE_FLAGS } from "../../test/support/node-flags.ts";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { HERE, loadModule, programOf } from "./checkout.ts";

const TEST_MS_MAX = 120_000;
const PATH = "src/core/exchange.ts";

const before = temporaryDirectory("checkout");
mkdirSync(join(before, "src/core"), { recursive: true });
writeFileSync(join(before, PATH), "export const apply: string = 'its source';");
afterAll(() => rmSync(before, { recursive: true }));

describe("a checkout from before bundles", () => {
  it("runs and is loaded from its sources", async () => {
    expect(programOf(before, "src/main/start.ts")).toEqual([join(before, "src/main/start.ts")]);
    expect(await loadModule(before, PATH)).toMatchObject({ apply: "its source" });
  });
});

describe("this checkout", { timeout: TEST_MS_MAX }, () => {
  it("runs through its launcher, and is loaded from its bundle", async () => {
    const launcher = join(HERE, "cli/launch.mjs");
    for (const file of ["bench/run.ts", "src/main/start.ts"]) {
      expect(programOf(HERE, file)).toEqual([...NODE_FLAGS, launcher, file]);
    }
    const { apply } = (await loadModule(HERE, PATH)) as typeof Exchange;
    expect(apply).not.toBe(sources.apply);
    expect(String(apply)).toContain("function apply(");
  });

  it("has every module that the benchmarks load in its bundle", async () => {
    await loadModule(HERE, PATH);
    const bundle = freshBundle(HERE, "bench") ?? "";
    const texts = readdirSync(join(HERE, "bench"), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
      .map((path) => readFileSync(join(HERE, "bench", path), "utf8"));
    const named = texts.flatMap((text) =>
      [...text.matchAll(/\bload(?:Module)?\((?:\w+, )?"((?:src|bench)\/[^"]+)"/g)].map(
        ([, path = ""]) => path,
      ),
    );
    expect(named.length).toBeGreaterThan(8);
    const bundled = readdirSync(bundle, { recursive: true, encoding: "utf8" });
    for (const path of named) expect(bundled).toContain(path.replace(".ts", ".mjs"));
  });
});
