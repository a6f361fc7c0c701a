/** The all-in-one exchange: engine, doors and living market in one process, on one port. */
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import type { FastifyInstance } from "fastify";
import { MACHINE_CLOCK } from "../channels/channel-clock.ts";
import { AllowedHosts, isLoopback } from "../gateway/address/allowed-hosts.ts";
import { ClientAddresses } from "../gateway/address/client-addresses.ts";
import { Authenticator } from "../gateway/auth/authenticator.ts";
import { openMasterKey, SecretSeal } from "../gateway/auth/sealed-secret.ts";
import { registerReferencePage } from "../gateway/docs/reference-page.ts";
import type { ExchangeAccess } from "../gateway/exchange-access.ts";
import { Admission } from "../gateway/http/admission.ts";
import { HttpMetrics } from "../gateway/http/http-metrics.ts";
import { pageBudget } from "../gateway/http/page-budget.ts";
import { RequestCounts } from "../gateway/http/request-counts.ts";
import { createGatewayServer } from "../gateway/http/server.ts";
import { listEndpoints } from "../gateway/list-endpoints.ts";
import { OverallLimits } from "../gateway/rate-limit/overall-limits.ts";
import { RateLimiter } from "../gateway/rate-limit/rate-limiter.ts";
import { createWebSocketGateway } from "../gateway/websocket/create-websocket-gateway.ts";
import { type DirectoryLock, lockDirectory } from "../journal/directory-lock.ts";
import { registerAdminRoutes } from "../ops/admin-routes.ts";
import { AdminToken } from "../ops/admin-token.ts";
import { registerHealth } from "../ops/health.ts";
import { createMetricsRegistry, MetricsPage, registerMetrics } from "../ops/metrics.ts";
import { WrongTokens } from "../ops/wrong-tokens.ts";
import type { Fatal } from "../sequencer/port.ts";
import { Surveillance } from "../surveillance/surveillance.ts";
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
import { type Engine, startEngine } from "./engine.ts";
import { exchangeMetrics } from "./exchange-metrics.ts";
import { foundExchange } from "./founding/founding.ts";
import { LiveKeys } from "./live-keys.ts";
import { type LivingMarket, startLivingMarket } from "./living-market.ts";
import type { Log } from "./log.ts";
import { adminActions } from "./operator/admin-actions.ts";
import { readAdminJson } from "./operator/admin-json.ts";
import { alertRow } from "./operator/surveillance-actions.ts";
import { surveillanceMetrics } from "./surveillance-metrics.ts";
import { addressLabels, marketSource } from "./surveillance-source.ts";

/** The configuration is not safe to run with. */
export class UnsafeConfig extends Error {
  readonly code = "unsafe_config";
}

export type RunningExchange = {
  readonly engine: Engine;
  readonly credentials: Credentials;
  /** Where the credentials lie; `undefined` when nothing is kept on disk. */
  readonly credentialsPath: string | undefined;
  /** Drains, flushes and closes everything. */
  stop(): Promise<void>;
};

