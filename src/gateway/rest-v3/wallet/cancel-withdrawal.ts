import { Type } from "typebox";
import { idOfWire } from "../../../wire/ids.ts";
import { submitCancellation } from "../../custody/withdrawal-request.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { clientOidV2, id } from "../../http/fields.ts";

export const cancelWithdrawal = defineEndpoint({
  method: "POST",
  paths: ["/api/v3/account/cancel-withdrawal"],
  version: "v3",
  summary: "Cancel a withdrawal that has not been sent, by id or client id",
  access: { kind: "private", permission: "withdraw" },
  limit: { perSecond: 1, per: "uid" },
  urgent: true,
  request: Type.Object({
    orderId: Type.Optional(id()),
    clientOid: Type.Optional(clientOidV2()),
  }),
  response: Type.String(),
  handle(context, { clientOid, orderId }) {
    if (orderId === undefined && clientOid === undefined) {
      throw context.errors.needsOneOf(["orderId", "clientOid"]);
    }
    const withdrawal = orderId === undefined ? undefined : (idOfWire(orderId) ?? 0);
    return submitCancellation(context, { orderId: withdrawal, clientOid }, "v3");
  },
});
