import type { RequestListener, Server } from "node:http";
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from "fastify";
import type { AllowedHosts } from "../address/allowed-hosts.ts";
import { limitedNetwork } from "../address/network.ts";
import { UnservedPaths } from "../interface/unserved-paths.ts";
import { sendError } from "./answer.ts";
import { ConnectionGate } from "./connection-gate.ts";
import { CONNECTION_LIMITS, type ConnectionLimits } from "./connection-limits.ts";
import { DirectLane } from "./direct-lane.ts";
import { EndpointPaths } from "./endpoint-paths.ts";
import { EndpointRoute } from "./endpoint-route.ts";
import type { Gateway } from "./gateway.ts";
import { createServer } from "./node-http.ts";
import { refuseSocket } from "./refuse-socket.ts";
import { type WireError, wireError } from "./wire-error.ts";

/** Limits of received requests (correctness.md section 5). */
export interface ServerLimits {
  readonly bodyBytesMax: number;
  readonly batchBodyBytesMax: number;
  /** Time for the header of a request to arrive, in milliseconds. */
  readonly headerMs: number;
  /** Time for a whole request to arrive, in milliseconds. */
  readonly requestMs: number;
  /** Time without a request after which a connection is closed, in milliseconds. */
  readonly keepAliveMs: number;
  /** Time without traffic after which a connection is closed, in milliseconds. */
  readonly stalledMs: number;
  readonly connections: ConnectionLimits;
}

export const SERVER_LIMITS: ServerLimits = {
  bodyBytesMax: 64 * 1024,
  batchBodyBytesMax: 256 * 1024,
  headerMs: 10_000,
  requestMs: 15_000,
  keepAliveMs: 72_000,
  stalledMs: 80_000,
  connections: CONNECTION_LIMITS,
};

/** Interval of the check of connections against the two times, in milliseconds. */
const TIMEOUT_CHECK_MS = 1000;
const NO_QUERY = Object.freeze({});

export type NotFoundPage = (request: FastifyRequest, reply: FastifyReply) => boolean;

export interface GatewayServerOptions {
  readonly gateway: Gateway;
  readonly limits?: Partial<ServerLimits>;
  /** `framework`: the framework serves plain requests too; by default they pass by it. */
  readonly lane?: "direct" | "framework" | undefined;
  /** Absent: every `Host` is admitted. */
  readonly hosts?: AllowedHosts | undefined;
  /** Answers a request for an unknown path with a page and returns true; else returns false. */
  readonly notFoundPage?: NotFoundPage;
  /** Called for connections refused or closed for lack of capacity; see `ConnectionGateOptions`. */
  readonly onConnectionsFull?: (limit: number) => void;
}

/**
 * HTTP server with every endpoint of the registry. Further routes (health, admin, reference page)
 * are registered on it before it listens; its `server` is the node server to which the WebSocket
 * upgrade is attached.
 */
export function createGatewayServer(options: GatewayServerOptions): FastifyInstance {
  const { gateway } = options;
  const limits: ServerLimits = { ...SERVER_LIMITS, ...options.limits };
  const { addresses, nowMs, requestIds } = gateway;
  const gate = new ConnectionGate({
    limits: limits.connections,
    addresses,
    hosts: options.hosts,
    nowMs,
    requestIds,
    onFull: options.onConnectionsFull,
  });
  const app = Fastify({
    logger: false,
    schemaController: {
      compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas },
    },
    bodyLimit: limits.bodyBytesMax,
    return503OnClosing: false,
    exposeHeadRoutes: false,
    requestIdHeader: false,
    genReqId: (request) => requestIds.of(request),
    routerOptions: { maxParamLength: 128, querystringParser: () => NO_QUERY },
    frameworkErrors: (error, _request, reply) => {
      sendError(reply, frameworkError(error, limits.bodyBytesMax), gateway.nowMs());
    },
    clientErrorHandler: (error, socket) => refuseSocket(error, socket, gateway.nowMs()),
    serverFactory: (handler) => listeningServer(handler, { limits, gate }),
  });
  app.addHook("preClose", (done) => {
    gate.drain();
    gateway.exchange.taps.endAll();
    done();
  });
  readBodiesAsBytes(app);
  const paths = new EndpointPaths(app);
  answerUnknownPaths(app, options, paths);
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const answer = frameworkError(error, request.routeOptions.bodyLimit ?? limits.bodyBytesMax);
    if (answer.status >= 500) {
      const clientIp = gateway.addresses.of(request.raw);
      gateway.reportFault(error, { requestId: request.id, endpoint: request.url, clientIp });
    }
    sendError(reply, answer, gateway.nowMs());
  });
  const lane = openLane(app.server, options, limits, gate);
  for (const endpoint of gateway.endpoints) {
    const served = new EndpointRoute(endpoint, gateway, gate);
    lane?.add(endpoint, served);
    paths.add(endpoint, served, endpoint.batch ? limits.batchBodyBytesMax : undefined);
  }
  return app;
}

