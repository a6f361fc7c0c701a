import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { depositList, RECORD_FIELDS, recordSchema } from "./record-page.ts";

export const listDeposits = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/account/deposit-records"],
  version: "v3",
  summary: "Deposits of the account, newest first",
  access: { kind: "private", permission: "uta_mgt_read" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object(RECORD_FIELDS),
  response: Type.Array(recordSchema),
  handle(context, request) {
    return depositList(context, request, context.principal.userIndex);
  },
});
