/** The complete exchange in one process on one port: engine, external interfaces and market. */
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import type { Worker } from "node:worker_threads";
import { SecretSeal } from "../gateway/auth/sealed-secret.ts";
import { DRAIN_MS } from "../gateway/http/connection-limits.ts";
import { lockDirectory } from "../journal/directory-lock.ts";
import { nodeFileLayer } from "../journal/node-file-layer.ts";
import { isJournalEmpty } from "../journal/repair-tail.ts";
import { Conditions } from "../ops/conditions.ts";
import type { Fatal } from "../sequencer/port.ts";
import { checkAdminAddressBeside, listenAdmin, urlOf } from "./admin-listener.ts";
import { Audits } from "./audit/audits.ts";
import { repeatAudits } from "./audit/repeat-audits.ts";
import { tryAddress } from "./check-address.ts";
import { postponeOptimization } from "./compiler-flags.ts";
import type { Config } from "./config.ts";
import {
  CREDENTIALS_FILE,
  type Credentials,
  credentialsOf,
  firstKeys,
  newAdminToken,
  readSecrets,
  refuseOtherFile,
  writeCredentials,
} from "./credentials.ts";
import { tightenRights } from "./data-rights.ts";
import { connectionLimits } from "./descriptors.ts";
import { diskConditions } from "./disk-conditions.ts";
import { type Engine, type OnStopStep, startEngine } from "./engine.ts";
import { type ExchangeTime, givenTime, machineTime, timeText } from "./exchange-time.ts";
import { startFileCheck } from "./file-check/start-file-check.ts";
import { configuredPast } from "./found-configured-past.ts";
import { foundPast } from "./founding/found-past.ts";
import { foundExchange } from "./founding/founding.ts";
import { type Interfaces, openInterfaces, type ServerContext } from "./interfaces.ts";
import { type LivingMarket, startLivingMarket } from "./living-market.ts";
import type { Log } from "./log.ts";
import { isFounded, readMarketFiles } from "./market-files.ts";
import { marketSecretOf, secretStreams } from "./market-secret.ts";
import { masterKeyPath, openMasterKey, refuseSharedMasterKey, tryMasterKey } from "./master-key.ts";
import { openAdminInterface } from "./operator/admin-interface.ts";
import { readyKeys, readyUsers } from "./ready-keys.ts";
import { startWallets } from "./wallets.ts";
import { within } from "./within.ts";

export type RunningExchange = {
  readonly engine: Engine;
  readonly credentials: Credentials;
  /** Path of the credentials file; `undefined` for an ephemeral exchange without one. */
  readonly credentialsPath: string | undefined;
  readonly conditions: Conditions;
  /**
   * Drains, flushes and closes everything. `onStep` receives each step that is waited for. Abandons
   * a history that does not close in time. Rejects with the cause when a step fails, which is the
   * one received last.
   */
  stop(onStep?: OnStopStep): Promise<void>;
};

export type ExchangeServerOptions = {
  readonly config: Config;
  readonly log: Log;
  /**
   * Time that commands are stamped with, in ms since 1970, while requests use the wall clock;
   * absent: exchange time.
   */
  readonly clockMs?: () => number;
  /** A started history thread, for a faster start; see `StorageOptions`. */
  readonly historyThread?: Worker | undefined;
  /** Called for a broken invariant or a failed journal: the process must end immediately. */
  readonly onFatal: (fatal: Fatal) => void;
};

/** Longest wait for connections to close at shutdown, in ms, including their grace period. */
const CLOSE_WAIT_MS = DRAIN_MS + 300;

const LISTED_PATHS_MAX = 10;

/** Fails where the exchange could not listen; see `tryAddress` and `checkAdminAddressBeside`. */
async function checkAddresses({ adminListen, host, port }: Config): Promise<void> {
  await using clients = await tryAddress({ host, port });
  if (adminListen === undefined) return;
  // Any free port is another one in the end.
  if (port === 0) await clients[Symbol.asyncDispose]();
  await checkAdminAddressBeside(adminListen, clients);
}

/** Returns what is derived from the master key. */
function secretsOf(masterKey: Buffer): Pick<ServerContext, "seal" | "streams"> {
  return { seal: new SecretSeal(masterKey), streams: secretStreams(marketSecretOf(masterKey)) };
}

