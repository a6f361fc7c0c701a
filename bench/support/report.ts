/** How a benchmark tells its result: lines for people, or one JSON object as the last line. */
import { describeMachine, type Machine } from "./machine.ts";

/** A claim about the result of the work, without which its speed means nothing. */
export type Check = { readonly claim: string; readonly holds: boolean; readonly detail?: string };

/** A figure against what it shall reach. */
export type Goal = {
  readonly figure: string;
  readonly value: number;
  readonly goal: number;
  /** At least the goal, or at most. */
  readonly direction: "at_least" | "at_most";
  readonly reached: boolean;
};

export type BenchResult = {
  readonly benchmark: string;
  readonly figures: Readonly<Record<string, unknown>>;
  readonly mix?: Readonly<Record<string, unknown>>;
  readonly goals: readonly Goal[];
  readonly checks: readonly Check[];
};

export function atLeast(figure: string, value: number, goal: number): Goal {
  return { figure, value, goal, direction: "at_least", reached: value >= goal };
}

export function atMost(figure: string, value: number, goal: number): Goal {
  return { figure, value, goal, direction: "at_most", reached: value <= goal };
}

export function check(claim: string, holds: boolean, detail?: string): Check {
  return detail === undefined ? { claim, holds } : { claim, holds, detail };
}

/** Progress for people; keeps standard output to the result. */
export function progress(text: string): void {
  process.stderr.write(`${text}\n`);
}

function lines(value: unknown, indent: string): string[] {
  if (typeof value !== "object" || value === null) return [`${indent}${String(value)}`];
  return Object.entries(value).flatMap(([name, item]) =>
    typeof item === "object" && item !== null
      ? [`${indent}${name}`, ...lines(item, `${indent}  `)]
      : [`${indent}${name.padEnd(34)} ${shown(item)}`],
  );
}

function shown(value: unknown): string {
  return typeof value === "number" ? value.toLocaleString("en-US") : String(value);
}

function readable(result: BenchResult, machine: Machine): string {
  const { benchmark, checks, figures, goals, mix } = result;
  const sign = (holds: boolean): string => (holds ? "yes" : "NO ");
  return [
    benchmark,
    ...lines(figures, "  "),
    ...(mix === undefined ? [] : ["  mix", ...lines(mix, "    ")]),
    "  machine",
    ...lines(machine, "    "),
    ...(goals.length === 0 ? [] : ["  goals"]),
    ...goals.map(({ direction, figure, goal, reached, value }) => {
      const bound = direction === "at_least" ? "≥" : "≤";
      return `    ${sign(reached)} ${figure}: ${shown(value)} ${bound} ${shown(goal)}`;
    }),
    "  checks",
    ...checks.map(
      ({ claim, detail, holds }) =>
        `    ${sign(holds)} ${claim}${detail === undefined ? "" : `: ${detail}`}`,
    ),
  ].join("\n");
}

/** Prints a result; the exit code is 1 when a check does not hold. */
export function report(result: BenchResult, asJson: boolean): void {
  const machine = describeMachine();
  if (asJson) process.stdout.write(`${JSON.stringify({ ...result, machine })}\n`);
  else process.stdout.write(`${readable(result, machine)}\n`);
  if (result.checks.some(({ holds }) => !holds)) process.exitCode = 1;
}
