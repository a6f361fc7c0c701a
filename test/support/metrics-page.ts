/** The metrics page of an exchange, read as a scraper reads it. */
import type { Credentials } from "../../src/main/credentials.ts";

export type Sample = {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
};

export type MetricsPage = {
  /** Type of each metric by its name. */
  readonly types: ReadonlyMap<string, string>;
  readonly samples: readonly Sample[];
};

const SAMPLE = /^(\w+)(?:\{(.*)\})? (\S+)$/;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;

/** Reads the text format; throws for a line that is not in it. */
export function parseMetrics(text: string): MetricsPage {
  const types = new Map<string, string>();
  const samples: Sample[] = [];
  for (const line of text.split("\n")) {
    const [, typed = "", type = ""] = /^# TYPE (\w+) (\w+)$/.exec(line) ?? [];
    if (typed !== "") types.set(typed, type);
    if (line === "" || line.startsWith("#")) continue;
    const [, name = "", labels = "", value = ""] = SAMPLE.exec(line) ?? [];
    if (name === "") throw new SyntaxError(`a sample, got ${line}`);
    const pairs = Array.from(labels.matchAll(LABEL), ([, key = "", text = ""]) => [key, text]);
    samples.push({ name, labels: Object.fromEntries(pairs), value: Number(value) });
  }
  return { types, samples };
}

/** Scrapes an exchange. */
export async function scrape({ baseUrl }: Pick<Credentials, "baseUrl">): Promise<MetricsPage> {
  const response = await fetch(`${baseUrl}/metrics`);
  if (!response.ok) throw new Error(`the metrics page, got ${response.status}`);
  return parseMetrics(await response.text());
}

/** Value of the series with at least these labels; `undefined` when there is none. */
export function figureOf(
  { samples }: MetricsPage,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined {
  const wanted = Object.entries(labels);
  const found = samples.filter(
    (sample) => sample.name === name && wanted.every(([key, text]) => sample.labels[key] === text),
  );
  if (found.length > 1) throw new Error(`one series ${name}, got ${found.length}`);
  return found[0]?.value;
}
