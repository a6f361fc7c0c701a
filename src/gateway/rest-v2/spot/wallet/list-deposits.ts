import { Type } from "typebox";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { id } from "../../../http/fields.ts";
import { depositList, depositRowSchema, RECORD_FIELDS } from "./deposit-page.ts";

export const listDeposits = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/spot/wallet/deposit-records"],
  version: "v2",
  summary: "Deposits of the account, newest first",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({ ...RECORD_FIELDS, orderId: Type.Optional(id()) }),
  response: Type.Array(depositRowSchema),
  handle(context, request) {
    return depositList(context, request, context.principal.userIndex);
  },
});