async function prepareContext(config: Config, log: Log): Promise<ServerContext> {
  const conditions = new Conditions({ log, nowMs: () => performance.now() });
  // Refuses too low a limit of open files before writing anything.
  const connections = connectionLimits();
  if (config.ephemeral) {
    if (config.credentialsFile !== undefined) {
      await refuseOtherFile(nodeFileLayer, resolve(config.credentialsFile));
    }
    const recorded = await readMarketFiles(config);
    await checkAddresses(config);
    const secrets = secretsOf(crypto.getRandomValues(Buffer.alloc(32)));
    const unkept = { dataDir: undefined, lock: undefined, kept: undefined };
    return { ...unkept, ...secrets, recorded, conditions, connections };
  }
  const dataDir = resolve(config.dataDir);
  // An address or file that cannot be used leaves no new directory behind. The address of an
  // existing exchange may be in use until an earlier process, which holds the lock, has ended.
  const isKept = isFounded(dataDir);
  const recorded = isKept ? undefined : await readMarketFiles(config);
  if (!isKept) await checkAddresses(config);
  const lock = await lockDirectory(dataDir);
  try {
    if (isKept) await checkAddresses(config);
    const { tightened, tooWide } = tightenRights(dataDir);
    if (tightened.length > 0) log.warn({ event: "rights_tightened", ...pathSample(tightened) });
    if (tooWide.length > 0) log.warn({ event: "rights_too_wide", ...pathSample(tooWide) });
    const keyPath = masterKeyPath(dataDir);
    refuseSharedMasterKey(keyPath);
    const kept = await readSecrets(nodeFileLayer, dataDir);
    // Credentials without a journal: the journal was removed, and the keys in it were sealed.
    const isNew =
      kept === undefined && (await isJournalEmpty(nodeFileLayer, join(dataDir, "journal")));
    const key = await openMasterKey(nodeFileLayer, keyPath, isNew);
    return { dataDir, lock, kept, recorded, ...secretsOf(key), conditions, connections };
  } catch (thrown) {
    return revert(thrown, () => lock.release());
  }
}

/** Returns a listener that logs faults and stops nothing. */
function logFault(log: Log): (fault: unknown) => void {
  return (fault) => log.error({ event: "fault", err: fault });
}

/** Returns the count and the first few paths: a journal can have thousands of segments. */
function pathSample(paths: readonly string[]): {
  readonly count: number;
  readonly paths: string[];
} {
  return { count: paths.length, paths: paths.slice(0, LISTED_PATHS_MAX) };
}

/**
 * Reverts a failed start so that it holds neither the process nor the directory; rethrows `thrown`.
 */
async function revert(thrown: unknown, ...steps: readonly (() => unknown)[]): Promise<never> {
  const reverted = await Promise.allSettled(steps.map(async (step) => step()));
  const failed = reverted.find(({ status }) => status === "rejected");
  throw failed === undefined ? thrown : new AggregateError([thrown, failed], String(thrown));
}

/**
 * Recovers the state, initializes a new exchange, listens, and starts the market. Fails with
 * `CredentialsUnreadable`, `TooFewDescriptors`, `DirectoryLocked`, `LockUnusable`, `RecoveryFault`,
 * `HistoryAhead`, `ClockFault`, `RecordedPricesRefused`, `FoundingFault`, `ReplayRefused` or the
 * system's own error; then nothing is left running.
 */
export async function startExchange(options: ExchangeServerOptions): Promise<RunningExchange> {
  const { config, log, onFatal } = options;
  const context = await prepareContext(config, log);
  const time = createTime(options, context);
  if (config.acceptLossAfter !== undefined) {
    log.warn({ event: "loss_accepted", afterSeq: config.acceptLossAfter });
  }
  const engine = await startEngine({
    dataDir: context.dataDir,
    conditions: context.conditions,
    lockPath: context.lock?.path,
    acceptLossAfter: config.acceptLossAfter,
    historyThread: options.historyThread,
    journalRetention: {
      keepMs: config.keepJournalMs,
      nowMs: () => time.nowMs(),
      onRemoved: ({ firstMs = 0, ...removed }) =>
        log.info({ event: "journal_removed", ...removed, firstTime: timeText(firstMs) }),
    },
    keepHistoryMs: config.keepHistoryMs,
    onHistoryRemoved: ({ beforeMs, rows }) =>
      log.info({ event: "history_removed", rows, before: timeText(beforeMs) }),
    checkState: (state) => tryMasterKey(context.seal, state, masterKeyPath(context.dataDir ?? "")),
    time,
    onFatal,
    onDiskReport: diskConditions(context.conditions, join(context.dataDir ?? "memory", "journal")),
    onFault: logFault(log),
  }).catch((thrown: unknown) =>
    revert(
      thrown,
      () => time.stop(),
      () => context.lock?.release(),
    ),
  );
  const resume = engine.state.seq === 0 ? postponeOptimization() : undefined;
  const running = await serve(options, context, engine)
    .catch((thrown: unknown) =>
      revert(
        thrown,
        () => time.stop(),
        () => engine.stop().finally(() => context.lock?.release()),
      ),
    )
    .finally(resume);
  engine.completeStart();
  return running;
}

function createTime(options: ExchangeServerOptions, context: ServerContext): ExchangeTime {
  const { clockMs, config, log, onFatal } = options;
  if (clockMs !== undefined) return givenTime(clockMs);
  const { clockJumps, unattendedMs } = config;
  return machineTime({ clockJumps, unattendedMs, log, onFatal, conditions: context.conditions });
}

