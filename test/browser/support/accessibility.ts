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

/** Only violations are described: to describe every element that passed takes as long again. */
const OPTIONS = { resultTypes: ["violations"], elementRef: false } as const;

/** The rules of axe that look at colours, all that differs between the themes of a page. */
const COLOURS = ["color-contrast", "link-in-text-block"] as const;

type AxeOptions = typeof OPTIONS & {
  readonly runOnly?: { readonly type: "rule"; readonly values: typeof COLOURS };
};

type AxeWindow = {
  readonly axe: { run(within: string, options: AxeOptions): Promise<AxeResults> };
  readonly document: { getAnimations(): readonly { readonly finished: Promise<unknown> }[] };
};

/**
 * Returns what axe finds in a part of the page as it is now, in the shown theme, or what its
 * colours alone hide: for a page of which the other theme has been looked at.
 */
export async function barriersOf(
  page: Page,
  within: string,
  look: "all" | "colours" = "all",
): Promise<readonly string[]> {
  const options: AxeOptions =
    look === "all" ? OPTIONS : { ...OPTIONS, runOnly: { type: "rule", values: COLOURS } };
  // Evaluated by the debugger, which the content security policy of the page does not concern.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE);
  const { violations } = await page.evaluate(
    async ([part, terms]) => {
      const { axe, document } = globalThis as unknown as AxeWindow;
      // Colours between two themes are those of neither.
      await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
      return axe.run(part, terms);
    },
    [within, options] as const,
  );
  return violations.flatMap(({ help, id, nodes }) =>
    nodes.map(({ failureSummary, html }) => `${id}: ${help}: ${html} ${failureSummary ?? ""}`),
  );
}

/** Expects that axe finds no barrier in the page as it is now, in the shown theme. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await barriersOf(page, "html")).toEqual([]);
}
