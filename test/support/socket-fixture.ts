/**
 * A whole exchange behind a listening WebSocket server: the real core and sequencer with a log in
 * memory, live views, channels and connections. Channels and gateway run on a virtual clock.
 */

import { createHmac } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocket } from "ws";
import { AmendmentRequests } from "../../src/channels/private/amendment-requests.ts";
import type { CommandOutcome } from "../../src/core/base/outcome.ts";
import type { AccountKind, Realm, Wallet } from "../../src/core/base/vocabulary.ts";
import type { CommandDraft } from "../../src/core/commands/commands.ts";
import { atoms } from "../../src/core/money/units.ts";
import type { State } from "../../src/core/state.ts";
import { ClientAddresses } from "../../src/gateway/address/client-addresses.ts";
import type { Network } from "../../src/gateway/address/network.ts";
import { Authenticator } from "../../src/gateway/auth/authenticator.ts";
import type { KeyRecord } from "../../src/gateway/auth/key-directory.ts";
import { SecretSeal } from "../../src/gateway/auth/sealed-secret.ts";
import { RequestIds } from "../../src/gateway/http/request-trace.ts";
import { Taps } from "../../src/gateway/inspection/taps.ts";
import { RateLimiter, type RateLimitMode } from "../../src/gateway/rate-limit/rate-limiter.ts";
import {
  createWebSocketGateway,
  type WebSocketExchange,
} from "../../src/gateway/websocket/create-websocket-gateway.ts";
import type { SocketIncident } from "../../src/gateway/websocket/socket-incident.ts";
import {
  WEBSOCKET_LIMITS,
  type WebSocketLimits,
} from "../../src/gateway/websocket/websocket-limits.ts";
import { LiveKeys } from "../../src/main/live-keys.ts";
import { LiveAccounts } from "../../src/projections/live/live-accounts.ts";
import { LiveViews } from "../../src/projections/live/live-views.ts";
import { eventually } from "./eventually.ts";
import {
  applyAccepted,
  type CoreSequencer,
  inMemorySequencer,
  listTestMarkets,
} from "./in-memory-sequencer.ts";
import { START_MS, type TestKey, testKey } from "./test-key.ts";
import { TestMachine } from "./test-machine.ts";
import { VirtualClock } from "./virtual-clock.ts";

/** A message as a client reads it. */
// biome-ignore lint/suspicious/noExplicitAny: tests compare whole messages
export type SocketMessage = any;

/** The kind and world of each user; users are numbered in this order behind the exchange's own. */
const USERS: Readonly<Record<string, readonly [AccountKind, Realm]>> = {
  classic: ["classic", "live"],
  unified: ["unified", "live"],
  demo: ["unified", "demo"],
  maker: ["unified", "live"],
};

const RICH = 1_000_000_000_000_000n;

function walletsOf(kind: AccountKind): readonly Wallet[] {
  return kind === "unified" ? ["unified"] : ["spot", "usdt_futures", "coin_futures"];
}

/** One client connection with all it received. */
export class TestSocket {
  readonly socket: WebSocket;
  readonly texts: string[] = [];
  closed: { readonly code: number; readonly reason: string } | undefined;

  constructor(url: string, headers: Record<string, string> = {}) {
    this.socket = new WebSocket(url, { headers, perMessageDeflate: false });
    this.socket.on("message", (bytes: Buffer) => this.texts.push(bytes.toString("utf8")));
    this.socket.on("close", (code, reason) => {
      this.closed = { code, reason: reason.toString("utf8") };
    });
    this.socket.on("error", () => undefined);
  }

  async opened(): Promise<this> {
    await eventually("the connection is open", () => this.socket.readyState === WebSocket.OPEN);
    return this;
  }

  send(message: unknown): void {
    this.socket.send(typeof message === "string" ? message : JSON.stringify(message));
  }

  /** All messages so far that are JSON. */
  get messages(): SocketMessage[] {
    return this.texts.filter((text) => text !== "pong").map((text) => JSON.parse(text));
  }

  /** The first message that fits, from the `from`-th on. */
  async message(what: string, fits: (message: SocketMessage) => boolean): Promise<SocketMessage> {
    return eventually(what, () => this.messages.find(fits));
  }

  async closing(): Promise<{ readonly code: number; readonly reason: string }> {
    return eventually("the connection is closed", () => this.closed);
  }
}

export interface SocketFixtureOptions {
  readonly mode?: RateLimitMode;
  readonly limits?: Partial<WebSocketLimits>;
  readonly trustedProxies?: readonly Network[];
}

export class SocketFixture implements AsyncDisposable {
  readonly clock: VirtualClock;
  readonly machine: TestMachine;
  readonly live: LiveViews;
  readonly accounts: LiveAccounts;
  readonly amendments = new AmendmentRequests();
  readonly taps = new Taps();
  readonly faults: unknown[] = [];
  readonly incidents: SocketIncident[] = [];
  readonly #keys = new Map<string, TestKey>();
  readonly #server: Server;
  readonly #sockets: TestSocket[] = [];
  readonly #sequencer: CoreSequencer;
  readonly exchange: WebSocketExchange;
  /** The limiter that operations share with REST. */
  readonly limiter: RateLimiter;

