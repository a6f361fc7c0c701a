/** Replies of v3 to commands of orders, individually and in batches. */

import { type Static, Type } from "typebox";
import { clientIdOf } from "../../../core/base/id-text.ts";
import type { CommandOutcome, OutcomeItem } from "../../../core/base/outcome.ts";
import type { CommandDraft } from "../../../core/commands/commands.ts";
import { wireId } from "../../../wire/ids.ts";
import type { TradeContext } from "../../http/endpoint.ts";
import type { BatchItem } from "../../http/fields.ts";
import { PendingReply } from "../../http/pending-reply.ts";
import { WireError } from "../../http/wire-error.ts";
import type { OrderContext } from "../../orders/order-context.ts";
import { itemExpiryMs } from "../../orders/receive-window.ts";
import { submit } from "../../orders/submitted.ts";
import { rejectionError } from "../../rejection-codes.ts";

/** Orders in one batch (specification, limits). */
export const BATCH_ORDERS_MAX = 20;

export const orderReplySchema = Type.Object({
  orderId: Type.Union([Type.String(), Type.Null()], {
    description: "null when older reduce-only orders were cancelled to make room",
  }),
  clientOid: Type.String(),
});
export type OrderReply = Static<typeof orderReplySchema> & PlacedAt;

export const orderResultSchema = Type.Object({
  orderId: Type.Union([Type.String(), Type.Null()], {
    description: "As the request named it when refused",
  }),
  clientOid: Type.String(),
  code: Type.String({ description: "00000 when done" }),
  msg: Type.String(),
});
export type OrderResult = Static<typeof orderResultSchema> & PlacedAt;

/** Returns the look-ups for order requests of the caller of an endpoint. */
export function orderContextOf(context: TradeContext): OrderContext {
  const { exchange, principal, requestTimeMs } = context;
  return { principal, directory: exchange.accounts, nowMs: requestTimeMs };
}

/**
 * Exchange time at which an order was placed, under a symbol that JSON omits: WebSocket responses
 * carry it, REST responses do not.
 */
export const PLACED_AT_MS = Symbol("placedAtMs");
interface PlacedAt {
  readonly [PLACED_AT_MS]?: number;
}

/** Returns the reply to a placed order. */
export function placedReply(
  outcome: CommandOutcome,
  clientOid: string | undefined,
): OrderReply | WireError {
  if (outcome.rejection !== undefined) return rejectionError(outcome.rejection, "v3");
  const orderId = outcome.replacedReduceOnly ? null : wireId(outcome.id);
  return {
    orderId,
    clientOid: clientIdOf(outcome.id, clientOid ?? ""),
    [PLACED_AT_MS]: outcome.timeMs,
  };
}

/** Returns the reply to a change or cancel of an order, with both ids of the order. */
export function changedReply(
  outcome: CommandOutcome,
  context: TradeContext,
): OrderReply | WireError {
  if (outcome.rejection !== undefined) return rejectionError(outcome.rejection, "v3");
  const order = context.exchange.live.orders.byId(outcome.id);
  return { orderId: wireId(outcome.id), clientOid: order?.clientOrderId ?? "" };
}

/** Ids of an order as a request named them; empty where it did not. */
type SentIds = { readonly orderId: string; readonly clientOid: string };

/** Result of an order that was refused. */
export function failedResult(ids: SentIds, error: WireError): OrderResult {
  return { ...ids, code: error.code, msg: error.message };
}

function done(reply: OrderReply): OrderResult {
  return { ...reply, code: "00000", msg: "success" };
}

function sentIds({ sent }: BatchItem<unknown>): SentIds {
  const { clientOid, orderId } = sent;
  return {
    orderId: typeof orderId === "string" ? orderId : "",
    clientOid: typeof clientOid === "string" ? clientOid : "",
  };
}

/** Conversion of the items of a batch to commands and replies. */
export interface BatchWork<T> {
  command(request: T): CommandDraft;
  reply(outcome: CommandOutcome, request: T): OrderReply | WireError;
  /** As in `SubmitOptions`. */
  readonly urgent?: boolean;
  /** Returns the id that pushes of the amended order repeat. */
  requestId?(request: T): string | undefined;
}

/** Submits one item of a batch. An error that refuses it is its result; others go to `failed`. */
function submitItem<T>(
  context: TradeContext,
  item: BatchItem<T>,
  work: BatchWork<T>,
  end: { done(result: OrderResult): void; failed(thrown: unknown): void },
): void {
  const ids = sentIds(item);
  const failed = (thrown: unknown): void => {
    if (thrown instanceof WireError) end.done(failedResult(ids, thrown));
    else end.failed(thrown);
  };
  if (item.error !== undefined) {
    failed(item.error);
    return;
  }
  const request = item.value;
  const replied = (outcome: CommandOutcome): void => {
    const reply = work.reply(outcome, request);
    end.done(reply instanceof WireError ? failedResult(ids, reply) : done(reply));
  };
  const { exchange, principal, trace } = context;
  try {
    const command = work.command(request);
    const expiresAtMs = itemExpiryMs(context, item.sent);
    const options = { urgent: work.urgent === true, requestId: work.requestId?.(request) };
    submit(
      { exchange, expiresAtMs, principal, trace },
      command,
      { done: replied, failed },
      options,
    );
  } catch (thrown) {
    failed(thrown);
  }
}

/**
 * Submits the items of a batch in order, and replies with one result per item in the same order.
 * An unreadable or refused item does not stop the others.
 */
export function batchResults<T>(
  context: TradeContext,
  items: readonly BatchItem<T>[],
  work: BatchWork<T>,
): PendingReply<OrderResult[] | WireError> {
  const pending = new PendingReply<OrderResult[] | WireError>();
  const results = new Array<OrderResult>(items.length);
  let open = items.length;
  const failed = (thrown: unknown): void => pending.reject(thrown);
  for (const [index, item] of items.entries()) {
    const took = (result: OrderResult): void => {
      results[index] = result;
      open -= 1;
      if (open === 0) pending.resolve(results);
    };
    submitItem(context, item, work, { done: took, failed });
  }
  return pending;
}

/**
 * Returns the results of a command that affected several orders; one that was not placed has no id.
 */
export function itemResults(items: readonly OutcomeItem[]): OrderResult[] {
  return items.map(({ orderId, clientOrderId, rejection }) => {
    const isNone = orderId === 0;
    const clientOid = isNone ? clientOrderId : clientIdOf(orderId, clientOrderId);
    const ids = { orderId: isNone ? "" : wireId(orderId), clientOid };
    return rejection === undefined ? done(ids) : failedResult(ids, rejectionError(rejection, "v3"));
  });
}
