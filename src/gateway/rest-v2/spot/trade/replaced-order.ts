import { Type } from "typebox";

export const replacedOrder = Type.Object({
  orderId: Type.String(),
  clientOid: Type.Union([Type.String(), Type.Null()]),
  success: Type.String({ description: "success or failure" }),
  msg: Type.Union([Type.String(), Type.Null()]),
});

export const REPLACE_DESCRIPTION =
  "The old order is cancelled and a new one placed with its terms. When the new one is refused, " +
  "the old one stays cancelled.";

export function acceptedReplacement(orderId: string, clientOid: string) {
  return { orderId, clientOid: clientOid === "" ? null : clientOid, success: "success", msg: null };
}

export function refusedReplacement(msg: string) {
  return { orderId: "", clientOid: null, success: "failure", msg };
}
