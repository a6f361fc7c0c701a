/** Runs REST endpoints as trade operations (websocket.md sections 7 and 8.5). */
import type { Static, TSchema } from "typebox";
import { checkPermission } from "../auth/authenticator.ts";
import type { Principal } from "../auth/principal.ts";
import type { TradeExchange } from "../exchange-access.ts";
import type { TradeContext, TradeEndpoint, TradePayload, TradeResult } from "../http/endpoint.ts";
import { ruleOf } from "../http/endpoint-route.ts";
import { errorAnswerOf } from "../http/error-answer.ts";
import { type ApiVersion, PARAMETER_ERRORS } from "../http/parameter-errors.ts";
import { PendingReply } from "../http/pending-reply.ts";
import type { RequestIds } from "../http/request-trace.ts";
import type { WireObject, WireValue } from "../http/strict-json.ts";
import { WireError, wireError } from "../http/wire-error.ts";
import { remainingWindowMs } from "../orders/receive-window.ts";
import type { RateLimiter } from "../rate-limit/rate-limiter.ts";
import { errorFrame, type SocketCode, socketMessage } from "./control-frames.ts";

/** Parts of the exchange that trade operations use. */
export interface TradeAccess {
  readonly exchange: TradeExchange;
  readonly limiter: RateLimiter;
  /** Time of requests, Unix milliseconds. */
  readonly nowMs: () => number;
  /** Time for a command to become durable, in milliseconds. */
  readonly windowMs: number;
  readonly requestIds: RequestIds;
  /** Receives internal faults. */
  readonly reportFault: (error: unknown, where?: { readonly requestId: string }) => void;
}

/** Receiver of answers. */
export interface AnswerSink {
  answer(text: string): void;
}

/** A message with op trade on a logged-in connection. */
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
 * Returns the id of a request as JSON of the type that the client sent: numbers are parsed as text,
 * so only the message itself distinguishes them. Returns undefined if the id is neither text nor
 * number.
 */
export function idJsonOf(id: WireValue | undefined, text: string): string | undefined {
  if (typeof id !== "string" || id.length > ID_LENGTH_MAX) return undefined;
  const isNumber = /^-?\d+(\.\d+)?$/.test(id) && !/"id"\s*:\s*"/.test(text);
  return isNumber ? id : jsonText(id);
}

const PLAIN_TEXT = /^[\w.:/#+-]*$/;

/** Returns a text as JSON; most client ids and symbols need no escaping. */
export function jsonText(text: string): string {
  return PLAIN_TEXT.test(text) ? `"${text}"` : JSON.stringify(text);
}

export function isObject(value: WireValue | undefined): value is WireObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns a text member of a request; empty if it is absent or not text. */
export function textOf(fields: WireObject, name: string): string {
  const value = fields[name];
  return typeof value === "string" ? value : "";
}

/**
 * Returns the refusal of a trade message that cannot be run. It carries the id of the message, for
 * which the client waits: on v3 beside a code that is text, on v2 within `arg`.
 */
export function tradeRefusal(
  { message, text }: Pick<TradeMessage, "message" | "text">,
  code: SocketCode,
  value = "",
): string {
  const { id, args } = message;
  const idJson = idJsonOf(id, text);
  if (idJson !== undefined) {
    const reason = JSON.stringify(socketMessage(code, value));
    return `{"event":"error","id":${idJson},"code":"${code}","msg":${reason}}`;
  }
  const arg = Array.isArray(args) ? args[0] : undefined;
  const argIdJson = isObject(arg) ? idJsonOf(arg["id"], text) : undefined;
  return errorFrame(code, value, argIdJson === undefined ? undefined : `[{"id":${argIdJson}}]`);
}

/** Creates the buckets that operations share with their REST endpoints. */
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
 * account kind, 40014 without the permission of the endpoint, 429 for too many operations.
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

/** Returns the context of an operation; `sent` is its request, which may name an earlier end. */
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
    trace: { id: access.requestIds.next(), seq: 0 },
  };
}

/** Outcome of an operation: exactly one of them is called, once. */
export interface OperationReplies<P> {
  done(reply: P): void;
  failed(error: WireError): void;
}

/** Runs an endpoint and passes on its payload, or the error that REST would return. */
export function runEndpoint<R extends TSchema>(
  access: TradeAccess,
  endpoint: TradeEndpoint<R>,
  request: { readonly context: TradeContext; readonly sent: WireValue },
  replies: OperationReplies<Static<R>>,
): void {
  const fail = (thrown: unknown): void => {
    const error = errorAnswerOf(thrown);
    if (error === undefined) access.reportFault(thrown, { requestId: request.context.trace.id });
    replies.failed(error ?? wireError("40725"));
  };
  const settle = (payload: TradePayload<R>): void => {
    try {
      if (payload instanceof WireError) replies.failed(payload);
      else replies.done(payload as Static<R>);
    } catch (thrown) {
      fail(thrown);
    }
  };
  let result: TradeResult<R>;
  try {
    result = endpoint.begin(request.context, request.sent);
  } catch (thrown) {
    fail(thrown);
    return;
  }
  if (result instanceof PendingReply) result.receive(settle, fail);
  else if (result instanceof Promise) result.then(settle, fail);
  else settle(result);
}
