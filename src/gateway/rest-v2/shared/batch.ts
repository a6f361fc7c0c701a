/**
 * Batches with partial success: each item succeeds or fails on its own (rest-v2.md, batch answers).
 */

import { Type } from "typebox";
import { clientIdOf } from "../../../core/base/id-text.ts";
import type { CommandOutcome } from "../../../core/base/outcome.ts";
import type { CommandDraft } from "../../../core/commands/commands.ts";
import type { SubmitOptions } from "../../../sequencer/port.ts";
import { wireId } from "../../../wire/ids.ts";
import type { PrivateContext } from "../../http/endpoint.ts";
import type { BatchItem } from "../../http/fields.ts";
import type { WireValue } from "../../http/strict-json.ts";
import { WireError } from "../../http/wire-error.ts";
import { type RejectionDialect, rejectionError } from "../../rejection-codes.ts";
import { submitAll } from "./submit.ts";

/** Most items of one batch of orders or cancels (rest-v2.md). */
export const BATCH_ITEMS_MAX = 50;

const batchSuccess = Type.Object({
  orderId: Type.Optional(Type.String()),
  clientOid: Type.String(),
});
const batchFailure = Type.Object({
  orderId: Type.String(),
  clientOid: Type.String(),
  errorMsg: Type.String(),
  errorCode: Type.String(),
});
export const batchResponse = Type.Object({
  successList: Type.Array(batchSuccess),
  failureList: Type.Array(batchFailure),
});

export interface OrderIds {
  /** Absent when placing a reduce-only order cancelled older ones (Place Order rule 4). */
  readonly orderId?: string;
  readonly clientOid: string;
}

export interface BatchFailure {
  readonly orderId: string;
  readonly clientOid: string;
  readonly errorMsg: string;
  readonly errorCode: string;
}

/** Result of one item, in the order of the request. */
export type ItemResult = OrderIds | BatchFailure;

export interface BatchAnswer {
  successList: OrderIds[];
  failureList: BatchFailure[];
}

export function isFailure(result: ItemResult): result is BatchFailure {
  return "errorCode" in result;
}

/**
 * Returns the two ids of an order as in the response to its placement or cancel. `clientOrderId` is
 * that of the command, possibly empty.
 */
export function orderIds(outcome: CommandOutcome, clientOrderId: string): OrderIds {
  const clientOid = clientIdOf(outcome.id, clientOrderId);
  return outcome.replacedReduceOnly ? { clientOid } : { orderId: wireId(outcome.id), clientOid };
}

/** Returns the first of several sent values that is a text; empty if none is. */
function textOf(...values: readonly (WireValue | undefined)[]): string {
  return values.find((value) => typeof value === "string") ?? "";
}

/**
 * Converts each item to a command, submits the valid ones and returns one result per item. A fault
 * of one item does not affect the others.
 */
export async function runBatch<T, C extends CommandDraft>(
  context: PrivateContext,
  items: readonly BatchItem<T>[],
  rules: {
    readonly dialect: RejectionDialect;
    readonly options?: SubmitOptions;
    toCommand(item: T): C;
    /** Returns the client id for the response to an item that was executed. */
    clientOid(command: C, outcome: CommandOutcome): string;
  },
): Promise<ItemResult[]> {
  const results: (ItemResult | undefined)[] = [];
  const taken: { place: number; command: C }[] = [];
  const fail = (place: number, error: WireError): void => {
    const { sent = {} } = items[place] ?? {};
    results[place] = {
      orderId: textOf(sent["orderId"]),
      clientOid: textOf(sent["clientOid"], sent["clientId"]),
      errorMsg: error.message,
      errorCode: error.code,
    };
  };
  for (const [place, item] of items.entries()) {
    if (item.error !== undefined) {
      fail(place, item.error);
      continue;
    }
    try {
      taken.push({ place, command: rules.toCommand(item.value) });
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      fail(place, error);
    }
  }
  const commands = taken.map(({ command }) => command);
  const outcomes = await submitAll(context, commands, rules.options);
  for (const [index, { place, command }] of taken.entries()) {
    const outcome = outcomes[index];
    if (outcome === undefined) continue;
    if (outcome instanceof WireError) fail(place, outcome);
    else if (outcome.rejection !== undefined) {
      fail(place, rejectionError(outcome.rejection, rules.dialect));
    } else results[place] = orderIds(outcome, rules.clientOid(command, outcome));
  }
  return results.filter((result) => result !== undefined);
}

/** Returns the results in two lists, each in the order of the request. */
export function batchAnswer(results: readonly ItemResult[]): BatchAnswer {
  const successList: OrderIds[] = [];
  const failureList: BatchFailure[] = [];
  for (const result of results) {
    if (isFailure(result)) failureList.push(result);
    else successList.push(result);
  }
  return { successList, failureList };
}
