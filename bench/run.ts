/**
 * `npm run bench -- NAME [--json] [options]` runs one of `BENCHMARKS`.
 * Progress goes to standard error; with `--json` the last line of standard output is one JSON
 * object. The exit code is 1 when a result is wrong, not when it is slow: see docs/benchmarks.md.
 */
import { setCompilerFlags } from "../src/main/compiler-flags.ts";
import { benchTable } from "./before-after.ts";
import { benchBeside } from "./beside.ts";
import { benchCore } from "./core.ts";
import { benchFanout } from "./fanout.ts";
import { benchFunding } from "./funding.ts";
import { benchHistory } from "./history.ts";
import { benchJournal } from "./journal.ts";
import { benchMemory } from "./memory.ts";
import { benchPauses } from "./pauses.ts";
import { benchRecovery } from "./recovery.ts";
import { benchRest } from "./rest.ts";
import { benchRestart } from "./restart.ts";
import { benchStart } from "./start.ts";
import { benchStream } from "./stream/bench-stream.ts";
import { type BenchResult, report } from "./support/report.ts";
import { serveFrom } from "./support/server.ts";
import { benchSweep } from "./sweep.ts";
import { benchTerminal } from "./terminal.ts";
import { benchWs } from "./ws.ts";

type Benchmark = (argv: readonly string[]) => Promise<BenchResult>;

const BENCHMARKS: Readonly<Record<string, Benchmark>> = {
  core: benchCore,
  stream: benchStream,
  beside: benchBeside,
  sweep: benchSweep,
  funding: benchFunding,
  history: benchHistory,
  journal: benchJournal,
  rest: benchRest,
  ws: benchWs,
  fanout: benchFanout,
  recovery: benchRecovery,
  memory: benchMemory,
  pauses: benchPauses,
  restart: benchRestart,
  start: benchStart,
  terminal: benchTerminal,
  table: benchTable,
};

async function main(): Promise<void> {
  setCompilerFlags();
  const [name = "", ...rest] = process.argv.slice(2);
  const benchmark = BENCHMARKS[name];
  if (benchmark === undefined) {
    process.stderr.write(`one of ${Object.keys(BENCHMARKS).join(", ")} is expected\n`);
    process.exitCode = 2;
    return;
  }
  const asJson = rest.includes("--json");
  const served = rest.indexOf("--server-of");
  if (served >= 0) serveFrom(rest.splice(served, 2)[1] ?? "");
  report(await benchmark(rest.filter((argument) => argument !== "--json")), asJson);
}

await main();
