/** The all-in-one exchange: engine, doors and living market in one process, on one port. */
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { isLoopback } from "../gateway/address/allowed-hosts.ts";
import { SecretSeal } from "../gateway/auth/sealed-secret.ts";
import { DRAIN_MS } from "../gateway/http/connection-limits.ts";
import { lockDirectory } from "../journal/directory-lock.ts";
import { nodeFileLayer } from "../journal/node-file-layer.ts";
import { isJournalEmpty } from "../journal/repair-tail.ts";
import { registerAdminRoutes } from "../ops/admin-routes.ts";
import { AdminToken } from "../ops/admin-token.ts";
import { Conditions } from "../ops/conditions.ts";
import { WrongTokens } from "../ops/wrong-tokens.ts";
import type { Fatal } from "../sequencer/port.ts";
import type { Config } from "./config.ts";
import {
  CREDENTIALS_FILE,
  type Credentials,
  credentialsOf,
  firstKeys,
  newAdminToken,
  readSecrets,
  writeCredentials,
} from "./credentials.ts";
import { tightenRights } from "./data-rights.ts";
import { connectionLimits } from "./descriptors.ts";
import { diskConditions } from "./disk-conditions.ts";
import { type Ground, openDoors } from "./doors.ts";
import { type Engine, type OnStep, startEngine } from "./engine.ts";
import { type ExchangeTime, givenTime, machineTime } from "./exchange-time.ts";
import { startFileCheck } from "./file-check/start-file-check.ts";
import { foundExchange } from "./founding/founding.ts";
import { type LivingMarket, startLivingMarket } from "./living-market.ts";
import type { Log } from "./log.ts";
import { masterKeyPath, openMasterKey, refuseSharedMasterKey, tryMasterKey } from "./master-key.ts";
import { adminActions } from "./operator/admin-actions.ts";
import { readAdminJson } from "./operator/admin-json.ts";
import { within } from "./within.ts";

/** The configuration is not safe to run with. */
export class UnsafeConfig extends Error {
  readonly code = "unsafe_config";
}

export type RunningExchange = {
  readonly engine: Engine;
  readonly credentials: Credentials;
  /** Where the credentials lie; `undefined` when nothing is kept on disk. */
  readonly credentialsPath: string | undefined;
  readonly conditions: Conditions;
  /**
   * Drains, flushes and closes everything; `onStep` hears what is waited for. A history that does
   * not end is left as it is.
   */
  stop(onStep?: OnStep): Promise<void>;
};

export type ExchangeServerOptions = {
  readonly config: Config;
  readonly log: Log;
  /** What commands are stamped with, while requests live in the present; else exchange time. */
  readonly clockMs?: () => number;
  /** A broken invariant or a failed journal: the process must end, at once. */
  readonly onFatal: (fatal: Fatal) => void;
};

/** A bind beyond loopback needs a secret that the operator chose (correctness.md section 6). */
function checkSafety(config: Config): void {
  if (isLoopback(config.host) || config.adminToken !== undefined) return;
  throw new UnsafeConfig(
    `listening on ${config.host} exposes the administrative interface: set ADMIN_TOKEN first`,
  );
}

/** Connections that are still there after their grace, in ms, do not delay the end. */
const CLOSE_WAIT_MS = DRAIN_MS + 300;

const LISTED_PATHS_MAX = 10;

async function prepareGround(config: Config, log: Log): Promise<Ground> {
  const conditions = new Conditions({ log, nowMs: () => performance.now() });
  // Refuses too low a limit of open files before anything is written.
  const connections = connectionLimits();
  if (config.ephemeral) {
    const key = crypto.getRandomValues(Buffer.alloc(32));
    const seal = new SecretSeal(key);
    return { dataDir: undefined, lock: undefined, kept: undefined, seal, conditions, connections };
  }
  const dataDir = resolve(config.dataDir);
  const lock = await lockDirectory(dataDir);
  try {
    const { tightened, tooWide } = tightenRights(dataDir);
    if (tightened.length > 0) log.warn({ event: "rights_tightened", ...listed(tightened) });
    if (tooWide.length > 0) log.warn({ event: "rights_too_wide", ...listed(tooWide) });
    const keyPath = masterKeyPath(dataDir);
    refuseSharedMasterKey(keyPath);
    const kept = await readSecrets(nodeFileLayer, dataDir);
    // Credentials without a journal: it was removed, and its keys are sealed.
    const isNew =
      kept === undefined && (await isJournalEmpty(nodeFileLayer, join(dataDir, "journal")));
    const key = await openMasterKey(nodeFileLayer, keyPath, isNew);
    return { dataDir, lock, kept, seal: new SecretSeal(key), conditions, connections };
  } catch (thrown) {
    return undo(thrown, () => lock.release());
  }
}

/** Writes what is wrong and stops nobody. */
function faultLine(log: Log): (fault: unknown) => void {
  return (fault) => log.error({ event: "fault", err: fault });
}