export type ExchangeServerOptions = {
  readonly config: Config;
  readonly log: Log;
  /** What the commands are stamped with; the machine's clock unless given. */
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

const LISTED_PATHS_MAX = 10;

type Ground = {
  readonly dataDir: string | undefined;
  readonly lock: DirectoryLock | undefined;
  readonly seal: SecretSeal;
};

function prepareGround(config: Config, log: Log): Ground {
  if (config.ephemeral) {
    const key = crypto.getRandomValues(Buffer.alloc(32));
    return { dataDir: undefined, lock: undefined, seal: new SecretSeal(key) };
  }
  const dataDir = resolve(config.dataDir);
  const lock = lockDirectory(dataDir);
  const { tightened, tooWide } = tightenRights(dataDir);
  if (tightened.length > 0) log.warn({ event: "rights_tightened", ...listed(tightened) });
  if (tooWide.length > 0) log.warn({ event: "rights_too_wide", ...listed(tooWide) });
  return { dataDir, lock, seal: new SecretSeal(openMasterKey(dataDir)) };
}

/** A journal has thousands of segments: the first few paths tell which directory is meant. */
function listed(paths: readonly string[]): { readonly count: number; readonly paths: string[] } {
  return { count: paths.length, paths: paths.slice(0, LISTED_PATHS_MAX) };
}

type Doors = {
  readonly app: FastifyInstance;
  readonly websocket: ReturnType<typeof createWebSocketGateway>;
  /** Set while the exchange ends: health says so. */
  readonly phase: { draining: boolean };
  readonly limiter: RateLimiter;
  readonly registry: ReturnType<typeof createMetricsRegistry>;
  readonly surveillance: Surveillance;
};

/** Surveillance of all batches from here on; each new alert is one line of the log. */
function watch(engine: Engine, log: Log): Surveillance {
  const surveillance = new Surveillance({
    source: marketSource(engine.state),
    labelOf: addressLabels(),
    onAlert: (alert) => log.warn({ event: "surveillance_alert", ...alertRow(engine, alert) }),
  });
  engine.sequencer.onBatch((events) => surveillance.onBatch(events.words()));
  return surveillance;
}

type Pages = {
  readonly budget: ReturnType<typeof pageBudget>;
  readonly metrics: MetricsPage;
  readonly endpoints: ReturnType<typeof listEndpoints>;
};

/** Pages for everybody, which have limits of their own. */
function registerPages(app: FastifyInstance, { budget, endpoints, metrics }: Pages): void {
  app.register((pages, _options, done) => {
    pages.addHook("onRequest", budget);
    registerMetrics(pages, metrics);
    registerReferencePage(pages, endpoints);
    done();
  });
}

function openDoors(engine: Engine, seal: SecretSeal, options: ExchangeServerOptions): Doors {
  const { config, log } = options;
  const { accounts, history, live, sequencer } = engine;
  const limiter = new RateLimiter({ mode: config.rateLimits, nowMs: () => performance.now() });
  const keys = new LiveKeys(accounts);
  const surveillance = watch(engine, log);
  const authenticator = new Authenticator({
    keys,
    seal,
    nowMs: () => Date.now(),
    onAdmitted: (user, address) => surveillance.userSeen(user, address),
  });
  const exchange: ExchangeAccess = { commands: sequencer, accounts, live, history };
  const counts = new RequestCounts();
  const reportFault = (error: unknown, where?: object): void =>
    log.error({ event: "fault", err: error, ...where });
  const endpoints = listEndpoints();
  const addresses = new ClientAddresses(config.trustedProxies);
  const hosts = new AllowedHosts({ host: config.host, allowed: config.allowedHosts });
  const overall = new OverallLimits(limiter);
  const app = createGatewayServer({
    gateway: {
      endpoints,
      exchange,
      addresses,
      overall,
      admission: new Admission(overall, authenticator),
      limiter,
      counts,
      reportFault,
      nowMs: () => Date.now(),
    },
    limits: { connections: connectionLimits() },
    hosts,
  });
  const websocket = createWebSocketGateway({
    live,
    accounts,
    commands: sequencer,
    authenticator,
    limiter,
    addresses,
    hosts,
    clock: MACHINE_CLOCK,
    reportFault,
  });
  websocket.gateway.attach(app.server);
  sequencer.onBatch((events) => websocket.onBatch(events.words()));
  const phase = { draining: false };
  registerHealth(app, {
    reasonsAgainst() {
      const refusal = sequencer.refusal();
      const reasons = refusal === undefined ? [] : [refusal as string];
      if (phase.draining) reasons.push("draining");
      if (history.fault !== undefined) reasons.push("history cannot be written");
      return reasons;
    },
  });
  const registry = createMetricsRegistry();
  exchangeMetrics(registry, { engine, websocket: websocket.gateway });
  surveillanceMetrics(registry, surveillance);
  const http = new HttpMetrics(counts);
  const nowMs = (): number => performance.now();
  const metrics = new MetricsPage({ metrics: registry, further: () => http.text(), nowMs });
  const budget = pageBudget({ limiter, addresses, nowMs: () => Date.now() });
  registerPages(app, { budget, metrics, endpoints });
  return { app, websocket, phase, limiter, registry, surveillance };
}

/** Undoes a start that failed half-way: nothing of it keeps the process or the directory. */
async function undo(thrown: unknown, ...steps: readonly (() => unknown)[]): Promise<never> {
  const undone = await Promise.allSettled(steps.map(async (step) => step()));
  const failed = undone.find(({ status }) => status === "rejected");
  throw failed === undefined ? thrown : new AggregateError([thrown, failed], String(thrown));
}

/**
 * Recovers, founds a new exchange if need be, listens, and starts the market. Fails with
 * `UnsafeConfig`, `DirectoryLocked`, `RecoveryFault`, `ReplayRefused` or the system's own error;
 * then nothing is left running.
 */
export async function startExchange(options: ExchangeServerOptions): Promise<RunningExchange> {
  const { config, log, onFatal } = options;
  checkSafety(config);
  const ground = prepareGround(config, log);
  const engine = await startEngine({
    dataDir: ground.dataDir,
    clockMs: options.clockMs ?? (() => Date.now()),
    onFatal,
    onFault: (fault) => log.error({ event: "fault", err: fault }),
  }).catch((thrown: unknown) => undo(thrown, () => ground.lock?.release()));
  return serve(options, ground, engine).catch((thrown: unknown) =>
    undo(thrown, () => engine.stop().finally(() => ground.lock?.release())),
  );
}

async function serve(
  options: ExchangeServerOptions,
  { dataDir, lock, seal }: Ground,
  engine: Engine,
): Promise<RunningExchange> {
  const { config, log } = options;
  await foundExchange(engine.sequencer, engine.state, engine.sequencer.nowMs());
  const kept = dataDir === undefined ? undefined : readSecrets(dataDir);
  const users = await firstKeys(
    { commands: engine.sequencer, state: engine.state, seal },
    kept?.users ?? [],
  );
  const token = config.adminToken ?? kept?.admin.token ?? newAdminToken();
  const doors = openDoors(engine, seal, options);
  const { app, limiter, phase, registry, surveillance, websocket } = doors;
  const market: LivingMarket = await startLivingMarket(engine, config, log);
  const { prices } = market;
  const actions = adminActions({ engine, seal, limiter, prices, log, surveillance });
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
  if (dataDir !== undefined) writeCredentials(dataDir, credentials);
  return {
    engine,
    credentials,
    credentialsPath: dataDir === undefined ? undefined : join(dataDir, CREDENTIALS_FILE),
    async stop() {
      phase.draining = true;
      await close();
      await engine.stop();
      lock?.release();
    },
  };
}
