import type { Measured } from "../figures.ts";
import type { GeneratedOptions } from "../generated/measure-generated.ts";
import { figureRows, markdownTable } from "../table.ts";
import { type PageChart, pageCharts } from "./charts.ts";

/** Figures of one run of the tool, from which the page is written. */
export type StoredRun = { readonly options: GeneratedOptions; readonly generated: Measured };

export const PAGE_PATH = "docs/market.md";
export const CHARTS_PATH = "docs/market";

/** The lines between which the tool writes; the rest of the page is written by hand. */
const BEGIN = "<!-- written by market-stats -->";
const END = "<!-- end of what market-stats writes -->";

const chartText = ({ file, text }: PageChart): string =>
  `![${text}](${CHARTS_PATH.replace("docs/", "")}/${file})`;

function commandOf({ days, hours, preset, seed }: GeneratedOptions): string {
  const options = `--days ${days} --hours ${hours} --seed ${seed} --preset ${preset}`;
  return `npm run market-stats -- ${options}`;
}

function writtenPart(run: StoredRun, reference: Measured, charts: readonly PageChart[]): string {
  const rows = figureRows(reference.figures, run.generated.figures);
  return [
    BEGIN,
    "",
    `    ${commandOf(run.options)}`,
    "",
    markdownTable(rows),
    "",
    ...charts.flatMap((chart) => [chartText(chart), ""]),
    END,
  ].join("\n");
}

/** Returns the page with the part that the tool writes replaced. Throws an error without it. */
function withPart(page: string, part: string): string {
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  if (begin === -1 || end < begin) throw new Error(`the page has the lines ${BEGIN} and ${END}`);
  return page.slice(0, begin) + part + page.slice(end + END.length);
}

/**
 * Texts of the page and its charts by path, from the page as it is: the same figures give the same
 * texts.
 */
export function marketPage(page: string, run: StoredRun, reference: Measured): Map<string, string> {
  const charts = pageCharts(run.generated.curves, reference.curves);
  const files = charts.map(({ file, svg }) => [`${CHARTS_PATH}/${file}`, svg] as const);
  const text = withPart(page, writtenPart(run, reference, charts));
  return new Map([[PAGE_PATH, text], ...files]);
}
