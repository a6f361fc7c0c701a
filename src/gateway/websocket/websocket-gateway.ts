import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import type { Realm } from "../../core/base/vocabulary.ts";
import type { AllowedHosts } from "../address/allowed-hosts.ts";
import type { ClientAddresses } from "../address/client-addresses.ts";
import { limitedNetwork } from "../address/network.ts";
import { realmOf } from "../auth/authenticator.ts";
import { isOwnOrigin } from "../auth/own-page.ts";
import type { Principal } from "../auth/principal.ts";
import { presentedSession } from "../auth/session-cookie.ts";
import { isHttps } from "../http/browser-request.ts";
import { STATUS_CODES } from "../http/node-http.ts";
import type { Taps } from "../inspection/taps.ts";
import { CLOSE, Connection } from "./connection.ts";
import { IncidentCounts } from "./incident-counts.ts";
import { Session, type SessionHost, type SessionOrigin } from "./session.ts";
import type { SocketIncident, SocketRefusal } from "./socket-incident.ts";
import type { TurnFlush } from "./turn-flush.ts";
import { ATTEMPTS_WINDOW_MS } from "./websocket-limits.ts";

/**
 * Every path serves public and private topics of both versions, because some clients know only one
 * path.
 */
export const WEBSOCKET_PATHS = [
  "/ws",
  "/v2/ws/public",
  "/v2/ws/private",
  "/v3/ws/public",
  "/v3/ws/private",
] as const;

/** Prefix of a path that selects the public channels of the demo realm. */
export const DEMO_PREFIX = "/demo";

/** Interval of the search for idle and old connections, in ms. */
const SWEEP_MS = 5_000;

const PATHS: ReadonlySet<string> = new Set(WEBSOCKET_PATHS);

export interface WebSocketGatewayOptions extends SessionHost {
  readonly taps: Taps;
  /** Writes what the connections send. */
  readonly turn: TurnFlush;
  readonly addresses: ClientAddresses;
  /** Absent: every `Host` is admitted. */
  readonly hosts?: AllowedHosts | undefined;
  /** Called for each refused connection and each one that is closed for slow reading. */
  readonly onIncident?: ((incident: SocketIncident) => void) | undefined;
}

/** A connection on which a key has logged in. */
export interface OpenSession {
  readonly path: string;
  readonly address: string;
  readonly principal: Principal;
  /** Times of requests, in ms since 1970. */
  readonly connectedAtMs: number;
  readonly heardAtMs: number;
  readonly subscriptions: number;
}

/** Realm that a path addresses; undefined for an unknown path. */
function realmOfPath(path: string): Realm | undefined {
  const isDemo = path.startsWith(`${DEMO_PREFIX}/`);
  const rest = isDemo ? path.slice(DEMO_PREFIX.length) : path;
  if (!PATHS.has(rest)) return undefined;
  return isDemo ? "demo" : "live";
}

/** Accepts WebSocket connections on an HTTP server and runs their sessions. */
export class WebSocketGateway {
  readonly #options: WebSocketGatewayOptions;
  readonly #library: WebSocketServer;
  readonly #turn: TurnFlush;
  readonly #sessions = new Set<Session>();
  readonly incidents = new IncidentCounts();
  readonly #byNetwork = new Map<string, Set<Session>>();
  #cancelSweep: (() => void) | undefined;