/**
 * In place of the framework's compilers, which take 50 ms to load: administrative routes bring
 * theirs, and no others have schemas.
 */
function noSchemas(): never {
  throw new Error("a route with a schema sets its compiler");
}

function listeningServer(
  handler: RequestListener,
  { limits, gate }: { readonly limits: ServerLimits; readonly gate: ConnectionGate },
): Server {
  const server = createServer({
    connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    // A request for another protocol, as some clients send with each one, is served without it.
    shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === "websocket",
  });
  gate.guard(server, handler);
  server.headersTimeout = limits.headerMs;
  server.requestTimeout = limits.requestMs;
  server.keepAliveTimeout = limits.keepAliveMs;
  server.timeout = limits.stalledMs;
  return server;
}

/** Opens the lane of plain requests, unless the server has no endpoints or is to do without it. */
function openLane(
  server: Server,
  { gateway, hosts, lane }: GatewayServerOptions,
  times: ServerLimits,
  gate: ConnectionGate,
): DirectLane | undefined {
  const { nowMs, requestIds } = gateway;
  const isWanted = lane !== "framework" && gateway.endpoints.length > 0;
  const opened = isWanted
    ? DirectLane.before(server, { gate, hosts, nowMs, requestIds, times })
    : undefined;
  if (opened === undefined) server.on("connection", (socket) => gate.admit(socket));
  return opened;
}

/** Takes bodies of every type as bytes: they are verified as received and parsed later. */
function readBodiesAsBytes(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
}

function answerUnknownPaths(
  app: FastifyInstance,
  { gateway, notFoundPage }: GatewayServerOptions,
  paths: EndpointPaths,
): void {
  const unserved = new UnservedPaths();
  const methods = new Map<string, readonly string[]>();
  const know = (url: string, method: string | string[]): void => {
    const known = methods.get(url) ?? [];
    methods.set(url, [...new Set([...known, ...[method].flat()])]);
  };
  for (const endpoint of gateway.endpoints) {
    for (const url of endpoint.paths) know(url, endpoint.method);
  }
  app.addHook("onRoute", ({ method, url }) => {
    if (!paths.isGroup(url)) know(url, method);
  });
  app.setNotFoundHandler((request, reply) => {
    const nowMs = gateway.nowMs();
    const blockedMs = gateway.overall.anonymous.admit(
      limitedNetwork(gateway.addresses.of(request.raw)),
    );
    if (blockedMs > 0) {
      sendError(reply, wireError("429"), nowMs, { "retry-after": Math.ceil(blockedMs / 1000) });
      return;
    }
    const [path = ""] = request.url.split("?", 1);
    const refusal = unserved.refusal(request.method, path);
    const allowed = methods.get(path) ?? unserved.methods(path);
    if (refusal !== undefined) sendError(reply, refusal, nowMs);
    else if (allowed.length > 0) {
      sendError(reply, wireError("405"), nowMs, { allow: allowed.join(", ") });
    } else if (notFoundPage?.(request, reply) !== true) {
      sendError(reply, wireError("40404"), nowMs);
    }
  });
}

/** Returns refusals of the framework as responses in the envelope. */
function frameworkError(error: FastifyError, bodyLimit: number): WireError {
  switch (error.code) {
    case "FST_ERR_CTP_BODY_TOO_LARGE":
      return wireError("413", bodyLimit);
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
    case "FST_ERR_CTP_EMPTY_TYPE":
      return wireError("40007");
    case "FST_ERR_CTP_INVALID_CONTENT_LENGTH":
      return wireError("400172", "the length differs from Content-Length");
    case "FST_ERR_BAD_URL":
    case "FST_ERR_MAX_PARAM_LENGTH":
      return wireError("40404");
    default:
      // A connection that broke during its body carries a status below 500.
      return (error.statusCode ?? 500) < 500
        ? wireError("400172", "the request ended early")
        : wireError("40725");
  }
}
