import { Type } from "typebox";
import { withdrawalMembers } from "../../../../wire/custody-rows.ts";
import { uidOf } from "../../../auth/uid.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { clientOidV2, id } from "../../../http/fields.ts";
import { depositRowSchema, RECORD_FIELDS, recordQuery } from "./deposit-page.ts";

export const listWithdrawals = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/spot/wallet/withdrawal-records"],
  version: "v2",
  summary: "Withdrawals of the account, newest first",
  description: "The size includes the fee, except on chains whose addresses are invoices.",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({
    ...RECORD_FIELDS,
    orderId: Type.Optional(id()),
    clientOid: Type.Optional(clientOidV2()),
  }),
  response: Type.Array(
    Type.Object({
      ...depositRowSchema.properties,
      clientOid: Type.String(),
      fee: Type.String({ description: "Below zero" }),
      status: Type.String({ description: "pending_review, pending, success, fail, reject" }),
    }),
  ),
  async handle(context, request) {
    const { accounts, history } = context.exchange;
    const query = recordQuery(context, request, context.principal.userIndex);
    const { rows } = await history.withdrawals({ ...query, clientId: request.clientOid });
    return rows.map((row) => ({
      ...withdrawalMembers(accounts, uidOf, row),
      cTime: String(row.createdAtMs),
      uTime: String(row.updatedAtMs),
    }));
  },
});
