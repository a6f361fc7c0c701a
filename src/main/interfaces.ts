/**
 * External interfaces of the exchange: REST, WebSocket, health, metrics and pages on one server.
 */

import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { channelClockOf } from "../channels/channel-clock.ts";
import { AmendmentRequests } from "../channels/private/amendment-requests.ts";
import type { PathPart } from "../core/instruments/generated-market.ts";
import { AllowedHosts } from "../gateway/address/allowed-hosts.ts";
import { ClientAddresses } from "../gateway/address/client-addresses.ts";
import { Authenticator } from "../gateway/auth/authenticator.ts";
import { KeyIssuer } from "../gateway/auth/key-issuer.ts";
import { KeyUses } from "../gateway/auth/key-uses.ts";
import type { SecretSeal } from "../gateway/auth/sealed-secret.ts";
import {
  type ReadyKey,
  registerAdminReference,
  registerReferencePage,
} from "../gateway/docs/reference-page.ts";
import type { ExchangeAccess } from "../gateway/exchange-access.ts";
import { Admission } from "../gateway/http/admission.ts";
import { CONNECTION_LIMITS, type ConnectionLimits } from "../gateway/http/connection-limits.ts";
import type { Endpoint } from "../gateway/http/endpoint.ts";
import { HttpMetrics } from "../gateway/http/http-metrics.ts";
import { pageBudget } from "../gateway/http/page-budget.ts";
import { RequestCounts } from "../gateway/http/request-counts.ts";
import { nameRequest, RequestIds } from "../gateway/http/request-trace.ts";
import { createGatewayServer, type GatewayServerOptions } from "../gateway/http/server.ts";
import { Taps } from "../gateway/inspection/taps.ts";
import { listEndpoints, listSessionEndpoints, listStreams } from "../gateway/list-endpoints.ts";
import {
  CLIENT_PAGES,
  DESK_PAGES,
  notFoundPage,
  registerTerminalPages,
} from "../gateway/pages/terminal-pages.ts";
import { OverallLimits } from "../gateway/rate-limit/overall-limits.ts";
import { RateLimiter } from "../gateway/rate-limit/rate-limiter.ts";
import type { ReadyUser } from "../gateway/terminal/terminal-access.ts";
import { createWebSocketGateway } from "../gateway/websocket/create-websocket-gateway.ts";
import type { WebSocketGateway } from "../gateway/websocket/websocket-gateway.ts";
import type { DirectoryLock } from "../journal/directory-lock.ts";
import type { Streams } from "../market-model/random.ts";
import type { Conditions } from "../ops/conditions.ts";
import { adminOpenApi } from "../ops/docs/admin-openapi.ts";
import { type Readiness, registerHealth } from "../ops/health.ts";
import { createMetricsRegistry, MetricsPage, registerMetrics } from "../ops/metrics.ts";
import { Surveillance } from "../surveillance/surveillance.ts";
import type { Config } from "./config.ts";
import { reportConnectionsFull } from "./connections-full.ts";
import type { KeptSecrets } from "./credentials.ts";
import type { Engine } from "./engine.ts";
import { type EventLines, startEventLog } from "./event-log/start-event-log.ts";
import { exchangeMetrics } from "./exchange-metrics.ts";
import { LiveKeys } from "./live-keys.ts";
import type { Log } from "./log.ts";
import { buildMetric } from "./metrics/build-metric.ts";
import { diskMetrics } from "./metrics/disk-usage.ts";
import { engineMetrics } from "./metrics/engine-metrics.ts";
import { plainGauge } from "./metrics/series.ts";
import { socketMetrics } from "./metrics/socket-metrics.ts";
import { applySettings } from "./operator/settings.ts";
import { alertRow } from "./operator/surveillance-actions.ts";
import { refusalMetrics } from "./refusal-metrics.ts";
import { surveillanceMetrics } from "./surveillance-metrics.ts";
import { addressLabels, marketSource } from "./surveillance-source.ts";
import { openTerminalAccess } from "./terminal-access.ts";

/** Resources that a start acquires before the engine and that the interfaces share. */
export type ServerContext = {
  readonly dataDir: string | undefined;
  readonly lock: DirectoryLock | undefined;
  /** Secrets of an earlier start; undefined on the first one. */
  readonly kept: KeptSecrets | undefined;
  /** Recorded candles of a new exchange; undefined for one that has a journal. */
  readonly recorded: readonly PathPart[] | undefined;
  readonly seal: SecretSeal;
  /** Streams of the generated market. */
  readonly streams: Streams;
  readonly conditions: Conditions;
  readonly connections: ConnectionLimits;
};

export type InterfaceOptions = {
  readonly config: Config;
  readonly log: Log;
  /** Keys that the reference page offers. */
  readonly readyKeys: readonly ReadyKey[];
  /** Users that a browser on this machine may continue as. */
  readonly readyUsers: readonly ReadyUser[];
  readonly indexComponents: ExchangeAccess["indexComponents"];
};

