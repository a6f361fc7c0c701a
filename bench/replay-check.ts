/**
 * Replays captures through the complete core, in memory and as fast as it goes, and prints how well
 * the book followed them: `npm run replay-check -- [--depth-only] [--seconds N] FILE…`. The last
 * line of output is one JSON object.
 */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { audit } from "../src/core/audit.ts";
import { Replay } from "../src/simulation-market/replay/replay.ts";
import { replayUsers } from "../src/simulation-market/replay/replay-users.ts";
import { LISTINGS, VirtualExchange } from "../test/support/virtual-exchange.ts";

/** Dollars × 10^-8 that start the mark prices of the futures, before the capture tells better. */
const FIRST_PRICES_E8: Readonly<Record<string, number>> = {
  BTC: 61_800_00000000,
  ETH: 2_681_00000000,
};

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { "depth-only": { type: "boolean" }, seconds: { type: "string" } },
  });
  const exchange = new VirtualExchange(Date.now(), true);
  for (const listing of LISTINGS) exchange.list(listing);
  const plans = replayUsers(exchange.instruments, exchange.currencies);
  const [maker = 0, taker = 0] = plans.map((plan) => exchange.seat(plan));
  exchange.setIndex(
    exchange.instruments.map(({ index, baseCode, priceDecimals }) => [
      index,
      Math.round((FIRST_PRICES_E8[baseCode] ?? 0) / 10 ** (8 - priceDecimals)),
    ]),
  );
  let commands = 0;
  exchange.onApplied = () => {
    commands += 1;
  };
  const seconds =
    values.seconds === undefined ? {} : { captureMsMax: Number(values.seconds) * 1e3 };
  const replay = new Replay({
    port: exchange,
    files: positionals.map((file) => resolve(file)),
    speed: Number.POSITIVE_INFINITY,
    users: { maker, taker },
    followsTouch: values["depth-only"] !== true,
    ...seconds,
  });
  const startedMs = performance.now();
  const report = await replay.run();
  const elapsedMs = Math.round(performance.now() - startedMs);
  const broken = audit(exchange.state).verdicts.filter(({ findings }) => findings.length > 0);
  const speed = report.captureMs / elapsedMs;
  console.log(JSON.stringify({ ...report, elapsedMs, speed, commands, broken }));
}

await main();
