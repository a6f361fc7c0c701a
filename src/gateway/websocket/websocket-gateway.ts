import { type IncomingMessage, type Server, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import type { Realm } from "../../core/vocabulary.ts";
import { realmOf } from "../auth/authenticator.ts";
import { CLOSE, Connection } from "./connection.ts";
import { TurnFlush } from "./outbox.ts";
import { Session, type SessionHost } from "./session.ts";
import { ATTEMPTS_WINDOW_MS } from "./websocket-limits.ts";

/** Every path serves public and private topics of both versions: some clients know only one. */
export const WEBSOCKET_PATHS = [
  "/ws",
  "/v2/ws/public",
  "/v2/ws/private",
  "/v3/ws/public",
  "/v3/ws/private",
] as const;

/** Before a path it makes the public channels those of the demo world. */
export const DEMO_PREFIX = "/demo";

/** How often idle and old connections are looked for, in ms. */
const SWEEP_MS = 5_000;

const PATHS: ReadonlySet<string> = new Set(WEBSOCKET_PATHS);

export interface WebSocketGatewayOptions extends SessionHost {
  /** Addresses of proxies whose `X-Forwarded-For` is believed; none by default. */
  readonly trustedProxies?: readonly string[];
}

function plainAddress(address: string | undefined): string {
  if (address === undefined) return "";
  return address.startsWith("::ffff:") ? address.slice(7) : address;
}

/** The world a path addresses, or undefined when it is none of ours. */
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
  readonly #turn = new TurnFlush();
  readonly #sessions = new Set<Session>();
  readonly #openPerAddress = new Map<string, number>();
  #cancelSweep: (() => void) | undefined;

  constructor(options: WebSocketGatewayOptions) {
    this.#options = options;
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

  /** Bytes that wait to be sent, over all connections. */
  get bufferedBytes(): number {
    let bytes = 0;
    for (const session of this.#sessions) bytes += session.bufferedBytes;
    return bytes;
  }

  /** Connections that are being closed and have not gone yet. */
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
    const clientIp = this.#addressOf(request);
    if (realm === undefined) refuse(socket, 404);
    else if (!this.#admits(clientIp)) refuse(socket, 429);
    else this.#accept(request, socket, head, { clientIp, realm });
  }

  /** Tells every client that it should connect again elsewhere or later, and closes. */
  drain(): void {
    for (const session of this.#sessions) session.closeForUpgrade();
  }

  /** Ends the sessions of a key that was changed or deleted: they must log in again. */
  keyChanged(apiKey: string): void {
    for (const session of this.#sessions) {
      if (session.principal?.keyId !== apiKey) continue;
      session.close(CLOSE.policy, "the API key was changed");
    }
  }

  /** Drains; connections that linger are cut when they have had their time to close. */
  stop(): void {
    this.#cancelSweep?.();
    this.#cancelSweep = undefined;
    this.drain();
  }

  /** Cuts every connection at once. */
  cut(): void {
    for (const session of this.#sessions) session.cut();
  }

  #accept(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    origin: { readonly clientIp: string; readonly realm: Realm },
  ): void {
    const realm = realmOf(request.headers) === "demo" ? "demo" : origin.realm;
    this.#library.handleUpgrade(request, socket, head, (webSocket) => {
      this.#open(webSocket, socket, { clientIp: origin.clientIp, realm });
    });
  }

  #open(
    webSocket: WebSocket,
    socket: Duplex,
    origin: { readonly clientIp: string; readonly realm: Realm },
  ): void {
    const { limits, clock } = this.#options;
    (socket as Partial<Socket>).setNoDelay?.(true);
    const turn = this.#turn;
    const connection = new Connection({ webSocket, socket, turn, limits, clock });
    const session = new Session(connection, this.#options, origin);
    const { clientIp } = origin;
    this.#sessions.add(session);
    this.#openPerAddress.set(clientIp, (this.#openPerAddress.get(clientIp) ?? 0) + 1);
    webSocket.on("message", (bytes: Buffer, isBinary) => {
      if (isBinary) session.receiveBinary();
      else session.receive(bytes.toString("utf8"));
    });
    // The library closes the connection after a protocol error; there is nobody to answer.
    webSocket.on("error", () => undefined);
    webSocket.once("close", () => {
      session.end();
      this.#sessions.delete(session);
      const left = (this.#openPerAddress.get(clientIp) ?? 1) - 1;
      if (left > 0) this.#openPerAddress.set(clientIp, left);
      else this.#openPerAddress.delete(clientIp);
    });
  }

  #admits(clientIp: string): boolean {
    const { limits, limiter } = this.#options;
    if (this.#sessions.size >= limits.connectionsMax) return false;
    if (limiter.mode === "off") return true;
    if (limiter.take("websocket connect", clientIp) < 0) return false;
    return (this.#openPerAddress.get(clientIp) ?? 0) < limits.connectionsPerAddress;
  }

  #addressOf(request: IncomingMessage): string {
    const direct = plainAddress(request.socket.remoteAddress);
    if (this.#options.trustedProxies?.includes(direct) !== true) return direct;
    const forwarded = request.headers["x-forwarded-for"];
    const last = typeof forwarded === "string" ? forwarded.split(",").at(-1)?.trim() : undefined;
    return last === undefined || last === "" ? direct : plainAddress(last);
  }

  #planSweep(): void {
    this.#cancelSweep = this.#options.clock.after(SWEEP_MS, () => {
      this.#sweep();
      this.#planSweep();
    });
  }

  #sweep(): void {
    const { limits, clock } = this.#options;
    const nowMs = clock.nowMs();
    for (const session of this.#sessions) {
      if (nowMs - session.heardAtMs > limits.idleMs) {
        session.close(CLOSE.goingAway, "no ping for too long");
      } else if (nowMs - session.openedAtMs > limits.lifetimeMs) {
        session.close(CLOSE.serviceRestart, "connections end after their lifetime");
      }
    }
  }
}

function refuse(socket: Duplex, status: 404 | 429): void {
  const reason = STATUS_CODES[status] ?? "";
  socket.end(`HTTP/1.1 ${status} ${reason}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}