export type Interfaces = {
  readonly app: FastifyInstance;
  /** Server of the admin API and the metrics; `app` without an address of its own. */
  readonly adminApp: FastifyInstance;
  readonly websocket: ReturnType<typeof createWebSocketGateway>;
  /** `draining` is set during shutdown; the health endpoints report it. */
  readonly phase: { draining: boolean };
  /** Determines client addresses, and which peers are trusted proxies. */
  readonly addresses: ClientAddresses;
  readonly limiter: RateLimiter;
  readonly keyUses: KeyUses;
  readonly registry: ReturnType<typeof createMetricsRegistry>;
  readonly surveillance: Surveillance;
  readonly eventLines: EventLines;
  readonly readiness: Readiness;
};

/** Connections of an own address of the admin API, within the descriptors kept for other files. */
const ADMIN_CONNECTIONS: ConnectionLimits = {
  ...CONNECTION_LIMITS,
  connectionsMax: 128,
  socketsMax: 128,
  anonymousPerAddress: 128,
};

/** Starts surveillance of all further batches; logs each new alert. */
function watch(engine: Engine, log: Log): Surveillance {
  const surveillance = new Surveillance({
    source: marketSource(engine.state),
    labelOf: addressLabels(),
    onAlert: (alert) => log.warn({ event: "surveillance_alert", ...alertRow(engine, alert) }),
  });
  engine.sequencer.onBatch((events) => surveillance.onBatch(events.words()));
  return surveillance;
}

/** Returns a listener that logs faults with the place where they occurred. */
function faultReport(log: Log): (error: unknown, where?: object) => void {
  return (error, where) => log.error({ event: "fault", err: error, ...where });
}

/** Creates the check of signatures, which reports every sender. */
function openAuthenticator(
  { accounts, time }: Engine,
  seal: SecretSeal,
  {
    refused,
    surveillance,
    uses,
  }: Pick<Observed, "refused" | "surveillance"> & {
    readonly uses: KeyUses;
  },
): Authenticator {
  return new Authenticator({
    keys: new LiveKeys(accounts),
    seal,
    nowMs: () => time.requestMs(),
    onAdmitted: (user, address) => surveillance.userSeen(user, address),
    onRefused: (error, sender) => refused.add(error, sender),
    uses,
  });
}

/** Built pages of the terminal, which are part of the package. */
const TERMINAL_FOLDER = join(import.meta.dirname, "../../web/dist");

type Pages = {
  readonly budget: ReturnType<typeof pageBudget>;
  readonly metrics: MetricsPage;
  readonly endpoints: readonly Endpoint[];
  readonly keys: readonly ReadyKey[];
};

/** Registers the pages without a key, which have rate limits of their own. */
function registerPages(
  { adminApp, app }: Pick<Interfaces, "adminApp" | "app">,
  { budget, endpoints, keys, metrics }: Pages,
): void {
  const register = (server: FastifyInstance, add: (pages: FastifyInstance) => void): void => {
    server.register((pages, _options, done) => {
      pages.addHook("onRequest", nameRequest);
      pages.addHook("onRequest", budget);
      add(pages);
      done();
    });
  };
  register(adminApp, (pages) => {
    registerMetrics(pages, metrics);
    registerAdminReference(pages, adminOpenApi);
    if (adminApp !== app) registerTerminalPages(pages, TERMINAL_FOLDER, DESK_PAGES);
  });
  const shown = adminApp === app ? [...CLIENT_PAGES, ...DESK_PAGES] : CLIENT_PAGES;
  register(app, (pages) => {
    registerReferencePage(pages, endpoints, keys);
    registerTerminalPages(pages, TERMINAL_FOLDER, shown);
  });
}

/**
 * Creates the servers of clients and operator, which are one without an own address. At that of the
 * clients, a browser sees a page where there is nothing.
 */
function createServers(options: GatewayServerOptions, config: Config) {
  const { adminListen, allowedHosts: allowed } = config;
  const app = createGatewayServer({ ...options, notFoundPage: notFoundPage(TERMINAL_FOLDER) });
  if (adminListen === undefined) return { app, adminApp: app };
  const host = adminListen.kind === "tcp" ? adminListen.host : "localhost";
  const hosts = new AllowedHosts({ host, allowed });
  const gateway = { ...options.gateway, endpoints: [] };
  const limits = { connections: ADMIN_CONNECTIONS };
  return { app, adminApp: createGatewayServer({ ...options, gateway, limits, hosts }) };
}

function readiness(engine: Engine, conditions: Conditions, phase: Interfaces["phase"]): Readiness {
  return {
    reasonsAgainst() {
      const refusal = engine.sequencer.refusal();
      const reasons = refusal === undefined ? [] : [refusal as string];
      if (phase.draining) reasons.push("draining");
      return [...reasons, ...conditions.reasonsAgainstReady()];
    },
    warnings: () => conditions.warnings(),
  };
}

