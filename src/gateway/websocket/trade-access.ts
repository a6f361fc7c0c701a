import type { Command, CommandDraft } from "../../core/commands.ts";
import type { CommandOutcome } from "../../core/outcome.ts";
import type { SequencerPort } from "../../sequencer/port.ts";
import type { Principal } from "../auth/principal.ts";
import type { WireObject, WireValue } from "../http/strict-json.ts";
import { overloaded, type WireError, wireError } from "../http/wire-error.ts";
import type { OrderDirectory, OrderInstrument } from "../orders/order-context.ts";
import { remainingWindowMs } from "../orders/receive-window.ts";
import { deadlineOf } from "../orders/submitted.ts";
import type { RateLimiter } from "../rate-limit/rate-limiter.ts";

/** The door for commands: their outcome is told when it is durable. */
export type CommandDoor = {
  submit: SequencerPort<Command, CommandOutcome, never>["submit"];
  nowMs: SequencerPort<Command, CommandOutcome, never>["nowMs"];
};

/** What becomes of a command: exactly one of them is called. */
export interface CommandReplies {
  done(outcome: CommandOutcome): void;
  /** It was not taken, or not durable in time. */
  failed(error: WireError): void;
}

/** What trade operations reach of the exchange. */
export interface TradeAccess {
  readonly commands: CommandDoor;
  readonly directory: OrderDirectory;
  readonly limiter: RateLimiter;
  /** Exchange time, Unix milliseconds. */
  readonly nowMs: () => number;
  /** How long a command may take to become durable, in milliseconds. */
  readonly windowMs: number;
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

/**
 * The directory with the instrument looked up last at hand: orders of one connection mostly name
 * the same one again and again.
 */
export function rememberingDirectory(directory: OrderDirectory): OrderDirectory {
  let known: OrderInstrument | undefined;
  return {
    instrument(realm, category, symbol) {
      const isKnown =
        known?.symbol === symbol && known.category === category && known.realm === realm;
      if (!isKnown) known = directory.instrument(realm, category, symbol);
      return known;
    },
    instrumentAt: (index) => directory.instrumentAt(index),
    currencyAt: (index) => directory.currencyAt(index),
    isIsolated: (user, instrument) => directory.isIsolated(user, instrument),
    isHedge: (user, category) => directory.isHedge(user, category),
    instrumentOfOrder: (user, orderId, clientOrderId) =>
      directory.instrumentOfOrder(user, orderId, clientOrderId),
    backingOfOrder: (user, orderId, clientOrderId) =>
      directory.backingOfOrder(user, orderId, clientOrderId),
  };
}

/** Submits a command; `sent` is the request, whose window begins now unless it states another. */
export function submitCommand(
  access: TradeAccess,
  command: CommandDraft,
  sent: WireObject | undefined,
  replies: CommandReplies,
): void {
  const { commands, nowMs, windowMs } = access;
  const urgent = command.kind === "cancel_order";
  const exchangeMs = commands.nowMs();
  const request = { timestamp: undefined, sent: sent ?? null };
  const expiresAtMs = exchangeMs + remainingWindowMs(request, nowMs(), windowMs);
  const deadline = deadlineOf(expiresAtMs, replies.failed);
  if (!commands.submit(command, replies.done, { urgent, deadline })) replies.failed(overloaded());
}

/** Counts one operation in the bucket it shares with REST; an error when there were too many. */
export function takeOperation(
  limiter: RateLimiter,
  bucket: string,
  principal: Principal,
): WireError | undefined {
  return limiter.take(bucket, principal.uid) < 0 ? wireError("429") : undefined;
}

/** Makes the buckets that operations share with their REST endpoints, each per user and second. */
export function defineBuckets(
  limiter: RateLimiter,
  buckets: Iterable<{ readonly bucket: string; readonly perSecond: number }>,
): void {
  for (const { bucket, perSecond } of buckets) {
    if (limiter.find(bucket) !== undefined) continue;
    limiter.define({ bucket, per: "uid", count: perSecond, perMs: 1000 });
  }
}
