/**
 * `bench table --checkout FOLDER`: the figures of docs/performance.md, of another checkout of this
 * repository and of this one, each benchmark in a process of its own, in turn, for some rounds. The
 * other checkout is measured by this one's benchmarks wherever they can load or start it.
 */
import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { FIGURES, type FigureRow, type FigureSource } from "./figure-rows.ts";
import { HERE, programOf } from "./support/checkout.ts";
import { median, rounded } from "./support/histogram.ts";
import { type BenchResult, progress } from "./support/report.ts";

const ROUNDS = 5;

type Pair = { readonly before: number; readonly after: number };

/** Runs a benchmark of a checkout and returns its figures. */
async function figuresOf(checkout: string, argv: readonly string[]): Promise<unknown> {
  const args = [...programOf(checkout, "bench/run.ts"), ...argv, "--json"];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "ignore"] });
  let output = "";
  child.stdout.on("data", (bytes: Buffer) => {
    output += bytes.toString("utf8");
  });
  await new Promise((done) => child.once("close", done));
  const last = output.trimEnd().split("\n").at(-1) ?? "";
  if (!last.startsWith("{"))
    throw new Error(`bench ${argv.join(" ")} of ${checkout} has no result`);
  return (JSON.parse(last) as BenchResult).figures;
}

/** Number at a path of names in figures. */
function numberAt(figures: unknown, path: string): number {
  let value = figures;
  for (const name of path.split(".")) value = (value as Record<string, unknown>)[name];
  if (typeof value !== "number") throw new Error(`${path} is a number, got ${typeof value}`);
  return value;
}

async function measuredOnce(
  source: FigureSource,
  before: string,
  isReversed: boolean,
): Promise<readonly Pair[]> {
  const { argv, by, figures } = source;
  const pairsOf = (old: unknown, now: unknown): Pair[] =>
    figures.map((row) => ({
      before: numberAt(old, row.path),
      after: numberAt(now, row.path),
    }));
  const runOf = (checkout: string): Promise<unknown> => {
    if (by === "own benchmark") return figuresOf(checkout, argv);
    return figuresOf(HERE, [...argv, `--${by}-of`, checkout]);
  };
  const first = await runOf(isReversed ? HERE : before);
  const second = await runOf(isReversed ? before : HERE);
  return isReversed ? pairsOf(second, first) : pairsOf(first, second);
}

type Shown = {
  readonly before: number;
  readonly after: number;
  readonly times: number;
  readonly floor: number;
  readonly goal: number;
  readonly reached: "goal" | "floor" | "no";
  readonly runsBefore: string;
  readonly runsAfter: string;
};

function shown(row: FigureRow, pairs: readonly Pair[]): Shown {
  const before = median(pairs.map((pair) => pair.before));
  const after = median(pairs.map((pair) => pair.after));
  const reaches = (bound: number): boolean =>
    row.better === "less" ? after <= bound : after >= bound;
  return {
    before: rounded(before),
    after: rounded(after),
    times: rounded(row.better === "less" ? before / after : after / before),
    floor: row.floor,
    goal: row.goal,
    reached: reaches(row.goal) ? "goal" : reaches(row.floor) ? "floor" : "no",
    runsBefore: pairs.map((pair) => rounded(pair.before)).join(" "),
    runsAfter: pairs.map((pair) => rounded(pair.after)).join(" "),
  };
}

/** The figures as a table of Markdown, for docs/performance.md. */
function markdownOf(figures: Readonly<Record<string, Shown>>): string {
  const lines = [
    "| figure | before | after | times | floor | goal | reached |",
    "|---|---|---|---|---|---|---|",
  ];
  for (const [figure, { after, before, floor, goal, reached, times }] of Object.entries(figures)) {
    const numbers = [before, after, times, floor, goal].map((one) =>
      one.toLocaleString("en-US", { maximumSignificantDigits: 3 }),
    );
    const cells = [figure, ...numbers, reached];
    lines.push(`| ${cells.join(" | ")} |`);
  }
  return `${lines.join("\n")}\n`;
}

/** The benchmarks whose arguments or figures have one of some texts; without texts, all. */
function chosenSources(texts: readonly string[] | undefined): readonly FigureSource[] {
  const chosen = FIGURES.filter(({ argv, figures }) => {
    const whole = [argv.join(" "), ...figures.map(({ figure }) => figure)].join("\n");
    return texts?.some((text) => whole.includes(text)) ?? true;
  });
  if (chosen.length === 0) throw new Error(`no benchmark and no figure has ${texts?.join(", ")}`);
  return chosen;
}

/**
 * `--only TEXT` (repeatable) chooses the benchmarks whose arguments or figures contain a text;
 * `--markdown` prints the figures as a table of Markdown too.
 */
export async function benchTable(argv: readonly string[]): Promise<BenchResult> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      checkout: { type: "string" },
      rounds: { type: "string" },
      markdown: { type: "boolean" },
      only: { type: "string", multiple: true },
    },
  });
  if (values.checkout === undefined) throw new Error("bench table expects --checkout FOLDER");
  const before = resolve(values.checkout);
  const rounds = Number(values.rounds ?? ROUNDS);
  const sources = chosenSources(values.only);
  const measured = sources.map(({ figures }) => figures.map((): Pair[] => []));
  for (let round = 0; round < rounds; round++) {
    for (const [at, source] of sources.entries()) {
      const startedMs = performance.now();
      const pairs = await measuredOnce(source, before, round % 2 === 1);
      for (const [index, pair] of pairs.entries()) measured[at]?.[index]?.push(pair);
      const seconds = Math.round((performance.now() - startedMs) / 1e3);
      const texts = pairs.map((pair) => `${rounded(pair.before)} ${rounded(pair.after)}`);
      const name = `round ${round + 1}, ${source.argv.join(" ")}`;
      progress(`table: ${name}: ${texts.join(", ")} (${seconds} s)`);
    }
  }
  const figures: Record<string, Shown> = {};
  for (const [at, source] of sources.entries()) {
    for (const [index, row] of source.figures.entries()) {
      figures[row.figure] = shown(row, measured[at]?.[index] ?? []);
    }
  }
  if (values.markdown === true) process.stdout.write(markdownOf(figures));
  return { benchmark: "table", figures, goals: [], checks: [] };
}
