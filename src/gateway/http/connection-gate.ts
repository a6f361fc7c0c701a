import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { AllowedHosts } from "../address/allowed-hosts.ts";
import type { ClientAddresses } from "../address/client-addresses.ts";
import { limitedNetwork, peerAddress } from "../address/network.ts";
import { type ConnectionLimits, DRAIN_MS, STARTS_PER_TURN } from "./connection-limits.ts";
import { errorEnvelope } from "./envelope.ts";
import { REQUEST_ID_HEADER, type RequestIds } from "./request-trace.ts";
import { type WireError, wireError } from "./wire-error.ts";

/** Connections examined to find an idle one among the longest silent. */
const IDLE_SOUGHT_MAX = 16;

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** One open HTTP connection. */
class HttpConnection {
  readonly socket: Socket;
  /** Key by which its address counts; undefined for a trusted proxy, which carries many clients. */
  readonly network: string | undefined;
  readonly waiting: Exchange[] = [];
  underWay = 0;
  /** User of the connection; undefined while it is anonymous. */
  uid: string | undefined;
  isPlanned = false;
  /** Whether its pipeline was too long: nothing more is read. */
  isOverrun = false;

  constructor(socket: Socket, network: string | undefined) {
    this.socket = socket;
    this.network = network;
  }

  get isIdle(): boolean {
    return this.underWay === 0 && this.waiting.length === 0;
  }
}

export interface ConnectionGateOptions {
  readonly limits: ConnectionLimits;
  readonly addresses: ClientAddresses;
  /** Absent: every `Host` is admitted. */
  readonly hosts?: AllowedHosts | undefined;
  /** Wall clock, Unix milliseconds. */
  readonly nowMs: () => number;
  readonly requestIds: RequestIds;
  /** Called for each connection that is refused or closed because the maximum is open. */
  readonly onFull?: ((limit: number) => void) | undefined;
}

/**
 * Admission of connections and requests before the routes. It limits connections by address and in
 * total: to admit another one, it closes the anonymous connection that has been idle the longest,
 * so that idle connections do not keep out other clients. It limits the requests of a connection: a
 * few are in progress, some wait, and waiting requests are started in turn over all connections, a
 * bounded number per turn of the event loop.
 */
export class ConnectionGate {
  readonly #options: ConnectionGateOptions;
  readonly #connections = new Map<Socket, HttpConnection>();
  /** Open connections, including WebSockets and refused upgrades. */
  readonly #open = new Set<Socket>();
  /** Anonymous connections, the longest idle first. */
  readonly #anonymous = new Set<HttpConnection>();
  readonly #anonymousOf = new Map<string, Set<HttpConnection>>();
  readonly #ofUser = new Map<string, number>();
  #ready: HttpConnection[] = [];
  #isTurnPlanned = false;
  #isDraining = false;
  #handler: RequestListener = () => undefined;

  constructor(options: ConnectionGateOptions) {
    this.#options = options;
  }

  /** Open HTTP connections, without WebSockets. */
  get connectionCount(): number {
    return this.#connections.size;
  }