const FOUNDED_ADVICE =
  "a new exchange; if there was one before, stop this one and put its directory back";

/**
 * Founds a new exchange, with a past that all prices follow, once the files of its past are read:
 * unusable ones leave the journal empty.
 */
async function found(
  engine: Engine,
  { config, log }: ExchangeServerOptions,
  { dataDir, recorded }: Pick<ServerContext, "dataDir" | "recorded">,
): Promise<void> {
  const { sequencer, state } = engine;
  if (state.seq === 0 && dataDir !== undefined) {
    log.info({ event: "founded", directory: dataDir, message: FOUNDED_ADVICE });
  }
  const past = await configuredPast(engine, config, log, recorded);
  await foundExchange(sequencer, state, sequencer.nowMs());
  if (past === undefined) return;
  await foundPast(sequencer, state, past, sequencer.nowMs());
  engine.expectFoundedPast();
}

/** Writes the credentials and returns their path; an ephemeral exchange may have no file. */
async function keepCredentials(
  { credentialsFile }: Config,
  dataDir: string | undefined,
  credentials: Credentials,
): Promise<string | undefined> {
  const path = dataDir === undefined ? credentialsFile : join(dataDir, CREDENTIALS_FILE);
  if (path === undefined) return undefined;
  await writeCredentials(nodeFileLayer, resolve(path), credentials);
  return resolve(path);
}

/**
 * Listens on the address of the clients and on that of the admin API, if it has its own; returns
 * their URLs.
 */
async function listen({ adminApp, app }: Interfaces, { adminListen, host, port }: Config) {
  // The admin API first: once clients are served, everything else works.
  const adminUrl = adminListen && (await listenAdmin(adminApp, adminListen));
  await app.listen({ host, port });
  const baseUrl = urlOf(host, (app.server.address() as AddressInfo).port);
  return { baseUrl, admin: adminUrl === undefined ? {} : { url: adminUrl } };
}

async function serve(
  options: ExchangeServerOptions,
  context: ServerContext,
  engine: Engine,
): Promise<RunningExchange> {
  const { config, log } = options;
  const { conditions, dataDir, kept, lock, seal, streams } = context;
  await found(engine, options, context);
  const users = await firstKeys(
    { commands: engine.sequencer, state: engine.state, seal },
    kept?.users ?? [],
  );
  const token = config.adminToken ?? kept?.admin.token ?? newAdminToken();
  let market: LivingMarket | undefined;
  const interfaces = openInterfaces(engine, context, {
    config,
    log,
    readyKeys: readyKeys(config, users),
    readyUsers: readyUsers(config, engine.state),
    indexComponents: (instrument) => market?.prices.feed.components(instrument) ?? [],
  });
  const { adminApp, app, eventLines, keyUses, limiter, phase, registry } = interfaces;
  const { addresses, readiness, surveillance, websocket } = interfaces;
  const started = await startLivingMarket(engine, config, log, streams);
  market = started;
  const { rateLimits: configuredMode, unattendedMs } = config;
  const wallets = startWallets(engine, dataDir, log);
  const { chains } = wallets;
  const audits = new Audits({ state: engine.state, dataDir, conditions, log, registry });
  openAdminInterface(adminApp, {
    ...{ engine, log, registry, seal, limiter, surveillance, chains, audits, addresses },
    ...{ configuredMode, unattendedMs, keyUses, conditions, readiness },
    ...{ rootToken: token, sockets: websocket.gateway, prices: started.prices },
  });
  const close = async (): Promise<void> => {
    started.stop();
    wallets.stop();
    websocket.stop();
    await Promise.all(Array.from(new Set([app, adminApp]), (server) => server.close()));
  };
  const { admin, baseUrl } = await listen(interfaces, config).catch((thrown: unknown) =>
    revert(thrown, close),
  );
  const credentials = credentialsOf(baseUrl, { admin: { token, ...admin }, users });
  const credentialsPath = await keepCredentials(config, dataDir, credentials);
  const stopFileCheck = startFileCheck({
    ...{ dataDir, conditions, registry, nowMs: () => engine.time.nowMs() },
    onFault: logFault(log),
  });
  const stopAudits = repeatAudits({
    ...{ audits, dataDir, everyMs: config.auditEveryMs, onFault: logFault(log) },
    state: engine.state,
  });
  return {
    engine,
    credentials,
    credentialsPath,
    conditions,
    async stop(onStep = () => undefined) {
      phase.draining = true;
      onStep("the connections of clients");
      await Promise.all([stopFileCheck(), stopAudits(), within(close(), CLOSE_WAIT_MS)]);
      await engine.stop(onStep).finally(() => {
        eventLines.end();
        engine.time.stop();
        lock?.release();
      });
    },
  };
}
