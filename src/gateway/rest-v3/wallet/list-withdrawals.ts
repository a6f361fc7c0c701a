import { Type } from "typebox";
import { withdrawalMembers } from "../../../wire/custody-rows.ts";
import { uidOf } from "../../auth/uid.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { clientOidV2 } from "../../http/fields.ts";
import { RECORD_FIELDS, recordQuery, recordSchema } from "./record-page.ts";

export const listWithdrawals = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/account/withdrawal-records"],
  version: "v3",
  summary: "Withdrawals of the account, newest first",
  description: "orderId takes precedence over clientOid. The size includes the fee.",
  access: { kind: "private", permission: "uta_mgt_read" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({ ...RECORD_FIELDS, clientOid: Type.Optional(clientOidV2()) }),
  response: Type.Array(
    Type.Object({
      ...recordSchema.properties,
      clientOid: Type.String(),
      fee: Type.String({ description: "Below zero" }),
    }),
  ),
  async handle(context, request) {
    const { accounts, history } = context.exchange;
    const query = recordQuery(context, request, context.principal.userIndex);
    const clientId = query.id === undefined ? request.clientOid : undefined;
    const { rows } = await history.withdrawals({ ...query, clientId });
    return rows.map((row) => {
      const { tradeId: recordId, ...members } = withdrawalMembers(accounts, uidOf, row);
      const times = { createdTime: String(row.createdAtMs), updatedTime: String(row.updatedAtMs) };
      return { ...members, recordId, ...times };
    });
  },
});
