import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { text } from "../../http/fields.ts";
import { ownSubAccount } from "../../users/sub-accounts.ts";
import { depositList, RECORD_FIELDS, recordSchema } from "./record-page.ts";

/** Endpoint of the deposits of a sub-account; clients use both methods (clients.md section 9). */
export const subDepositsEndpoint = (method: "GET" | "POST") =>
  defineEndpoint({
    method,
    paths: ["/api/v3/account/sub-deposit-records"],
    version: "v3",
    summary: "Deposits of a sub-account, newest first",
    access: { kind: "private", permission: "uta_mgt_read" },
    limit: { perSecond: 10, per: "uid", bucket: "sub-deposit-records" },
    request: Type.Object({ subUid: text(), ...RECORD_FIELDS }),
    response: Type.Array(recordSchema),
    handle(context, request) {
      return depositList(context, request, ownSubAccount(context, request.subUid).index);
    },
  });
