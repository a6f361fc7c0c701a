import { isUtf8 } from "node:buffer";
import { limitedNetwork } from "../address/network.ts";
import { type PrivateAccess, type ReceivedRequest, realmOf } from "../auth/authenticator.ts";
import { requireOwnPage } from "../auth/own-page.ts";
import type { Principal } from "../auth/principal.ts";
import { remainingWindowMs, WINDOW_MS } from "../orders/receive-window.ts";
import type { RateBucket } from "../rate-limit/rate-limiter.ts";
import { type AnswerHeaders, nameWait } from "./answer.ts";
import { browserRequestOf } from "./browser-request.ts";
import type { Call } from "./call.ts";
import type { ConnectionGate } from "./connection-gate.ts";
import {
  CookieAnswer,
  type Endpoint,
  type EndpointLimit,
  JsonText,
  OpenAnswer,
} from "./endpoint.ts";
import { errorEnvelope, successEnvelope } from "./envelope.ts";
import { errorAnswerOf } from "./error-answer.ts";
import type { Gateway } from "./gateway.ts";
import { HISTORY_LAG_HEADER, withHistoryLag } from "./history-lag.ts";
import { NamedRequests } from "./named-requests.ts";
import { PARAMETER_ERRORS } from "./parameter-errors.ts";
import { parseQueryString } from "./query-string.ts";
import { earlyMs, RepeatedRequests } from "./repeated-requests.ts";
import type { EndpointCounts } from "./request-counts.ts";
import { type RequestTrace, SEQ_HEADER } from "./request-trace.ts";
import {
  isWireObject,
  parseStrictJson,
  StrictJsonError,
  type WireObject,
  type WireValue,
} from "./strict-json.ts";
import { WireError, wireError } from "./wire-error.ts";

/**
 * Time for which a read waits for the outcomes of earlier commands of its user, in milliseconds.
 */
const SETTLE_MS = 2_000;

/** Body of a request without one: an object without members. */
const NO_MEMBERS: WireObject = Object.freeze({});

/** A request in progress on a route. */
interface Passage {
  readonly call: Call;
  readonly received: ReceivedRequest;
  readonly acceptedAtMs: number;
  /** Exchange time of acceptance; the window of the request is counted from it. */
  readonly exchangeMs: number;
  readonly trace: RequestTrace;
  /** Calls left in the window of the caller; undefined until the request is counted. */
  remaining: number | undefined;
  /** Whether the sender is a session, or the answer depends on cookies: no cache may keep it. */
  isOfBrowser: boolean;
  /** Key whose signature was verified; undefined until then. */
  keyId: string | undefined;
  /** Monotonic time at the start, in ms; 0 when no tap is open. */
  readonly startedMs: number;
}

/** Count and window of an endpoint's limit. */
export function ruleOf(limit: EndpointLimit): { count: number; perMs: number } {
  return "perSecond" in limit
    ? { count: limit.perSecond, perMs: 1000 }
    : { count: limit.perMinute, perMs: 60_000 };
}

/**
 * Serves the calls of one endpoint: applies the limits of anonymous requests, verifies the received
 * bytes, applies the limits of the user, and only then parses. Synchronous unless the endpoint
 * awaits.
 */
export class EndpointRoute {
  readonly #endpoint: Endpoint;
  readonly #gateway: Gateway;
  readonly #gate: ConnectionGate;
  readonly #bucket: RateBucket;
  readonly #counts: EndpointCounts;
  readonly #repeated: RepeatedRequests | undefined;
  readonly #named: NamedRequests | undefined;

  constructor(endpoint: Endpoint, gateway: Gateway, gate: ConnectionGate) {
    this.#endpoint = endpoint;
    this.#gateway = gateway;
    this.#gate = gate;
    const { bucket, isSecret, limit, once, oncePerClientId } = endpoint;
    this.#bucket = gateway.limiter.define({ bucket, per: limit.per, ...ruleOf(limit) });
    this.#counts = gateway.counts.of(`${endpoint.method} ${endpoint.paths[0]}`);
    const { recoveredMs } = gateway;
    this.#repeated = once ? new RepeatedRequests({ isSecret, recoveredMs }) : undefined;
    this.#named = oncePerClientId ? new NamedRequests() : undefined;
  }

