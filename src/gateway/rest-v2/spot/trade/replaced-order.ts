import { Type } from "typebox";

export const replacedOrder = Type.Object({
  orderId: Type.String(),
  clientOid: Type.Union([Type.String(), Type.Null()]),
  success: Type.String({ description: "success or failure" }),
  msg: Type.String({ description: "Reason of a failure" }),
});

export const REPLACE_DESCRIPTION =
  "The old order is cancelled and a new one placed with its terms. When the new one is refused, " +
  "the old one stays cancelled.";

/** Client id in the result: of the new order, else the one that names the old order. */
export interface NamedOrder {
  readonly clientOid?: string;
  readonly newClientOid?: string;
}

function clientOidOf({ clientOid, newClientOid }: NamedOrder): string | null {
  return newClientOid ?? clientOid ?? null;
}

export function acceptedReplacement(orderId: string, named: NamedOrder) {
  return { orderId, clientOid: clientOidOf(named) ?? orderId, success: "success", msg: "" };
}

export function refusedReplacement(msg: string, named: NamedOrder) {
  return { orderId: "", clientOid: clientOidOf(named), success: "failure", msg };
}
