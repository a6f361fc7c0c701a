/** Replies of v3 to commands of orders, individually and in batches. */

import { type Static, Type } from "typebox";
import { clientIdOf } from "../../../core/base/id-text.ts";
import type { CommandOutcome, OutcomeItem } from "../../../core/base/outcome.ts";
import type { CommandDraft } from "../../../core/commands/commands.ts";
import type { SubmitOptions } from "../../../sequencer/port.ts";
import { wireId } from "../../../wire/ids.ts";
import type { TradeContext } from "../../http/endpoint.ts";
import type { BatchItem } from "../../http/fields.ts";
import { WireError } from "../../http/wire-error.ts";
import type { OrderContext } from "../../orders/order-context.ts";
import { itemExpiryMs } from "../../orders/receive-window.ts";
import { submitted } from "../../orders/submitted.ts";
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

function refusalOf(thrown: unknown): WireError {
  if (thrown instanceof WireError) return thrown;
  throw thrown;
}

/** Conversion of the items of a batch to commands and replies. */
export interface BatchWork<T> {
  command(request: T): CommandDraft;
  reply(outcome: CommandOutcome, request: T): OrderReply | WireError;
  readonly options?: SubmitOptions;
  /** Returns the id that pushes of the amended order repeat. */
  requestId?(request: T): string | undefined;
}

/**
 * Submits the items of a batch in order, and returns one result per item in the same order. An
 * unreadable or refused item does not stop the others.
 */
export async function batchResults<T>(
  context: TradeContext,
  items: readonly BatchItem<T>[],
  work: BatchWork<T>,
): Promise<OrderResult[]> {
  const results = items.map((item): Promise<OrderResult> | OrderResult => {
    const ids = sentIds(item);
    if (item.error !== undefined) return failedResult(ids, item.error);
    const request = item.value;
    try {
      const command = work.command(request);
      const expiresAtMs = itemExpiryMs(context, item.sent);
      const { exchange, principal, trace } = context;
      const options = { ...work.options, requestId: work.requestId?.(request) };
      return submitted({ exchange, expiresAtMs, principal, trace }, command, options).then(
        (outcome) => {
          const reply = work.reply(outcome, request);
          return reply instanceof WireError ? failedResult(ids, reply) : done(reply);
        },
        (thrown: unknown) => failedResult(ids, refusalOf(thrown)),
      );
    } catch (thrown) {
      return failedResult(ids, refusalOf(thrown));
    }
  });
  return Promise.all(results);
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