  /**
   * Serves the request; where a request is executed once, not before the time of its timestamp.
   * Everything is checked after the wait.
   */
  serve(call: Call): void {
    const waitMs = this.#repeated === undefined ? 0 : earlyMs(call, this.#gateway.nowMs());
    if (waitMs === 0) this.#serveNow(call);
    else setTimeout(() => this.serve(call), waitMs);
  }

  #serveNow(call: Call): void {
    const passage: Passage = {
      call,
      received: receivedOf(call, this.#gateway.addresses.of(call)),
      exchangeMs: this.#gateway.exchange.commands.nowMs(),
      acceptedAtMs: this.#gateway.nowMs(),
      trace: { id: call.id, seq: 0 },
      remaining: undefined,
      isOfBrowser: false,
      keyId: undefined,
      startedMs: this.#gateway.exchange.taps.isEmpty ? 0 : performance.now(),
    };
    try {
      const payload = this.#process(passage);
      if (payload instanceof Promise) this.#answerLater(passage, payload);
      else this.#answer(passage, payload);
    } catch (error) {
      this.#fail(passage, error);
    }
  }

  #process(passage: Passage): unknown {
    const { access } = this.#endpoint;
    if (access.kind === "private") return this.#processPrivate(passage, access);
    return this.#processPublic(passage, access.sender === "page");
  }

  /**
   * Counts the request by address. A request that is signed with a known key is still served while
   * the overall limit refuses the address, and counts for its user there; the limit of the endpoint
   * is that of the address in either case.
   */
  #processPublic(passage: Passage, isForPages: boolean): unknown {
    const { admission, overall } = this.#gateway;
    const { received } = passage;
    const serve = (): unknown => {
      this.#count(passage, limitedNetwork(received.clientIp));
      if (isForPages) requireOwnPage(received.headers);
      return this.#run(passage, undefined);
    };
    const waitMs = overall.anonymous.admit(limitedNetwork(received.clientIp));
    if (waitMs === 0) return serve();
    const serveUser = (principal: Principal): unknown => {
      this.#countUser(passage, principal);
      return serve();
    };
    const refuse = (): never => {
      throw tooManyRequests(waitMs);
    };
    if (!admission.isKeyKnown(received)) return refuse();
    let principal: Principal | Promise<Principal>;
    try {
      principal = admission.verify(received);
    } catch {
      return refuse();
    }
    return principal instanceof Promise ? principal.then(serveUser, refuse) : serveUser(principal);
  }

  #processPrivate(passage: Passage, access: PrivateAccess): unknown {
    const { admission } = this.#gateway;
    const { received } = passage;
    const waitMs = admission.beforeVerification(received);
    if (waitMs > 0) throw tooManyRequests(waitMs);
    if (passage.call.headers["content-encoding"] !== undefined) throw wireError("415");
    const serve = (principal: Principal): unknown => {
      passage.keyId = principal.keyId;
      passage.isOfBrowser = principal.isSession;
      this.#countUser(passage, principal);
      const { limit } = this.#endpoint;
      this.#count(passage, limit.per === "uid" ? principal.uid : limitedNetwork(received.clientIp));
      return this.#run(passage, principal);
    };
    const principal = admission.verify(received, { access, version: this.#endpoint.version });
    return principal instanceof Promise ? principal.then(serve) : serve(principal);
  }

  /** Counts the request in the overall limit of its user. */
  #countUser(passage: Passage, { uid }: Principal): void {
    this.#gate.belongsTo(passage.call.socket, uid);
    const waitMs = this.#gateway.admission.countUser(uid, this.#endpoint.urgent);
    if (waitMs > 0) throw tooManyRequests(waitMs);
  }

  /** Counts the request in the limit of the endpoint, which is per user or per address. */
  #count(passage: Passage, subject: string): void {
    const remaining = this.#bucket.take(subject);
    if (remaining < 0) throw tooManyRequests(this.#bucket.waitMs(subject));
    passage.remaining = remaining;
  }

  #run(passage: Passage, principal: Principal | undefined): unknown {
    const { call, received } = passage;
    if (call.headers["content-encoding"] !== undefined) throw wireError("415");
    const { clientIp } = received;
    const sent = this.#readSent(received);
    const { admission, exchange } = this.#gateway;
    const requireUnchanged = principal && admission.unchanged(principal);
    const expiresAtMs =
      principal === undefined
        ? passage.acceptedAtMs
        : passage.exchangeMs + this.#remainingMs(passage, sent);
    const context = {
      exchange: withHistoryLag(exchange, passage.trace),
      expiresAtMs,
      trace: passage.trace,
      errors: PARAMETER_ERRORS[this.#endpoint.version],
      realm: principal?.realm ?? realmOf(call.headers),
      clientIp,
      browser: () => {
        passage.isOfBrowser = true;
        return browserRequestOf(call, this.#gateway.addresses);
      },
      requestTimeMs: passage.acceptedAtMs,
      principal,
      requireUnchanged,
    };
    const runNow = (): unknown => this.#endpoint.run(context, sent);
    const named = principal && this.#named;
    const run = named ? () => named.answer(principal.userIndex, sent, runNow) : runNow;
    if (this.#repeated !== undefined) {
      const keyId = principal?.keyId ?? "";
      return this.#repeated.answer({ ...received, keyId }, passage.acceptedAtMs, run);
    }
    const settled = principal && this.#settled(principal);
    if (settled === undefined) return run();
    return settled.then((isSettled) => {
      if (!isSettled) throw outcomesOpen();
      requireUnchanged?.();
      return run();
    });
  }

  #remainingMs({ acceptedAtMs, received }: Passage, sent: WireValue): number {
    const timestamp = received.headers["access-timestamp"];
    const windowMs = this.#gateway.windowMs ?? WINDOW_MS;
    return remainingWindowMs({ timestamp, sent }, acceptedAtMs, windowMs);
  }

  /**
   * Resolves when the outcomes of earlier commands of the user are known. Returns undefined when
   * they already are, and when the endpoint is not a look-up and commands become durable at the
   * usual speed.
   */
  #settled({ userIndex }: Principal): Promise<boolean> | undefined {
    const { method, settles } = this.#endpoint;
    const { commands } = this.#gateway.exchange;
    if (method !== "GET" || !(settles || commands.isSlow())) return undefined;
    return commands.settled(
      (command) => "user" in command && command.user === userIndex,
      SETTLE_MS,
    );
  }

  #readSent({ body, query }: ReceivedRequest): WireValue {
    if (this.#endpoint.method === "GET") return this.#readQuery(query);
    const inBody = this.#readBody(body);
    if (!this.#endpoint.readsQuery || query === "" || !isWireObject(inBody)) return inBody;
    const inQuery = this.#readQuery(query);
    if (Object.keys(inQuery).some((name) => Object.hasOwn(inBody, name))) {
      throw this.#unreadable(new StrictJsonError("a parameter both in the query and in the body"));
    }
    return { ...inQuery, ...inBody };
  }

  #readQuery(query: string): WireObject {
    try {
      return parseQueryString(query);
    } catch (error) {
      throw this.#unreadable(error);
    }
  }

  #readBody(body: Buffer | undefined): WireValue {
    if (body === undefined || body.length === 0) return NO_MEMBERS;
    try {
      if (!isUtf8(body)) throw new StrictJsonError("the text is not UTF-8");
      return parseStrictJson(body.toString("utf8"));
    } catch (error) {
      throw this.#unreadable(error);
    }
  }

  #unreadable(error: unknown): unknown {
    if (!(error instanceof StrictJsonError)) return error;
    return PARAMETER_ERRORS[this.#endpoint.version].unreadable(error.message);
  }

  #answerLater(passage: Passage, payload: Promise<unknown>): void {
    payload.then(
      (value) => {
        try {
          this.#answer(passage, value);
        } catch (error) {
          this.#fail(passage, error);
        }
      },
      (error: unknown) => this.#fail(passage, error),
    );
  }

  #answer(passage: Passage, payload: unknown): void {
    if (payload instanceof WireError) {
      this.#refuse(passage, payload);
      return;
    }
    if (payload instanceof OpenAnswer) {
      this.#counts.add(200, 0);
      passage.call.open(this.#headers(passage, this.#gateway.nowMs()), payload.open);
      return;
    }
    const content: unknown = payload instanceof CookieAnswer ? payload.payload : payload;
    const json = content instanceof JsonText ? content.json : JSON.stringify(content ?? null);
    const envelope = successEnvelope(json, passage.acceptedAtMs);
    const completedAtMs = this.#gateway.nowMs();
    this.#counts.add(200, completedAtMs - passage.acceptedAtMs);
    if (!this.#gateway.exchange.taps.isEmpty) this.#inspect(passage, 200, envelope);
    const headers = this.#headers(passage, completedAtMs);
    if (payload instanceof CookieAnswer) headers["set-cookie"] = payload.cookies;
    passage.call.send(200, envelope, headers);
  }

  #refuse(passage: Passage, error: WireError): void {
    if (error.code === "429") passage.remaining = 0;
    const completedAtMs = this.#gateway.nowMs();
    this.#counts.add(error.status, completedAtMs - passage.acceptedAtMs);
    const headers = this.#headers(passage, completedAtMs);
    const envelope = errorEnvelope(error, passage.acceptedAtMs);
    if (!this.#gateway.exchange.taps.isEmpty) this.#inspect(passage, error.status, envelope);
    nameWait(error, headers);
    passage.call.send(error.status, envelope, headers);
  }

  /**
   * Reports the request and its answer to the taps of its key: the verified one, else the one that
   * a refused request names.
   */
  #inspect(passage: Passage, status: number, answer: string): void {
    const { acceptedAtMs, call, keyId: verified, received, startedMs } = passage;
    const { body, headers, method, path, query } = received;
    const named = headers["access-key"];
    const keyId = verified ?? named;
    if (typeof keyId !== "string") return;
    const { isSecret } = this.#endpoint;
    const about = { keyId, isVerified: verified !== undefined, isSecret, requestId: call.id };
    const sent = { method, path, query, body };
    const answered = { status, answer, acceptedAtMs, startedMs };
    this.#gateway.exchange.taps.answered({ ...about, ...sent, ...answered });
  }

  #fail(passage: Passage, error: unknown): void {
    const answer = errorAnswerOf(error);
    if (answer !== undefined) {
      this.#refuse(passage, answer);
      return;
    }
    const { endpoint } = this.#counts;
    const { clientIp } = passage.received;
    this.#gateway.reportFault(error, { requestId: passage.call.id, endpoint, clientIp });
    if (!passage.call.isAnswered) this.#refuse(passage, wireError("40725"));
  }

  /** Returns the headers of an answer; a request that was not counted has no calls left to name. */
  #headers(passage: Passage, completedAtMs: number): AnswerHeaders {
    const { isOfBrowser, remaining, trace } = passage;
    const headers: AnswerHeaders = isOfBrowser ? { "cache-control": "no-store" } : {};
    if (remaining !== undefined) {
      // Clients pace themselves by this header: without limits it names the whole limit.
      const left = Number.isFinite(remaining) ? remaining : this.#bucket.rule.count;
      headers["x-mbx-used-remain-limit"] = left;
    }
    if (trace.seq > 0) headers[SEQ_HEADER] = trace.seq;
    if (trace.historyLagMs !== undefined) headers[HISTORY_LAG_HEADER] = trace.historyLagMs;
    if (this.#endpoint.version === "v3") {
      headers["x-bg-request-accept-time"] = passage.acceptedAtMs;
      headers["x-bg-response-complete-time"] = completedAtMs;
    }
    return headers;
  }
}

/** The request as received: the bytes that its signature covers. */
function receivedOf(call: Call, clientIp: string): ReceivedRequest {
  const { body, headers, method, url } = call;
  const mark = url.indexOf("?");
  return {
    method,
    path: mark < 0 ? url : url.slice(0, mark),
    query: mark < 0 ? "" : url.slice(mark + 1),
    body,
    headers,
    clientIp,
  };
}

/** The order may still become known: the client can repeat the look-up. */
function outcomesOpen(): WireError {
  const message = "The outcome of an earlier request is not known yet, please try again";
  return new WireError("40015", message, 1);
}

function tooManyRequests(waitMs: number): WireError {
  const { message } = wireError("429");
  return new WireError("429", message, Math.max(1, Math.ceil(waitMs / 1000)));
}
