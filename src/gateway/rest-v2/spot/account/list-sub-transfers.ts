import { Type } from "typebox";
import { wordOfWallet } from "../../../../wire/words/wallet-words.ts";
import { uidOf } from "../../../auth/uid.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { clientOidV2, coin, enumeration, limit, text } from "../../../http/fields.ts";
import { FAMILY_ROLES, familyTransfers, recordOwner } from "../../../users/family-transfers.ts";
import { idBound, PAGE_FIELDS, windowOf } from "../../shared/paging.ts";

const SPAN_DAYS_MAX = 90;

export const listSubTransfers = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/spot/account/sub-main-trans-record"],
  version: "v2",
  summary: "Transfers between the main account and its sub-accounts, newest first",
  description:
    "Of the caller, or of the sub-account subUid of a calling main account: those that it sent " +
    "(initiator), those that it received (receiver), without a role both.",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 20, per: "uid" },
  request: Type.Object({
    coin: Type.Optional(coin()),
    role: Type.Optional(enumeration(FAMILY_ROLES)),
    subUid: Type.Optional(text()),
    clientOid: Type.Optional(clientOidV2()),
    limit: limit({ default: 100, max: 100 }),
    ...PAGE_FIELDS,
  }),
  response: Type.Array(
    Type.Object({
      coin: Type.String(),
      status: Type.String(),
      fromType: Type.String(),
      toType: Type.String(),
      size: Type.String(),
      ts: Type.String(),
      clientOid: Type.String(),
      transferId: Type.String(),
      newTransferId: Type.String(),
      fromUserId: Type.String(),
      toUserId: Type.String(),
    }),
  ),
  async handle(context, request) {
    const owner = recordOwner(context, request.subUid);
    const { records } = await familyTransfers(context, {
      ...{ owner, role: request.role, coin: request.coin, clientOid: request.clientOid },
      ...windowOf(context, request, { spanDaysMax: SPAN_DAYS_MAX }),
      idLessThan: idBound(request.idLessThan),
      limit: request.limit,
    });
    return records.map((record) => ({
      coin: record.coin,
      status: "Successful",
      fromType: wordOfWallet(record.fromWallet),
      toType: wordOfWallet(record.toWallet),
      size: record.amount,
      ts: record.time,
      clientOid: record.clientOid,
      transferId: record.transferId,
      newTransferId: record.transferId,
      fromUserId: uidOf(record.fromUser),
      toUserId: uidOf(record.toUser),
    }));
  },
});