  constructor(options: WebSocketGatewayOptions) {
    this.#options = options;
    this.#turn = options.turn;
    options.limiter.define({
      bucket: "websocket connect",
      per: "ip",
      count: options.limits.attemptsPerAddress,
      perMs: ATTEMPTS_WINDOW_MS,
    });
    this.#library = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      maxPayload: options.limits.messageBytesMax,
      perMessageDeflate: false,
    });
    this.#planSweep();
  }

  /** Open connections. */
  get connectionCount(): number {
    return this.#sessions.size;
  }

  /** Unsent bytes over all connections. */
  get bufferedBytes(): number {
    let bytes = 0;
    for (const session of this.#sessions) bytes += session.bufferedBytes;
    return bytes;
  }

  /** Open subscriptions over all connections. */
  get subscriptionCount(): number {
    let count = 0;
    for (const session of this.#sessions) count += session.subscriptionCount;
    return count;
  }

  /** Messages written to all connections. */
  get messagesSent(): number {
    return this.#turn.framesSent;
  }

  /** Connections that are closing and not yet closed. */
  get closingCount(): number {
    let count = 0;
    for (const session of this.#sessions) if (session.isClosing) count += 1;
    return count;
  }

  /** Takes over the `upgrade` event of a server. */
  attach(server: Server): void {
    server.on("upgrade", (request, socket, head) => this.upgrade(request, socket, head));
  }

  /** Accepts or refuses one upgrade request. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on("error", () => socket.destroy());
    const [path = ""] = (request.url ?? "").split("?", 1);
    const realm = realmOfPath(path);
    const clientIp = this.#options.addresses.of(request);
    if (this.#options.hosts?.admits(request.headers.host) === false) refuse(socket, 403);
    else if (realm === undefined) refuse(socket, 404);
    else this.#admit(request, socket, head, { clientIp, path, realm });
  }

  /** Closes every connection with the reason that clients may connect again later. */
  drain(): void {
    for (const session of this.#sessions) session.close(CLOSE.serviceRestart, "service upgrade");
  }

  /** Ends the sessions of a key that was changed or deleted: the clients must log in again. */
  keyChanged(apiKey: string): void {
    for (const session of this.#sessions) {
      if (session.principal?.keyId !== apiKey) continue;
      session.close(CLOSE.policy, "the API key was changed");
    }
  }

  /** Ends the sessions of a user whose status or permissions changed. */
  accessChanged(userIndex: number): void {
    for (const session of this.#sessions) {
      if (session.principal?.userIndex !== userIndex) continue;
      session.close(CLOSE.policy, "the access of the account was changed");
    }
  }

  /** Connections on which a key of a user has logged in, in the order of connecting. */
  sessionsOf(userIndex: number): OpenSession[] {
    const { clock } = this.#options;
    const elapsedMs = clock.nowMs() - clock.monotonicMs();
    return this.#loggedIn(userIndex).map(({ principal, session }) => ({
      path: session.origin.path,
      address: session.origin.clientIp,
      principal,
      connectedAtMs: Math.floor(elapsedMs + session.openedAtMs),
      heardAtMs: Math.floor(elapsedMs + session.heardAtMs),
      subscriptions: session.subscriptions,
    }));
  }

  /** Ends the sessions of a user for the operator; returns their number. */
  endSessionsOf(userIndex: number): number {
    const sessions = this.#loggedIn(userIndex);
    for (const { session } of sessions) session.close(CLOSE.policy, "the operator ended it");
    return sessions.length;
  }

  #loggedIn(userIndex: number): { readonly session: Session; readonly principal: Principal }[] {
    return [...this.#sessions].flatMap((session) => {
      const { isClosing, principal } = session;
      const isOpen = !isClosing && principal?.userIndex === userIndex;
      return isOpen ? [{ session, principal }] : [];
    });
  }

  /** Drains; connections that do not close in time are cut. */
  stop(): void {
    this.#cancelSweep?.();
    this.#cancelSweep = undefined;
    this.drain();
  }

  /** Cuts every connection at once. */
  cut(): void {
    for (const session of this.#sessions) session.cut();
  }

  #admit(request: IncomingMessage, socket: Duplex, head: Buffer, origin: SessionOrigin): void {
    const reason = this.#refusalOf(origin.clientIp);
    if (reason === undefined) {
      this.#accept(request, socket, head, origin);
      return;
    }
    this.#report({ kind: "refused", address: origin.clientIp, reason });
    refuse(socket, 429);
  }

  #accept(request: IncomingMessage, socket: Duplex, head: Buffer, origin: SessionOrigin): void {
    const { headers } = request;
    const realm = realmOf(headers) === "demo" ? "demo" : origin.realm;
    // Browsers let any page connect and send the cookies: the page is known by its origin alone.
    const isOwn = isOwnOrigin(headers, isHttps(request, this.#options.addresses));
    const session = isOwn ? presentedSession(headers.cookie, realm) : undefined;
    this.#library.handleUpgrade(request, socket, head, (webSocket) => {
      this.#open(webSocket, socket, { ...origin, realm, session });
    });
  }

  #open(webSocket: WebSocket, socket: Duplex, origin: SessionOrigin): void {
    const { limits, clock, taps } = this.#options;
    (socket as Partial<Socket>).setNoDelay?.(true);
    const turn = this.#turn;
    const onSlow = (): void => this.#reportSlow(session, origin.clientIp);
    const connection = new Connection({ webSocket, socket, turn, limits, clock, onSlow, taps });
    const session = new Session(connection, this.#options, origin);
    const network = limitedNetwork(origin.clientIp);
    this.#sessions.add(session);
    const ofNetwork = this.#byNetwork.get(network) ?? new Set();
    this.#byNetwork.set(network, ofNetwork.add(session));
    webSocket.on("message", (bytes: Buffer, isBinary) => {
      if (isBinary) session.receiveBinary();
      else session.receive(bytes.toString("utf8"));
    });
    webSocket.on("ping", () => session.receiveControl());
    webSocket.on("pong", () => session.receiveControl());
    // The library closes the connection after a protocol error; no response can be sent.
    webSocket.on("error", () => undefined);
    webSocket.once("close", () => {
      session.end();
      this.#sessions.delete(session);
      ofNetwork.delete(session);
      if (ofNetwork.size === 0) this.#byNetwork.delete(network);
    });
  }

  #reportSlow({ bufferedBytes, principal }: Session, address: string): void {
    const uid = principal?.uid;
    this.#report({ kind: "slow_reader", address, uid, bufferedBytes });
  }

  #report(incident: SocketIncident): void {
    this.incidents.add(incident);
    this.#options.onIncident?.(incident);
  }

  #refusalOf(clientIp: string): SocketRefusal | undefined {
    const { limits, limiter } = this.#options;
    if (this.#sessions.size >= limits.connectionsMax && !makeRoom(this.#sessions)) {
      return "connections";
    }
    if (limiter.mode === "off") return undefined;
    const network = limitedNetwork(clientIp);
    if (limiter.take("websocket connect", network) < 0) return "attempts_of_address";
    const open = this.#byNetwork.get(network);
    const isAdmitted =
      open === undefined || open.size < limits.connectionsPerAddress || makeRoom(open);
    return isAdmitted ? undefined : "connections_of_address";
  }

  #planSweep(): void {
    this.#cancelSweep = this.#options.clock.after(SWEEP_MS, () => {
      this.#sweep();
      this.#planSweep();
    });
  }

  #sweep(): void {
    const { authenticator, clock, limits } = this.#options;
    const nowMs = clock.monotonicMs();
    for (const session of this.#sessions) {
      if (nowMs - session.heardAtMs > limits.idleMs) {
        session.close(CLOSE.goingAway, "no ping for too long");
      } else if (nowMs - session.openedAtMs > limits.lifetimeMs) {
        session.close(CLOSE.serviceRestart, "connections end after their lifetime");
      } else if (session.principal !== undefined && authenticator.isOver(session.principal)) {
        session.close(CLOSE.policy, "the session is over: sign in again");
      }
    }
  }
}

/**
 * Closes the connection without a login that has been silent the longest, so that such connections
 * do not keep out users who log in. Returns false if every session is logged in or closing.
 */
function makeRoom(sessions: Iterable<Session>): boolean {
  let silent: Session | undefined;
  for (const session of sessions) {
    if (session.principal !== undefined || session.isClosing) continue;
    if (silent === undefined || session.heardAtMs < silent.heardAtMs) silent = session;
  }
  silent?.close(CLOSE.policy, "the connection makes room for another");
  return silent !== undefined;
}

function refuse(socket: Duplex, status: 403 | 404 | 429): void {
  const reason = STATUS_CODES[status] ?? "";
  socket.end(`HTTP/1.1 ${status} ${reason}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}