/** A journal has thousands of segments: the first few paths tell which directory is meant. */
function listed(paths: readonly string[]): { readonly count: number; readonly paths: string[] } {
  return { count: paths.length, paths: paths.slice(0, LISTED_PATHS_MAX) };
}

/** Undoes a start that failed half-way: nothing of it keeps the process or the directory. */
async function undo(thrown: unknown, ...steps: readonly (() => unknown)[]): Promise<never> {
  const undone = await Promise.allSettled(steps.map(async (step) => step()));
  const failed = undone.find(({ status }) => status === "rejected");
  throw failed === undefined ? thrown : new AggregateError([thrown, failed], String(thrown));
}

/**
 * Recovers, founds a new exchange if need be, listens, and starts the market. Fails with
 * `UnsafeConfig`, `TooFewDescriptors`, `DirectoryLocked`, `LockUnusable`, `RecoveryFault`,
 * `HistoryAhead`, `ClockFault`, `ReplayRefused` or the system's own error; then nothing is left
 * running.
 */
export async function startExchange(options: ExchangeServerOptions): Promise<RunningExchange> {
  const { config, log, onFatal } = options;
  checkSafety(config);
  const ground = await prepareGround(config, log);
  const time = timeOf(options, ground);
  if (config.acceptLossAfter !== undefined) {
    log.warn({ event: "loss_accepted", afterSeq: config.acceptLossAfter });
  }
  const engine = await startEngine({
    dataDir: ground.dataDir,
    conditions: ground.conditions,
    lockPath: ground.lock?.path,
    acceptLossAfter: config.acceptLossAfter,
    checkState: (state) => tryMasterKey(ground.seal, state, masterKeyPath(ground.dataDir ?? "")),
    time,
    onFatal,
    onDisk: diskConditions(ground.conditions, join(ground.dataDir ?? "memory", "journal")),
    onFault: faultLine(log),
  }).catch((thrown: unknown) =>
    undo(
      thrown,
      () => time.stop(),
      () => ground.lock?.release(),
    ),
  );
  return serve(options, ground, engine).catch((thrown: unknown) =>
    undo(
      thrown,
      () => time.stop(),
      () => engine.stop().finally(() => ground.lock?.release()),
    ),
  );
}

function timeOf(options: ExchangeServerOptions, ground: Ground): ExchangeTime {
  const { clockMs, config, log, onFatal } = options;
  if (clockMs !== undefined) return givenTime(clockMs);
  const { clockJumps, unattendedMs } = config;
  return machineTime({ clockJumps, unattendedMs, log, onFatal, conditions: ground.conditions });
}

async function serve(
  options: ExchangeServerOptions,
  ground: Ground,
  engine: Engine,
): Promise<RunningExchange> {
  const { config, log } = options;
  const { conditions, dataDir, kept, lock, seal } = ground;
  await foundExchange(engine.sequencer, engine.state, engine.sequencer.nowMs());
  const users = await firstKeys(
    { commands: engine.sequencer, state: engine.state, seal },
    kept?.users ?? [],
  );
  const token = config.adminToken ?? kept?.admin.token ?? newAdminToken();
  const doors = openDoors(engine, ground, options);
  const { app, limiter, phase, registry, surveillance, websocket } = doors;
  const market: LivingMarket = await startLivingMarket(engine, config, log);
  const { prices } = market;
  const { unattendedMs } = config;
  const acts = { engine, seal, limiter, prices, log, surveillance, unattendedMs };
  const actions = adminActions(acts);
  const wrongTokens = new WrongTokens({
    nowMs: () => performance.now(),
    onWrong: (address) => log.warn({ event: "wrong_admin_token", address }),
    registry,
  });
  const guard = { token: new AdminToken(token), readJson: readAdminJson, wrongTokens };
  registerAdminRoutes(app, { actions, ...guard });
  const close = async (): Promise<void> => {
    market.stop();
    websocket.stop();
    await app.close();
  };
  await app
    .listen({ host: config.host, port: config.port })
    .catch((thrown: unknown) => undo(thrown, close));
  const { port } = app.server.address() as AddressInfo;
  const host = config.host.includes(":") ? `[${config.host}]` : config.host;
  const credentials = credentialsOf(`http://${host}:${port}`, { admin: { token }, users });
  if (dataDir !== undefined) await writeCredentials(nodeFileLayer, dataDir, credentials);
  const stopFileCheck = startFileCheck({
    ...{ dataDir, conditions, registry, nowMs: () => engine.time.nowMs() },
    onFault: faultLine(log),
  });
  return {
    engine,
    credentials,
    credentialsPath: dataDir === undefined ? undefined : join(dataDir, CREDENTIALS_FILE),
    conditions,
    async stop(onStep = () => undefined) {
      phase.draining = true;
      onStep("the connections of clients");
      await Promise.all([stopFileCheck(), within(close(), CLOSE_WAIT_MS)]);
      await engine.stop(onStep);
      engine.time.stop();
      lock?.release();
    },
  };
}
