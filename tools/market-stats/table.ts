import { BANDS, type Band, isWithin } from "./bands.ts";
import { FIGURES, type FigureFormat, type FigureTerms, type FigureValues } from "./figures.ts";

/** One line of the table; texts as displayed, `isOk` undefined for figures that are not bounded. */
export type FigureRow = {
  readonly id: string;
  readonly subject: string;
  readonly label: string;
  readonly real: string;
  readonly generated: string;
  readonly band: string;
  readonly isOk: boolean | undefined;
};

const NOT_MEASURED = "–";

/** Three significant digits; 0 for values that are smaller than a thousandth. */
function shortNumber(value: number): string {
  const size = Math.abs(value);
  if (size < 0.001) return "0";
  if (size >= 100) return value.toFixed(0);
  return String(Number(value.toPrecision(3)));
}

function dollars(value: number): string {
  const size = Math.abs(value);
  if (size >= 1e9) return `$${shortNumber(value / 1e9)} G`;
  if (size >= 1e6) return `$${shortNumber(value / 1e6)} M`;
  return size >= 1e3 ? `$${shortNumber(value / 1e3)} k` : `$${shortNumber(value)}`;
}

const FORMATS: Readonly<Record<FigureFormat, (value: number) => string>> = {
  number: shortNumber,
  ratio: (value) => value.toFixed(2),
  share: (value) => `${shortNumber(value * 100)} %`,
  dollars,
  bp: (value) => `${shortNumber(value)} bp`,
};

function valueText(format: FigureFormat, value: number | undefined): string {
  return value === undefined ? NOT_MEASURED : FORMATS[format](value);
}

function boundsText(format: FigureFormat, { min, max }: Band): string {
  const text = FORMATS[format];
  if (min === undefined) return max === undefined ? "" : `≤ ${text(max)}`;
  return max === undefined ? `≥ ${text(min)}` : `${text(min)} to ${text(max)}`;
}

function bandText(format: FigureFormat, band: Band): string {
  const bounds = boundsText(format, band);
  const { meanMin } = band;
  return meanMin === undefined ? bounds : `${bounds}; mean ≥ ${FORMATS[format](meanMin)}`;
}

function rowOf(
  { id, subject, label, format }: FigureTerms,
  real: FigureValues,
  generated: FigureValues,
): FigureRow {
  const band = BANDS[id];
  const value = generated[id];
  return {
    id,
    subject,
    label,
    real: valueText(format, real[id]),
    generated: valueText(format, value),
    band: band === undefined ? "" : bandText(format, band),
    isOk: band === undefined || value === undefined ? undefined : isWithin(value, band),
  };
}

/** Rows of all figures that were measured of either market. */
export function figureRows(real: FigureValues, generated: FigureValues): FigureRow[] {
  return FIGURES.filter(({ id }) => real[id] !== undefined || generated[id] !== undefined).map(
    (terms) => rowOf(terms, real, generated),
  );
}

const okText = (isOk: boolean | undefined): string =>
  isOk === undefined ? "" : isOk ? "yes" : "NO";

/** The rows of each subject, in order. */
function bySubject(rows: readonly FigureRow[]): [subject: string, rows: FigureRow[]][] {
  return [...Map.groupBy(rows, ({ subject }) => subject)];
}

const cellsOf = ({ label, real, generated, band, isOk }: FigureRow): string[] => {
  return [`  ${label}`, real, generated, band, okText(isOk)];
};

/** The table as aligned text: names to the left, figures to the right. */
export function textTable(rows: readonly FigureRow[]): string {
  const cells = [
    ["statistic", "real", "generated", "band", "ok"],
    ...bySubject(rows).flatMap(([subject, group]) => [[subject], ...group.map(cellsOf)]),
  ];
  const widths = [0, 1, 2, 3, 4].map((column) =>
    Math.max(...cells.map((row) => (row[column] ?? "").length)),
  );
  const lines = cells.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return column === 0 || column === 4 ? cell.padEnd(width) : cell.padStart(width);
      })
      .join("  ")
      .trimEnd(),
  );
  return `${lines.join("\n")}\n`;
}

/** The table as Markdown, with a bold line before the figures of each subject. */
export function markdownTable(rows: readonly FigureRow[]): string {
  const lines = bySubject(rows).flatMap(([subject, group]) => [
    `| **${subject}** | | | |`,
    ...group.map(
      ({ label, real, generated, band }) => `| ${label} | ${real} | ${generated} | ${band} |`,
    ),
  ]);
  return ["| statistic | real | generated | band |", "|---|--:|--:|--:|", ...lines].join("\n");
}
