import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Measured } from "../figures.ts";
import { readReference, readRun } from "../stored-json.ts";
import { CHARTS_PATH, marketPage, PAGE_PATH, type StoredRun } from "./market-page.ts";

/** A run whose market is the recorded one, with prices. */
function runOf(generated: Measured): StoredRun {
  const hourlyPrices = Array.from(
    { length: 720 },
    (_, hour) => 60_000 + 3_000 * Math.sin(hour / 9),
  );
  const curves = { ...generated.curves, hourlyPrices };
  const options = { seed: 7, preset: "normal", days: 30, hours: 2 } as const;
  return { options, generated: { figures: generated.figures, curves } };
}

it("the page in the repository is what the tool writes: npm run market-stats -- --page --stored", () => {
  const root = new URL("../../..", import.meta.url).pathname;
  const textOf = (path: string): string => readFileSync(join(root, path), "utf8");
  const written = marketPage(textOf(PAGE_PATH), readRun(), readReference());
  const differing = [...written].filter(([path, text]) => textOf(path) !== text);
  expect(differing.map(([path]) => path)).toEqual([]);
  const charts = [...written.keys()].filter((path) => path !== PAGE_PATH);
  const present = readdirSync(join(root, CHARTS_PATH)).map((name) => `${CHARTS_PATH}/${name}`);
  expect(present.sort()).toEqual(charts.sort());
});

describe("the page of statistics", () => {
  const reference = readReference();
  const before =
    "# Market\n\n<!-- written by market-stats -->\nold\n<!-- end of what market-stats writes -->\nEnd\n";
  const files = marketPage(before, runOf(reference), reference);
  const page = files.get(PAGE_PATH) ?? "";

  it("has the table with real beside generated figures, and the command that measures them", () => {
    expect(page).toContain("| spread, ticks | 1 | 1 | ≤ 2 |");
    expect(page).toContain("npm run market-stats -- --days 30 --hours 2 --seed 7 --preset normal");
  });

  it("keeps what is written by hand, and is the same when it is written again", () => {
    expect(page.startsWith("# Market\n\n<!--")).toBe(true);
    expect(page.endsWith("-->\nEnd\n")).toBe(true);
    expect(page).not.toContain("old");
    expect(marketPage(page, runOf(reference), reference).get(PAGE_PATH)).toBe(page);
    expect(() => marketPage("# Market", runOf(reference), reference)).toThrow("has the lines");
  });

  it("shows each chart, in small files without scripts", () => {
    const charts = [...files].filter(([path]) => path !== PAGE_PATH);
    expect(charts.map(([path]) => path)).toEqual(
      [
        ...["price", "daily-volatility", "memory", "depth"],
        ...["volume-and-range", "funding", "order-sizes"],
      ].map((name) => `docs/market/${name}.svg`),
    );
    for (const [path, svg] of charts) {
      expect(page).toContain(`](${path.replace("docs/", "")})`);
      expect(Buffer.byteLength(svg)).toBeLessThan(60_000);
      expect(svg).not.toMatch(/NaN|Infinity|<script|undefined/);
    }
  });

  it("leaves out charts of what was not measured", () => {
    const none = marketPage(
      before,
      { ...runOf(reference), generated: { figures: {}, curves: {} } },
      reference,
    );
    expect([...none.keys()]).toEqual([PAGE_PATH]);
  });
});
