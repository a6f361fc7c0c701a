/** The process of the exchange: configuration, log, signals and exit codes. */
import { resolve } from "node:path";
import type { Worker } from "node:worker_threads";
import { bannerText } from "./banner.ts";
import type { Config } from "./config.ts";
import { EXIT_CODES, endAtOnce } from "./end-at-once.ts";
import { type RunningExchange, startExchange } from "./exchange-server.ts";
import { failStart } from "./fail-start.ts";
import { fatalMessage, startFailure } from "./last-line.ts";
import { createLog, type Log } from "./log.ts";
import { StopSignals } from "./stop-signals.ts";

const KEYS_IN_NO_FILE =
  "the keys of the first users are in no file: name one with --credentials, or set " +
  "BOURSE_ADMIN_TOKEN and create keys with the admin API";

function announce(exchange: RunningExchange, config: Config, log: Log): void {
  const { credentials, credentialsPath, engine } = exchange;
  if (process.stdout.isTTY) {
    const isTokenChosen = config.adminToken !== undefined;
    process.stdout.write(
      bannerText(credentials, { credentialsPath, isEphemeral: config.ephemeral, isTokenChosen }),
    );
    return;
  }
  if (credentialsPath === undefined) {
    log.warn({ event: "credentials_unwritten", message: KEYS_IN_NO_FILE });
  }
  log.info({
    event: "ready",
    url: credentials.baseUrl,
    adminUrl: credentials.admin.url,
    credentials: credentialsPath,
    seq: engine.state.seq,
    ...engine.recovered,
  });
}

export type RunOptions = {
  readonly config: Config;
  /** A history that exists is faster to open with a started thread. */
  readonly historyThread: Worker | undefined;
  /** Why `npm start` runs the sources; undefined where nothing is to be logged about it. */
  readonly unbundledReason: string | undefined;
};

/** Runs the exchange until a signal stops it. */
export async function runExchange(options: RunOptions): Promise<void> {
  const { config, historyThread, unbundledReason } = options;
  const log = createLog(process.stdout.isTTY, config.logLevel);
  if (unbundledReason !== undefined) {
    const message = `runs from its sources, which is slower: ${unbundledReason}`;
    log.warn({ event: "unbundled", message });
  }
  const signals = new StopSignals(log);
  try {
    const exchange = await startExchange({
      config,
      log,
      historyThread,
      onFatal(fatal) {
        const { cause, code, seq } = fatal;
        log.fatal({ event: "fatal", code, seq, message: fatalMessage(fatal), err: cause });
        void endAtOnce(code === "journal_moved" ? EXIT_CODES.moved : EXIT_CODES.fatal, log);
      },
    });
    signals.started(exchange);
    announce(exchange, config, log);
  } catch (thrown) {
    await failStart(startFailure(thrown, resolve(config.dataDir)), log);
  }
}
