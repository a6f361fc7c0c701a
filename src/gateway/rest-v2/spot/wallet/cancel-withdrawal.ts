import { Type } from "typebox";
import { submitCancellation } from "../../../custody/withdrawal-request.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { id } from "../../../http/fields.ts";
import { idFilter } from "../../shared/paging.ts";

export const cancelWithdrawal = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/spot/wallet/cancel-withdrawal"],
  version: "v2",
  summary: "Cancel a withdrawal that has not been sent",
  access: { kind: "private", permission: "withdraw" },
  limit: { perSecond: 10, per: "uid" },
  urgent: true,
  request: Type.Object({ orderId: id() }),
  response: Type.String(),
  handle(context, request) {
    const orderId = idFilter(request.orderId);
    return submitCancellation(context, { orderId, clientOid: undefined }, "v2_spot");
  },
});
