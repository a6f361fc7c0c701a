import { clientIdOf } from "../../../core/base/id-text.ts";
import type { DraftOf } from "../../../core/commands/commands.ts";
import { URGENT } from "../../../sequencer/port.ts";
import { wireId } from "../../../wire/ids.ts";
import type { PrivateContext } from "../../http/endpoint.ts";
import { WireError } from "../../http/wire-error.ts";
import { type RejectionDialect, rejectionError } from "../../rejection-codes.ts";
import { submitAll } from "./submit.ts";

/** Submits the commands and returns the ids of all plans that they cancelled, possibly none. */
export async function cancelPlans(
  context: PrivateContext,
  commands: readonly DraftOf<"cancel_plans">[],
  dialect: RejectionDialect,
): Promise<{ orderId: string; clientOid: string }[]> {
  const cancelled: { orderId: string; clientOid: string }[] = [];
  for (const outcome of await submitAll(context, commands, URGENT)) {
    if (outcome instanceof WireError) throw outcome;
    const { items = [], rejection } = outcome;
    if (rejection !== undefined && rejection !== "no_plans") {
      throw rejectionError(rejection, dialect);
    }
    for (const { clientOrderId, orderId } of items) {
      cancelled.push({ orderId: wireId(orderId), clientOid: clientIdOf(orderId, clientOrderId) });
    }
  }
  return cancelled;
}
