/** How trade operations run the endpoints of REST (websocket.md sections 7 and 8.5). */
import type { Static, TSchema } from "typebox";
import { checkPermission } from "../auth/authenticator.ts";
import type { Principal } from "../auth/principal.ts";
import type { TradeExchange } from "../exchange-access.ts";
import type { TradeContext, TradeEndpoint, TradePayload } from "../http/endpoint.ts";
import { ruleOf } from "../http/endpoint-route.ts";
import { errorAnswerOf } from "../http/error-answer.ts";
import { type ApiVersion, PARAMETER_ERRORS } from "../http/parameter-errors.ts";
import type { WireObject, WireValue } from "../http/strict-json.ts";
import { WireError, wireError } from "../http/wire-error.ts";
import { remainingWindowMs } from "../orders/receive-window.ts";
import type { RateLimiter } from "../rate-limit/rate-limiter.ts";

/** What trade operations reach of the exchange. */
export interface TradeAccess {
  readonly exchange: TradeExchange;
  readonly limiter: RateLimiter;
  /** Time of requests, Unix milliseconds. */
  readonly nowMs: () => number;
  /** How long a command may take to become durable, in milliseconds. */
  readonly windowMs: number;
  /** Told of faults that are ours. */
  readonly reportFault: (error: unknown) => void;
}

/** Where answers go. */
export interface AnswerSink {
  answer(text: string): void;
}

/** One message with op trade of a logged-in connection. */
export interface TradeMessage {
  readonly message: WireObject;
  /** The message as it was received. */
  readonly text: string;
  readonly principal: Principal;
  readonly connection: AnswerSink;
}

/** Longest request id in characters (websocket.md section 8.5). */
const ID_LENGTH_MAX = 64;

/**
 * The id of a request as JSON, with the type the client gave it: numbers are read as their text,
 * so only the message itself tells them apart. Undefined when it is no text and no number.
 */
export function idJsonOf(id: WireValue | undefined, text: string): string | undefined {
  if (typeof id !== "string" || id.length > ID_LENGTH_MAX) return undefined;
  const isNumber = /^-?\d+(\.\d+)?$/.test(id) && !/"id"\s*:\s*"/.test(text);
  return isNumber ? id : jsonText(id);
}

const PLAIN_TEXT = /^[\w.:/#+-]*$/;

/** A text as JSON; most client ids and symbols need no escaping. */
export function jsonText(text: string): string {
  return PLAIN_TEXT.test(text) ? `"${text}"` : JSON.stringify(text);
}

export function isObject(value: WireValue | undefined): value is WireObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A text member of a request; empty when it is absent or no text. */
export function textOf(fields: WireObject, name: string): string {
  const value = fields[name];
  return typeof value === "string" ? value : "";
}

/** Makes the buckets that operations share with their REST endpoints. */
export function defineBuckets(limiter: RateLimiter, endpoints: Iterable<TradeEndpoint>): void {
  for (const { bucket, limit } of endpoints) {
    if (limiter.find(bucket) !== undefined) continue;
    limiter.define({ bucket, per: limit.per, ...ruleOf(limit) });
  }
}

const WRONG_ACCOUNT = { v2: "40085", v3: "40084" } as const satisfies Record<ApiVersion, string>;
const ACCOUNT_OF_VERSION = { v2: "classic", v3: "unified" } as const;

/**
 * Counts one operation in the bucket of its endpoint. Throws 40084 or 40085 for a key of the other
 * kind of account, 40014 without the endpoint's permission, 429 for too many operations.
 */
export function admit(
  limiter: RateLimiter,
  { access, bucket, version }: TradeEndpoint,
  principal: Principal,
): void {
  if (principal.accountKind !== ACCOUNT_OF_VERSION[version]) {
    throw wireError(WRONG_ACCOUNT[version]);
  }
  checkPermission(principal, access.permission);
  if (limiter.take(bucket, principal.uid) < 0) throw wireError("429");
}

/** The context of an operation; `sent` is its request, which may state an earlier end. */
export function tradeContext(
  access: TradeAccess,
  version: ApiVersion,
  principal: Principal,
  sent: WireValue,
): TradeContext {
  const { exchange, windowMs } = access;
  const requestTimeMs = access.nowMs();
  const leftMs = remainingWindowMs({ timestamp: undefined, sent }, requestTimeMs, windowMs);
  return {
    exchange,
    errors: PARAMETER_ERRORS[version],
    realm: principal.realm,
    requestTimeMs,
    expiresAtMs: exchange.commands.nowMs() + leftMs,
    principal,
  };
}

/** What becomes of an operation: exactly one of them is called, once. */
export interface OperationReplies<P> {
  done(reply: P): void;
  failed(error: WireError): void;
}

/** Runs an endpoint and tells its payload, or the error that REST would answer. */
export function runEndpoint<R extends TSchema>(
  access: TradeAccess,
  endpoint: TradeEndpoint<R>,
  request: { readonly context: TradeContext; readonly sent: WireValue },
  replies: OperationReplies<Static<R>>,
): void {
  const settle = (payload: TradePayload<R>): void => {
    if (payload instanceof WireError) replies.failed(payload);
    else replies.done(payload as Static<R>);
  };
  const fail = (thrown: unknown): void => {
    const error = errorAnswerOf(thrown);
    if (error === undefined) access.reportFault(thrown);
    replies.failed(error ?? wireError("40725"));
  };
  try {
    const payload = endpoint.run(request.context, request.sent);
    if (payload instanceof Promise) payload.then(settle).catch(fail);
    else settle(payload);
  } catch (thrown) {
    fail(thrown);
  }
}
