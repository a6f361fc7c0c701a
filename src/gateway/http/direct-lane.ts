import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { AllowedHosts } from "../address/allowed-hosts.ts";
import type { ConnectionGate } from "./connection-gate.ts";
import { DirectConnection } from "./direct-connection.ts";
import type { Endpoint } from "./endpoint.ts";
import type { EndpointRoute } from "./endpoint-route.ts";
import type { RequestIds } from "./request-trace.ts";
import { type RequestHead, WholeRequestReader } from "./whole-request.ts";

/** Interval of the check of connections against the times, in milliseconds. */
const CHECK_MS = 1000;

/** Times of connections in milliseconds; see `ServerLimits`. */
export interface DirectTimes {
  readonly headerMs: number;
  readonly keepAliveMs: number;
  readonly stalledMs: number;
}

export interface DirectLaneOptions {
  readonly gate: ConnectionGate;
  readonly hosts: AllowedHosts | undefined;
  readonly requestIds: RequestIds;
  readonly times: DirectTimes;
  /** Wall clock, Unix milliseconds. */
  readonly nowMs: () => number;
}

/**
 * Serves plain requests to endpoints past the framework. Connections begin here. The first request
 * that is not plain, or not for an endpoint, goes to Node's server with the connection, which sees
 * it from its first byte; the connection stays there. The same bytes get the same answer in both
 * lanes.
 */
export class DirectLane {
  readonly options: DirectLaneOptions;
  readonly reader: WholeRequestReader;
  readonly server: Server;
  readonly #routes = {
    GET: new Map<string, EndpointRoute>(),
    POST: new Map<string, EndpointRoute>(),
  };
  readonly #connections = new Set<DirectConnection>();
  readonly #listeners: readonly ((socket: Socket) => void)[];

  private constructor(server: Server, reader: WholeRequestReader, options: DirectLaneOptions) {
    this.options = options;
    this.server = server;
    this.reader = reader;
    this.#listeners = server.listeners("connection") as ((socket: Socket) => void)[];
    server.removeAllListeners("connection");
    server.on("connection", (socket) => this.#accept(socket));
    const check = setInterval(() => this.#check(), CHECK_MS).unref();
    server.once("close", () => clearInterval(check));
  }

  /**
   * Puts the lane in front of a server that has no listeners of connections but its own. Returns
   * undefined where Node has no parser for it; then the server serves everything.
   */
  static before(server: Server, options: DirectLaneOptions): DirectLane | undefined {
    const reader = WholeRequestReader.open();
    return reader && new DirectLane(server, reader, options);
  }

  /** Serves the paths of an endpoint; streams stay with the framework. */
  add(endpoint: Endpoint, route: EndpointRoute): void {
    if (endpoint.isStream) return;
    for (const path of endpoint.paths) this.#routes[endpoint.method].set(path, route);
  }

  /** Returns the route of a request that this lane may serve. */
  routeOf({ headers, method, url }: RequestHead): EndpointRoute | undefined {
    const mark = url.indexOf("?");
    const route = this.#routes[method].get(mark < 0 ? url : url.slice(0, mark));
    if (route === undefined || this.options.hosts?.admits(headers.host) === false) return undefined;
    return route;
  }

  readonly isServed = (head: RequestHead): boolean => this.routeOf(head) !== undefined;

  /** Gives a connection to Node's server, together with the bytes that it has not seen. */
  handOver(connection: DirectConnection, bytes: Buffer | undefined): void {
    const { socket } = connection;
    this.#connections.delete(connection);
    for (const listener of this.#listeners) listener.call(this.server, socket);
    if (bytes !== undefined) socket.unshift(bytes);
    socket.resume();
  }

  forget(connection: DirectConnection): void {
    this.#connections.delete(connection);
  }

  #accept(socket: Socket): void {
    this.options.gate.admit(socket);
    if (!socket.destroyed) this.#connections.add(new DirectConnection(socket, this));
  }

  #check(): void {
    const nowMs = performance.now();
    for (const connection of this.#connections) connection.check(nowMs);
  }
}