function registerHealthRoutes(app: FastifyInstance, ready: Readiness): void {
  app.register((health, _options, done) => {
    health.addHook("onRequest", nameRequest);
    registerHealth(health, ready);
    done();
  });
}

type Observed = {
  readonly engine: Engine;
  readonly websocket: WebSocketGateway;
  readonly dataDir: string | undefined;
  readonly conditions: Conditions;
  readonly ready: Readiness;
  readonly surveillance: Surveillance;
  readonly counts: RequestCounts;
  readonly refused: EventLines["refused"];
};

/** Creates the metrics and their page. */
function openMetrics(observed: Observed) {
  const registry = createMetricsRegistry();
  buildMetric(registry);
  plainGauge(registry, "ready", "1 while GET /health/ready answers 200", () =>
    observed.ready.reasonsAgainst().length === 0 ? 1 : 0,
  );
  exchangeMetrics(registry, observed.engine);
  engineMetrics(registry, observed.engine);
  socketMetrics(registry, observed.websocket);
  surveillanceMetrics(registry, observed.surveillance);
  refusalMetrics(registry, observed.refused);
  observed.conditions.register(registry);
  const nowMs = (): number => performance.now();
  diskMetrics(registry, { dataDir: observed.dataDir, nowMs });
  const http = new HttpMetrics(observed.counts);
  const metrics = new MetricsPage({ metrics: registry, further: () => http.text(), nowMs });
  return { metrics, registry };
}

function allEndpoints(): readonly Endpoint[] {
  return [...listEndpoints(), ...listSessionEndpoints(), ...listStreams()];
}

/**
 * Creates all external interfaces and connects them to the engine; does not listen on a port yet.
 */
export function openInterfaces(
  engine: Engine,
  { conditions, connections, dataDir, seal }: ServerContext,
  options: InterfaceOptions,
): Interfaces {
  const { config, indexComponents, log } = options;
  const { accounts, commandAt, history, live, sequencer, time } = engine;
  const requestMs = (): number => time.requestMs();
  const limiter = new RateLimiter({ mode: config.rateLimits, nowMs: () => performance.now() });
  const surveillance = watch(engine, log);
  const eventLines = startEventLog(engine, log);
  const { onBlocked, onIncident, refused } = eventLines;
  const keyUses = new KeyUses();
  const authenticator = openAuthenticator(engine, seal, { surveillance, refused, uses: keyUses });
  const access = { accounts, authenticator, keyUses, seal, nowMs: requestMs };
  const terminal = openTerminalAccess(access, options);
  const trading = { commands: sequencer, accounts, live, amendments: new AmendmentRequests() };
  const reads = { history, commandAt, indexComponents, keyIssuer: new KeyIssuer(seal), terminal };
  const exchange: ExchangeAccess = { ...trading, ...reads, taps: new Taps() };
  const counts = new RequestCounts();
  const requestIds = new RequestIds(requestMs());
  const reportFault = faultReport(log);
  const endpoints = allEndpoints();
  const addresses = new ClientAddresses(config.trustedProxies);
  const hosts = new AllowedHosts({ host: config.host, allowed: config.allowedHosts });
  const overall = new OverallLimits(limiter, onBlocked);
  const gateway = {
    endpoints,
    exchange,
    addresses,
    overall,
    admission: new Admission(overall, authenticator),
    limiter,
    counts,
    requestIds,
    reportFault,
    nowMs: requestMs,
    ...{ windowMs: config.windowMs, recoveredMs: engine.recovered.timeMs },
  };
  const onConnectionsFull = reportConnectionsFull(conditions);
  const servers = createServers(
    { gateway, limits: { connections }, hosts, onConnectionsFull },
    config,
  );
  const { adminApp, app } = servers;
  const websocket = createWebSocketGateway({
    ...trading,
    ...{ history, taps: exchange.taps },
    authenticator,
    limiter,
    addresses,
    hosts,
    clock: channelClockOf(requestMs),
    ...{ onIncident, requestIds, reportFault, windowMs: config.windowMs },
  });
  applySettings(engine.state, { limiter, surveillance }, log);
  websocket.gateway.attach(app.server);
  sequencer.onBatch((events) => websocket.onBatch(events.words()));
  const phase = { draining: false };
  const ready = readiness(engine, conditions, phase);
  for (const server of new Set([app, adminApp])) registerHealthRoutes(server, ready);
  const observed = { conditions, surveillance, counts, refused, engine, dataDir, ready };
  const { metrics, registry } = openMetrics({ ...observed, websocket: websocket.gateway });
  const budget = pageBudget({ limiter, addresses, nowMs: requestMs });
  registerPages(servers, { budget, metrics, endpoints, keys: options.readyKeys });
  const readable = { registry, surveillance, eventLines, readiness: ready };
  const shared = { addresses, limiter, keyUses, ...readable };
  return { ...servers, websocket, phase, ...shared };
}
