import { Type } from "typebox";
import { wordOfWallet } from "../../../wire/words/wallet-words.ts";
import { uidOf } from "../../auth/uid.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { clientOidV2, coin, enumeration, id, limit, text, timestampMs } from "../../http/fields.ts";
import { timeRange } from "../../http/time-range.ts";
import { FAMILY_ROLES, familyTransfers, recordOwner } from "../../users/family-transfers.ts";
import { cursorId, PAGE_ROWS } from "../paging.ts";

/** Longest span of one query, in days (rest-v3.md). */
const SPAN_DAYS_MAX = 90;

export const getSubTransferRecords = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/account/sub-transfer-record"],
  version: "v3",
  summary: "Transfers between the main account and its sub-accounts, newest first",
  description:
    "Of the caller, or of the sub-account subUid of a calling main account: those that it sent " +
    "(initiator) or those that it received (receiver). items and list are the same.",
  access: { kind: "private", permission: "uta_mgt_read" },
  limit: { perSecond: 5, per: "uid" },
  request: Type.Object({
    subUid: Type.Optional(text()),
    role: enumeration(FAMILY_ROLES, { default: "initiator" }),
    coin: Type.Optional(coin()),
    startTime: Type.Optional(timestampMs()),
    endTime: Type.Optional(timestampMs({ description: "At most 90 days after startTime" })),
    clientOid: Type.Optional(clientOidV2()),
    limit: limit({ default: PAGE_ROWS, max: PAGE_ROWS, clamp: true }),
    cursor: Type.Optional(id({ description: "The cursor of the page before" })),
  }),
  response: Type.Object({
    list: Type.Array(recordSchema()),
    items: Type.Array(recordSchema()),
    cursor: Type.String(),
  }),
  async handle(context, request) {
    const owner = recordOwner(context, request.subUid);
    const nowMs = context.exchange.commands.nowMs();
    const rules = { errors: context.errors, nowMs, spanDaysMax: SPAN_DAYS_MAX };
    const { hasMore, records } = await familyTransfers(context, {
      ...{ owner, role: request.role, coin: request.coin, clientOid: request.clientOid },
      ...timeRange(request, rules),
      idLessThan: cursorId(context, request.cursor),
      limit: request.limit,
    });
    const list = records.map((record) => ({
      transferId: record.transferId,
      oldTransferId: record.transferId,
      fromType: wordOfWallet(record.fromWallet),
      toType: wordOfWallet(record.toWallet),
      amount: record.amount,
      coin: record.coin,
      fromUserId: uidOf(record.fromUser),
      toUserId: uidOf(record.toUser),
      status: "Successful",
      clientOid: record.clientOid,
      createdTime: record.time,
      updatedTime: record.time,
    }));
    return { list, items: list, cursor: hasMore ? (list.at(-1)?.transferId ?? "") : "" };
  },
});

function recordSchema() {
  return Type.Object({
    transferId: Type.String(),
    oldTransferId: Type.String(),
    fromType: Type.String(),
    toType: Type.String(),
    amount: Type.String(),
    coin: Type.String(),
    fromUserId: Type.String(),
    toUserId: Type.String(),
    status: Type.String(),
    clientOid: Type.String(),
    createdTime: Type.String(),
    updatedTime: Type.String(),
  });
}
