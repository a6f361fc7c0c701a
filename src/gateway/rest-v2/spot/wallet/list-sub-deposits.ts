import { Type } from "typebox";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { text } from "../../../http/fields.ts";
import { ownSubAccount } from "../../../users/sub-accounts.ts";
import { depositList, depositRowSchema, SUB_RECORD_FIELDS } from "./deposit-page.ts";

export const listSubDeposits = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/spot/wallet/subaccount-deposit-records"],
  version: "v2",
  summary: "Deposits of a sub-account, newest first",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({ subUid: text(), ...SUB_RECORD_FIELDS }),
  response: Type.Array(depositRowSchema),
  handle(context, request) {
    return depositList(context, request, ownSubAccount(context, request.subUid).index);
  },
});
