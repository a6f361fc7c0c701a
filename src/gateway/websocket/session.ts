import type { ChannelClock } from "../../channels/channel-clock.ts";
import type { Realm } from "../../core/base/vocabulary.ts";
import type { Authenticator } from "../auth/authenticator.ts";
import type { Principal } from "../auth/principal.ts";
import type { PresentedSession } from "../auth/session-cookie.ts";
import {
  knowKey,
  parseStrictJson,
  StrictJsonError,
  type WireObject,
  type WireValue,
} from "../http/strict-json.ts";
import { WireError } from "../http/wire-error.ts";
import type { RateLimiter } from "../rate-limit/rate-limiter.ts";
import { SlidingWindow, tolerateJitter } from "../rate-limit/sliding-window.ts";
import { CLOSE, type Connection } from "./connection.ts";
import { errorFrame, LOGIN_FRAME, type SocketCode } from "./control-frames.ts";
import { loginCode, readLogin } from "./login.ts";
import { type SubscriptionAccess, Subscriptions } from "./subscriptions.ts";
import { type TradeMessage, tradeRefusal } from "./trade-access.ts";
import type { TradeOperations } from "./trade-operations.ts";
import type { HeldTrades, TradePacing, UserPace } from "./trade-pacing.ts";
import { SUBSCRIPTION_WINDOW_MS, type WebSocketLimits } from "./websocket-limits.ts";

/** Context shared by the sessions of all connections. */
export interface SessionHost {
  readonly limits: WebSocketLimits;
  readonly clock: ChannelClock;
  readonly limiter: RateLimiter;
  readonly authenticator: Authenticator;
  readonly access: SubscriptionAccess;
  readonly trades: TradeOperations;
  readonly pacing: TradePacing;
  /** Receives internal faults. */
  readonly reportFault: (error: unknown) => void;
}

/** Address and realm of a client connection. */
export interface SessionOrigin {
  readonly clientIp: string;
  /** "demo" if the path or a header selects it; a demo key may log in on any path. */
  readonly realm: Realm;
  /** Path of the connection, without its query. */
  readonly path: string;
  /** Session of the browser, if a page of the exchange opened the connection. */
  readonly session?: PresentedSession | undefined;
}

/** A held trade message, which waits for the answers to earlier ones. */
type HeldTrade = Omit<TradeMessage, "connection">;

for (const name of ["op", "id", "topic", "category", "args"]) knowKey(name);

const OPS = ["login", "subscribe", "unsubscribe", "trade"] as const;
type Op = (typeof OPS)[number];

function isOp(value: WireValue | undefined): value is Op {
  return OPS.includes(value as Op);
}

function isObject(value: WireValue): value is WireObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Protocol of one connection: login, subscriptions, trade operations (websocket.md). */
export class Session implements HeldTrades {
  readonly #connection: Connection;
  readonly #host: SessionHost;
  readonly #origin: SessionOrigin;
  readonly #subscriptions: Subscriptions;
  readonly #messages = new SlidingWindow();
  readonly #subscriptionRequests = new SlidingWindow();
  /** Messages that arrived during the check of a login; undefined when none is running. */
  #waiting: string[] | undefined;
  #principal: Principal | undefined;
  #pace: UserPace | undefined;
  readonly #heldTrades: HeldTrade[] = [];
  /** Trade messages that were handled and not yet answered. */
  #unanswered = 0;
  /** Whether the client sent too much: the connection is closed after the last answer. */
  #isOverLimit = false;
  /** Monotonic time, in ms. */
  readonly openedAtMs: number;
  #heardAtMs: number;

  constructor(connection: Connection, host: SessionHost, origin: SessionOrigin) {
    this.#connection = connection;
    this.#host = host;
    this.#origin = origin;
    this.#subscriptions = new Subscriptions(connection, host.access, host.limits);
    this.openedAtMs = host.clock.monotonicMs();
    this.#heardAtMs = this.openedAtMs;
  }

  get principal(): Principal | undefined {
    return this.#principal;
  }

  get origin(): SessionOrigin {
    return this.#origin;
  }

  /** Number of channels that the client has subscribed to. */
  get subscriptions(): number {
    return this.#subscriptions.count;
  }

  get bufferedBytes(): number {
    return this.#connection.bufferedBytes;
  }

