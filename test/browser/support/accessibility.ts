import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe says about a page; `axe-core` has more. */
type AxeResults = {
  readonly violations: readonly {
    readonly id: string;
    readonly help: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
  }[];
};

type AxeWindow = {
  readonly axe: { run(): Promise<AxeResults> };
  readonly document: { getAnimations(): readonly { readonly finished: Promise<unknown> }[] };
};

/** Expects that axe finds no barrier in the page as it is now, in the shown theme. */
export async function expectAccessible(page: Page): Promise<void> {
  // Evaluated by the debugger, which the content security policy of the page does not concern.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE);
  // Colours between two themes are those of neither.
  await page.evaluate(async () => {
    const { document } = globalThis as unknown as AxeWindow;
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  });
  const { violations } = await page.evaluate(() => (globalThis as unknown as AxeWindow).axe.run());
  const found = violations.flatMap(({ help, id, nodes }) =>
    nodes.map(({ failureSummary, html }) => `${id}: ${help}: ${html} ${failureSummary ?? ""}`),
  );
  expect(found).toEqual([]);
}