  constructor(
    parts: {
      readonly clock: VirtualClock;
      readonly machine: TestMachine;
      readonly sequencer: CoreSequencer;
    },
    options: SocketFixtureOptions,
  ) {
    this.clock = parts.clock;
    this.machine = parts.machine;
    this.#sequencer = parts.sequencer;
    this.live = new LiveViews(this.state.instruments);
    this.accounts = new LiveAccounts(this.state, this.live.orders);
    const nowMs = (): number => this.clock.nowMs();
    this.limiter = new RateLimiter({ mode: options.mode ?? "off", nowMs });
    const seal = new SecretSeal(Buffer.alloc(32, 7));
    const liveKeys = new LiveKeys(this.accounts);
    const find = (apiKey: string) =>
      [...this.#keys.values()].find(({ record }) => record.apiKey === apiKey)?.record ??
      liveKeys.find(apiKey);
    this.exchange = createWebSocketGateway({
      live: this.live,
      accounts: this.accounts,
      history: { candles: async () => ({ rows: [], hasMore: false, appliedSeq: 0 }) },
      commands: this.#sequencer,
      amendments: this.amendments,
      taps: this.taps,
      authenticator: new Authenticator({ keys: { find }, seal, nowMs }),
      limiter: this.limiter,
      addresses: new ClientAddresses(options.trustedProxies),
      clock: this.clock,
      onIncident: (incident) => this.incidents.push(incident),
      requestIds: new RequestIds(START_MS),
      reportFault: (error) => this.faults.push(error),
      ...(options.limits === undefined ? {} : { limits: options.limits }),
    });
    this.#sequencer.onBatch((events) => {
      const words = events.copyWords();
      this.live.onBatch(words);
      this.exchange.onBatch(words);
    });
    this.#server = createServer();
    this.exchange.gateway.attach(this.#server);
  }

  get state(): State {
    return this.machine.state;
  }

  async start(): Promise<void> {
    await listTestMarkets(this.#sequencer);
    for (const [name, [kind, realm]] of Object.entries(USERS))
      await this.#createUser(name, kind, realm);
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
  }

  async #createUser(name: string, accountKind: AccountKind, realm: Realm): Promise<void> {
    const terms = { accountKind, realm, parent: 0, name, openOrdersMax: 1_000_000 };
    const { id: user } = await this.apply({ kind: "create_user", ...terms });
    for (const wallet of walletsOf(accountKind)) {
      for (const currency of this.state.currencies) {
        const money = { user, wallet, currency: currency.index, amount: atoms(RICH) };
        if (!currency.isPractice) await this.apply({ kind: "credit", ...money });
      }
    }
    if (accountKind === "unified") {
      const level = { user, level: "advanced", isByOperator: true } as const;
      await this.apply({ kind: "set_account_level", ...level });
    }
    const uid = String(1_000_000_000 + user);
    this.#keys.set(name, testKey({ uid, userIndex: user, accountKind, realm }));
  }

  userIndex(name: string): number {
    return this.key(name).record.userIndex;
  }

  key(name: string): TestKey {
    const key = this.#keys.get(name);
    if (key === undefined) throw new Error(`a known user, got ${name}`);
    return key;
  }

  /** Gives a user a further key, which logs in under `name`. */
  addKey(name: string, user: string, changes: Partial<KeyRecord>): void {
    const { accountKind, realm, uid, userIndex } = this.key(user).record;
    this.#keys.set(name, testKey({ uid, userIndex, accountKind, realm, ...changes }));
  }

  /** Applies a command; throws when it is rejected. */
  async apply(command: CommandDraft): Promise<CommandOutcome> {
    return applyAccepted(this.#sequencer, command);
  }

  get address(): AddressInfo {
    return this.#server.address() as AddressInfo;
  }

  /** As `closing`, of a client that is no longer read: the server cuts it off after a while. */
  async cutOff(socket: TestSocket): Promise<{ readonly code: number; readonly reason: string }> {
    await eventually("the close frame", () => socket.socket.readyState >= WebSocket.CLOSING);
    this.clock.advance(WEBSOCKET_LIMITS.closingMs);
    return socket.closing();
  }

  async connect(path = "/ws", headers: Record<string, string> = {}): Promise<TestSocket> {
    return this.open(path, headers).opened();
  }

  /** Starts to connect, to a path that may be refused. */
  open(path: string, headers: Record<string, string> = {}): TestSocket {
    const { port } = this.address;
    const socket = new TestSocket(`ws://127.0.0.1:${port}${path}`, headers);
    this.#sockets.push(socket);
    return socket;
  }

  /** The login message of a user at the time of the clock; `changes` spoil it. */
  loginOf(name: string, changes: Readonly<Record<string, unknown>> = {}): SocketMessage {
    const key = this.key(name);
    const timestamp = String(changes["timestamp"] ?? Math.floor(this.clock.nowMs() / 1000));
    const sign = createHmac("sha256", key.secret)
      .update(`${timestamp}GET/user/verify`)
      .digest("base64");
    const { apiKey } = key.record;
    const fields = { apiKey, passphrase: key.passphrase, timestamp, sign, ...changes };
    return { op: "login", args: [fields] };
  }

  /** A connection that is logged in. */
  async login(name: string, path = "/ws"): Promise<TestSocket> {
    const socket = await this.connect(path);
    socket.send(this.loginOf(name));
    await socket.message("the login is answered", ({ event }) => event === "login");
    return socket;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { socket } of this.#sockets) socket.terminate();
    this.exchange.stop();
    await this.#sequencer.stop();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** Starts an exchange with the test listings, index prices, and four rich users. */
export async function socketFixture(options: SocketFixtureOptions = {}): Promise<SocketFixture> {
  const clock = new VirtualClock(START_MS);
  const machine = new TestMachine();
  const sequencer = await inMemorySequencer(machine, () => clock.nowMs());
  const fixture = new SocketFixture({ clock, machine, sequencer }, options);
  await fixture.start();
  return fixture;
}
