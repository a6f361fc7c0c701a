/**
 * Replays captures through the complete core, in memory and as fast as it goes, and prints how well
 * the book followed them: `npm run replay-check -- [--depth-only] [--seconds N] FILE…`. The last
 * line of output is one JSON object. Ends with 1 when an invariant broke or a book was crossed.
 */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { audit } from "../src/core/audit.ts";
import { replayInMemory } from "../test/support/replay-in-memory.ts";

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { "depth-only": { type: "boolean" }, seconds: { type: "string" } },
  });
  if (positionals.length === 0) throw new Error("name at least one capture");
  const seconds =
    values.seconds === undefined ? {} : { captureMsMax: Number(values.seconds) * 1e3 };
  const { exchange, replay } = replayInMemory(
    positionals.map((file) => resolve(file)),
    Date.now(),
    { followsTouch: values["depth-only"] !== true, ...seconds },
  );
  let commands = 0;
  exchange.onApplied = () => {
    commands += 1;
  };
  const startedMs = performance.now();
  const report = await replay.run();
  const elapsedMs = Math.round(performance.now() - startedMs);
  const broken = audit(exchange.state).verdicts.filter(({ findings }) => findings.length > 0);
  const speed = report.captureMs / elapsedMs;
  console.log(JSON.stringify({ ...report, elapsedMs, speed, commands, broken }));
  const isRight = broken.length === 0 && report.instruments.every(({ crossed }) => crossed === 0);
  if (!isRight) process.exitCode = 1;
}

await main();
