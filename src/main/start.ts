/** `npm start`: runs the exchange until it is told to end. */
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

async function main(): Promise<void> {
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
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    log.fatal({ event: "start_failed", message });
    process.exitCode = 1;
  }
}

await main();