  /**
   * Takes over the requests of a server, which are passed to `handler`. Its connections are given
   * to `admit`.
   */
  guard(server: Server, handler: RequestListener): void {
    this.#handler = handler;
    server.maxConnections = this.#options.limits.socketsMax;
    server.on("drop", () => this.#options.onFull?.(this.#options.limits.socketsMax));
    server.on("request", (request, response) => this.#receive({ request, response }));
    server.on("upgrade", (request) => this.#remove(request.socket));
  }

  /**
   * Records that the user signed a request on the connection: it is no longer closed for others.
   */
  belongsTo(socket: Socket, uid: string): void {
    const connection = this.#connections.get(socket);
    if (connection === undefined || connection.uid !== undefined) return;
    const count = this.#ofUser.get(uid) ?? 0;
    if (count >= this.#options.limits.connectionsPerUser) return;
    this.#ofUser.set(uid, count + 1);
    this.#forgetAnonymous(connection);
    connection.uid = uid;
  }

  /**
   * Ends the connections: those without a complete request immediately, others after their last
   * response, the remaining ones after `DRAIN_MS`, including WebSockets. Connections accepted
   * meanwhile are cut.
   */
  drain(): void {
    this.#isDraining = true;
    for (const connection of this.#connections.values()) {
      if (connection.isIdle) connection.socket.destroy();
    }
    setTimeout(() => {
      for (const socket of this.#open) socket.destroy();
    }, DRAIN_MS).unref();
  }

  /** Admits a connection, or destroys it. */
  admit(socket: Socket): void {
    if (this.#isDraining) {
      socket.destroy();
      return;
    }
    const { addresses, limits } = this.#options;
    const address = peerAddress(socket.remoteAddress);
    const network = addresses.isTrusted(address) ? undefined : limitedNetwork(address);
    const anonymous = network === undefined ? undefined : this.#anonymousOf.get(network);
    if (anonymous !== undefined && anonymous.size >= limits.anonymousPerAddress) {
      this.#closeIdle(anonymous);
    }
    const isFull =
      this.#connections.size >= limits.connectionsMax || this.#open.size >= limits.socketsMax - 1;
    if (isFull) {
      this.#options.onFull?.(Math.min(limits.connectionsMax, limits.socketsMax));
      if (!this.#closeIdle(this.#anonymous)) {
        socket.destroy();
        return;
      }
    }
    const connection = new HttpConnection(socket, network);
    this.#connections.set(socket, connection);
    this.#addAnonymous(connection);
    this.#open.add(socket);
    socket.once("close", () => {
      this.#open.delete(socket);
      this.#remove(socket);
    });
  }

  #remove(socket: Socket): void {
    const connection = this.#connections.get(socket);
    if (connection === undefined) return;
    this.#connections.delete(socket);
    connection.waiting.length = 0;
    if (connection.uid === undefined) this.#forgetAnonymous(connection);
    else this.#forgetUser(connection.uid);
  }

  #forgetUser(uid: string): void {
    const left = (this.#ofUser.get(uid) ?? 1) - 1;
    if (left > 0) this.#ofUser.set(uid, left);
    else this.#ofUser.delete(uid);
  }

  #addAnonymous(connection: HttpConnection): void {
    this.#anonymous.add(connection);
    const { network } = connection;
    if (network === undefined) return;
    const ofNetwork = this.#anonymousOf.get(network) ?? new Set();
    this.#anonymousOf.set(network, ofNetwork.add(connection));
  }

  #forgetAnonymous(connection: HttpConnection): void {
    this.#anonymous.delete(connection);
    const { network } = connection;
    const ofNetwork = network === undefined ? undefined : this.#anonymousOf.get(network);
    if (network === undefined || ofNetwork === undefined) return;
    ofNetwork.delete(connection);
    if (ofNetwork.size === 0) this.#anonymousOf.delete(network);
  }

  /** Closes one of the connections; returns false if there is none. */
  #closeIdle(connections: Iterable<HttpConnection>): boolean {
    let chosen: HttpConnection | undefined;
    let sought = 0;
    for (const connection of connections) {
      chosen ??= connection;
      sought += 1;
      if (connection.isIdle) chosen = connection;
      if (connection.isIdle || sought === IDLE_SOUGHT_MAX) break;
    }
    if (chosen === undefined) return false;
    this.#remove(chosen.socket);
    chosen.socket.destroy();
    return true;
  }

  #receive(exchange: Exchange): void {
    const { request } = exchange;
    const connection = this.#connections.get(request.socket);
    if (connection === undefined || connection.isOverrun) return;
    this.#used(connection);
    if (this.#options.hosts?.admits(request.headers.host) === false) {
      this.#refuse(exchange, wireError("403"));
    } else if (
      connection.underWay < this.#options.limits.underWayMax &&
      connection.waiting.length === 0
    ) {
      this.#start(connection, exchange);
    } else if (connection.waiting.length < this.#options.limits.waitingMax) {
      connection.waiting.push(exchange);
    } else {
      connection.isOverrun = true;
      this.#refuse(exchange, wireError("429"));
    }
  }

  /** Moves an anonymous connection behind those that have been idle for longer. */
  #used(connection: HttpConnection): void {
    if (connection.uid !== undefined) return;
    this.#forgetAnonymous(connection);
    this.#addAnonymous(connection);
  }

  /**
   * Counts a request that is served past the handler, on a connection that carries one at a time.
   * Returns false if the connection is no longer admitted.
   */
  begin(socket: Socket): boolean {
    const connection = this.#connections.get(socket);
    if (connection === undefined) return false;
    this.#used(connection);
    connection.underWay += 1;
    return true;
  }

  /** Records the answer of a request for which `begin` returned true. */
  ended(socket: Socket): void {
    const connection = this.#connections.get(socket);
    if (connection !== undefined) this.#ended(connection);
  }

  #start(connection: HttpConnection, { request, response }: Exchange): void {
    connection.underWay += 1;
    response.once("close", () => this.#ended(connection));
    this.#handler(request, response);
  }

  #ended(connection: HttpConnection): void {
    connection.underWay -= 1;
    if (connection.waiting.length > 0) this.#plan(connection);
    else if (this.#isDraining && connection.isIdle) connection.socket.destroySoon();
  }

  #plan(connection: HttpConnection): void {
    if (connection.isPlanned) return;
    connection.isPlanned = true;
    this.#ready.push(connection);
    this.#planTurn();
  }

  #planTurn(): void {
    if (this.#isTurnPlanned) return;
    this.#isTurnPlanned = true;
    setImmediate(() => this.#turn());
  }

  #turn(): void {
    this.#isTurnPlanned = false;
    const starting = this.#ready.splice(0, STARTS_PER_TURN);
    for (const connection of starting) {
      connection.isPlanned = false;
      const next = connection.waiting.shift();
      if (next === undefined) continue;
      this.#start(connection, next);
      const hasRoom = connection.underWay < this.#options.limits.underWayMax;
      if (hasRoom && connection.waiting.length > 0) this.#plan(connection);
    }
    if (this.#ready.length > 0) this.#planTurn();
  }

  /** Responds instead of the routes and closes the connection. */
  #refuse({ request, response }: Exchange, error: WireError): void {
    const body = errorEnvelope(error, this.#options.nowMs());
    const headers = {
      connection: "close",
      "content-type": "application/json;charset=utf-8",
      "content-length": Buffer.byteLength(body),
      [REQUEST_ID_HEADER]: this.#options.requestIds.of(request),
    };
    response.writeHead(error.status, headers);
    response.end(body);
  }
}