  get isClosing(): boolean {
    return this.#connection.isClosing;
  }

  get subscriptionCount(): number {
    return this.#subscriptions.count;
  }

  /** Time of the last message of the client, by the monotonic clock. */
  get heardAtMs(): number {
    return this.#heardAtMs;
  }

  /** Ends all subscriptions; called once when the connection is closed. */
  end(): void {
    this.#connection.gone();
    this.#heldTrades.length = 0;
    this.#pace?.forget(this);
    this.#subscriptions.closeAll();
  }

  close(code: number, reason: string): void {
    this.#connection.close(code, reason);
  }

  cut(): void {
    this.#connection.cut();
  }

  /** Handles one message. Never throws: every message is answered or closes the connection. */
  receive(text: string): void {
    if (this.#isRefusing) return;
    this.#heardAtMs = this.#host.clock.monotonicMs();
    if (!this.#takeMessage()) return;
    this.#connection.received(text);
    if (text === "ping") {
      this.#connection.answer("pong");
      return;
    }
    this.#handleOrWait(text);
  }

  /** Messages that follow a login wait while it is checked: they may need it. */
  #handleOrWait(text: string): void {
    if (this.#waiting === undefined) this.#handle(text);
    else if (this.#waiting.length < this.#host.limits.messagesWaitingMax) this.#waiting.push(text);
    else this.#overLimit();
  }

  /** Handles a message that is not text. */
  receiveBinary(): void {
    if (this.#isRefusing || !this.#takeMessage()) return;
    this.#connection.answer(errorFrame(30002));
  }

  /**
   * Counts a ping or pong frame of the protocol like a message; the library answers pings. They do
   * not keep a silent connection open (websocket.md section 2).
   */
  receiveControl(): void {
    if (!this.#isRefusing) this.#takeMessage();
  }

  #takeMessage(): boolean {
    const { limiter, limits } = this.#host;
    if (limiter.mode === "off") return true;
    const rule = tolerateJitter({ count: limits.messagesPerSecond, perMs: 1000 });
    if (this.#messages.take(limiter.nowMs(), 1, rule) >= 0) return true;
    this.#overLimit();
    return false;
  }

  /** Whether further messages are ignored. */
  get #isRefusing(): boolean {
    return this.#isOverLimit || this.#connection.isClosing;
  }

  /** Closes the connection once the trade messages that were taken are answered. */
  #overLimit(): void {
    this.#isOverLimit = true;
    this.#connection.pause();
    this.#closeOverLimit();
  }

  #closeOverLimit(): void {
    if (!this.#isOverLimit || this.#unanswered > 0 || this.#heldTrades.length > 0) return;
    this.#connection.answer(errorFrame(30007));
    this.#connection.close(CLOSE.policy, "too many messages");
  }

  #handle(text: string): void {
    if (this.#isRefusing) return;
    try {
      const message = parseStrictJson(text);
      if (isObject(message)) this.#dispatch(message, text);
      else this.#connection.answer(errorFrame(30002));
    } catch (error) {
      this.#connection.answer(errorFrame(30002));
      if (!(error instanceof StrictJsonError)) this.#host.reportFault(error);
    }
  }

  #dispatch(message: WireObject, text: string): void {
    const op = message["op"];
    if (!isOp(op)) {
      this.#connection.answer(errorFrame(30003));
      return;
    }
    switch (op) {
      case "login":
        this.#login(message["args"]);
        break;
      case "trade":
        this.#trade(message, text);
        break;
      case "subscribe":
      case "unsubscribe":
        this.#subscribe(op, message["args"]);
        break;
    }
  }

  #trade(message: WireObject, text: string): void {
    const principal = this.#principal;
    if (principal === undefined) {
      this.#connection.answer(tradeRefusal({ message, text }, 30004));
      return;
    }
    this.#host.authenticator.usedBySession(principal, this.#origin.clientIp);
    const held = { message, text, principal };
    this.#pace ??= this.#host.pacing.of(principal.uid);
    if (this.#pace.isFull) this.#hold(this.#pace, held);
    else this.#handleTrade(this.#pace, held);
  }

  /** Stops reading from the client until the held messages have been handled. */
  #hold(pace: UserPace, held: HeldTrade): void {
    if (this.#heldTrades.length === 0) this.#connection.pause();
    this.#heldTrades.push(held);
    pace.hold(this);
  }

  /** Handles the oldest held message and returns its number of orders; 0 if none is held. */
  handleNext(): number {
    const held = this.#heldTrades.shift();
    if (held === undefined || this.#pace === undefined || this.#connection.isClosing) return 0;
    if (this.#heldTrades.length === 0) this.#resume();
    try {
      return this.#handleTrade(this.#pace, held);
    } catch (error) {
      this.#connection.answer(tradeRefusal(held, 30002));
      this.#host.reportFault(error);
      return 1;
    }
  }

  #resume(): void {
    if (!this.#isOverLimit) this.#connection.resume();
  }

  /** Returns the number of orders in the message, at least 1. */
  #handleTrade(pace: UserPace, { message, text, principal }: HeldTrade): number {
    const { args } = message;
    const orders = Array.isArray(args) ? Math.max(1, args.length) : 1;
    pace.began(orders);
    this.#unanswered += 1;
    const answer = (answered: string): void => {
      this.#connection.answer(answered);
      this.#ended(pace, orders);
    };
    try {
      this.#host.trades.handle({ message, text, principal, connection: { answer } });
    } catch (error) {
      this.#ended(pace, orders);
      throw error;
    }
    return orders;
  }

  #ended(pace: UserPace, orders: number): void {
    this.#unanswered -= 1;
    pace.ended(orders);
    this.#closeOverLimit();
  }

  #subscribe(op: "subscribe" | "unsubscribe", args: WireValue | undefined): void {
    const { limiter, limits } = this.#host;
    const rule = { count: limits.subscriptionRequestsPerHour, perMs: SUBSCRIPTION_WINDOW_MS };
    const isAllowed =
      limiter.mode === "off" || this.#subscriptionRequests.take(limiter.nowMs(), 1, rule) >= 0;
    if (!isAllowed) {
      this.#connection.answer(errorFrame(30006));
      return;
    }
    if (!Array.isArray(args) || args.length === 0 || !args.every(isObject)) {
      this.#connection.answer(errorFrame(30016, "args"));
      return;
    }
    if (Buffer.byteLength(JSON.stringify(args)) > limits.channelBytesMax) {
      this.#connection.answer(errorFrame(30016, "args (too long)"));
      return;
    }
    const caller = { principal: this.#principal, realm: this.#publicRealm() };
    for (const arg of args) {
      if (op === "subscribe") this.#subscriptions.open(arg, caller);
      else this.#subscriptions.close(arg, caller);
    }
  }

  /** Realm of the public channels: that of the address, else that of the key. */
  #publicRealm(): Realm {
    return this.#origin.realm === "demo" ? "demo" : (this.#principal?.realm ?? "live");
  }

  #login(args: WireValue | undefined): void {
    const fields = readLogin(Array.isArray(args) ? args[0] : undefined);
    if (typeof fields === "number") {
      this.#refuseLogin(fields);
      return;
    }
    const { clientIp, realm, session } = this.#origin;
    this.#waiting = [];
    this.#connection.pause();
    const { authenticator } = this.#host;
    const login =
      "bySession" in fields
        ? authenticator.loginBySession({ session, uid: fields.uid, clientIp, realm })
        : authenticator.login({
            ...fields,
            clientIp,
            realm: realm === "demo" ? "demo" : undefined,
          });
    login
      .then(
        (principal) => this.#loggedIn(principal),
        (error: unknown) => this.#loginFailed(error),
      )
      .catch((error: unknown) => this.#host.reportFault(error));
  }

  #loggedIn(principal: Principal): void {
    const known = this.#principal;
    if (known !== undefined && known.keyId !== principal.keyId) {
      this.#refuseLogin(30005);
      return;
    }
    this.#principal = principal;
    this.#connection.keyId = principal.keyId;
    this.#connection.answer(LOGIN_FRAME);
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    this.#resume();
    for (const text of waiting) this.#handleOrWait(text);
  }

  #loginFailed(error: unknown): void {
    if (error instanceof WireError) {
      this.#refuseLogin(loginCode(error));
      return;
    }
    this.#host.reportFault(error);
    this.#refuseLogin(30005);
  }

  #refuseLogin(code: SocketCode): void {
    this.#resume();
    this.#connection.answer(errorFrame(code));
    this.#connection.close(CLOSE.policy, "login failed");
  }
}
