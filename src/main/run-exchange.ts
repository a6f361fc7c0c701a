/** The process of the exchange: configuration, log, signals and exit codes. */
import { resolve } from "node:path";
import type { Worker } from "node:worker_threads";
import { bannerText } from "./banner.ts";
import type { Config } from "./config.ts";
import { EXIT_CODES, endAtOnce } from "./end-at-once.ts";
import { type RunningExchange, startExchange } from "./exchange-server.ts";
import { fatalMessage, startFailure } from "./last-line.ts";
import { createLog, type Log } from "./log.ts";
import { StopSignals } from "./stop-signals.ts";

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

/**
 * Runs the exchange until a signal stops it. A history that exists is faster to open with a started
 * thread.
 */
export async function runExchange(
  config: Config,
  historyThread: Worker | undefined,
): Promise<void> {
  const isTerminal = process.stdout.isTTY;
  const log = createLog(isTerminal);
  const signals = new StopSignals(log);
  try {
    const exchange = await startExchange({
      config,
      log,
      historyThread,
      onFatal(fatal) {
        const { cause, code, seq } = fatal;
        log.fatal({ event: "fatal", code, seq, message: fatalMessage(fatal), err: cause });
        void endAtOnce(EXIT_CODES.fatal, log);
      },
    });
    signals.started(exchange);
    announce(exchange, log, isTerminal);
  } catch (thrown) {
    const message = startFailure(thrown, resolve(config.dataDir));
    if (isTerminal) process.stderr.write(`Bourse did not start: ${message}\n`);
    else log.fatal({ event: "start_failed", message });
    await endAtOnce(EXIT_CODES.failed, log);
  }
}
