/**
 * `bench start`: what a start of the exchange on an empty directory costs until it is ready, as
 * `npm start` runs it but for the port and the rate limits: processor time of the process with all
 * its threads, and wall time. The first start, which makes the bundle and fills the cache of
 * compiled code, is reported apart.
 */
import { parseArgs } from "node:util";
import { median, rounded } from "./support/histogram.ts";
import { atMost, type BenchResult, progress } from "./support/report.ts";
import { BenchServer } from "./support/server.ts";

const STARTS = 7;
const CPU_GOAL_SECONDS = 0.6;

async function timedStart() {
  const startedMs = performance.now();
  const server = await BenchServer.start({ agents: true, profileDir: undefined });
  const cpuSeconds = server.child.cpuMicros() / 1e6;
  const readyMs = performance.now() - startedMs;
  // A start compiles less when the one before it could store its compiled code at its end.
  await server.end();
  await server[Symbol.asyncDispose]();
  return { cpuSeconds, readyMs };
}

/** `--starts N`; `--server-of FOLDER` starts the server of another checkout. */
export async function benchStart(argv: readonly string[]): Promise<BenchResult> {
  const { values } = parseArgs({ args: [...argv], options: { starts: { type: "string" } } });
  const count = Number(values.starts ?? STARTS);
  const first = await timedStart();
  const starts: Awaited<ReturnType<typeof timedStart>>[] = [];
  for (let start = 1; start <= count; start++) {
    progress(`start: ${start} of ${count}`);
    starts.push(await timedStart());
  }
  const cpuSeconds = median(starts.map((start) => start.cpuSeconds));
  return {
    benchmark: "start",
    figures: {
      cpuSeconds: rounded(cpuSeconds),
      readyMs: rounded(median(starts.map((start) => start.readyMs))),
      firstCpuSeconds: rounded(first.cpuSeconds),
      firstReadyMs: rounded(first.readyMs),
      runsOfCpuSeconds: starts.map((start) => rounded(start.cpuSeconds)).join(" "),
    },
    goals: [atMost("s of processor time until ready", cpuSeconds, CPU_GOAL_SECONDS)],
    checks: [],
  };
}
