import { Type } from "typebox";
import type { OrderIds } from "../../shared/batch.ts";

export const replacedOrder = Type.Object({
  orderId: Type.String(),
  clientOid: Type.Union([Type.String(), Type.Null()]),
  success: Type.String({ description: "success or failure" }),
  msg: Type.String({ description: "Reason of a failure" }),
});

export const REPLACE_DESCRIPTION =
  "The old order is cancelled and a new one placed with its terms. When the new one is refused, " +
  "the old one stays cancelled.";

/** Client ids in the request: of the old order and of the new one. */
export interface NamedOrder {
  readonly clientOid?: string;
  readonly newClientOid?: string;
}

/** Result of a replacement; the ids are those of the new order. */
export function acceptedReplacement({ orderId = "", clientOid }: OrderIds) {
  return { orderId, clientOid, success: "success", msg: "" };
}

/** Result without a new order: the client id is the one that the request gives. */
export function refusedReplacement(msg: string, { clientOid, newClientOid }: NamedOrder) {
  return { orderId: "", clientOid: newClientOid ?? clientOid ?? null, success: "failure", msg };
}
