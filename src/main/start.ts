/** `npm start`: runs the exchange until it is told to end. */
import { setFlagsFromString } from "node:v8";
import { bannerText } from "./banner.ts";
import { readConfig } from "./config.ts";
import { type RunningExchange, startExchange } from "./exchange-server.ts";
import { createLog, type Log } from "./log.ts";

/** A drain that hangs does not keep the process: SIGTERM ends it within five seconds. */
const STOP_DEADLINE_MS = 4_500;

function announce(exchange: RunningExchange, log: Log, isTerminal: boolean): void {
  const { credentials, credentialsPath, engine } = exchange;
  if (isTerminal) {
    process.stdout.write(bannerText(credentials, credentialsPath));
    return;
  }
  log.info({
    event: "ready",
    url: credentials.baseUrl,
    credentials: credentialsPath,
    seq: engine.state.seq,
    ...engine.recovered,
  });
}

function endOn(signal: NodeJS.Signals, exchange: RunningExchange, log: Log): void {
  process.once(signal, () => {
    log.info({ event: "stopping", signal });
    setTimeout(() => process.exit(1), STOP_DEADLINE_MS).unref();
    exchange.stop().then(
      () => process.exit(0),
      (thrown: unknown) => {
        log.fatal({ event: "stop_failed", err: thrown });
        process.exit(1);
      },
    );
  });
}

/** What went wrong, and what to do where that is not the same sentence. */
function startFailure(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const { code } = thrown as NodeJS.ErrnoException;
  return code === "EADDRINUSE" ? `${thrown.message}; choose another with --port` : thrown.message;
}

/**
 * What a request is made of waits for the disk, so the first collections find most of it alive, and
 * the engine concludes that it lives long: it makes all that follows in the old generation, from
 * where each answered request keeps its whole graph of young objects until the next full
 * collection. Pauses of 20 ms instead of 3 were the price.
 */
function makeAllObjectsYoung(): void {
  setFlagsFromString("--no-allocation-site-pretenuring");
}

async function main(): Promise<void> {
  makeAllObjectsYoung();
  const config = readConfig(process.argv.slice(2), process.env);
  const isTerminal = process.stdout.isTTY;
  const log = createLog(isTerminal);
  try {
    const exchange = await startExchange({
      config,
      log,
      onFatal({ code, seq, message, cause }) {
        log.fatal({ event: "fatal", code, seq, message, err: cause });
        process.exit(70);
      },
    });
    announce(exchange, log, isTerminal);
    endOn("SIGTERM", exchange, log);
    endOn("SIGINT", exchange, log);
  } catch (thrown) {
    const message = startFailure(thrown);
    if (isTerminal) process.stderr.write(`Bourse did not start: ${message}\n`);
    else log.fatal({ event: "start_failed", message });
    process.exit(1);
  }
}

await main();
