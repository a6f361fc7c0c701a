/** Lists of deposits and withdrawals of v3. */
import { Type } from "typebox";
import type { CustodyQuery } from "../../../projections/history/queries.ts";
import { depositMembers } from "../../../wire/custody-rows.ts";
import { idOfWire } from "../../../wire/ids.ts";
import { uidOf } from "../../auth/uid.ts";
import type { PrivateContext } from "../../http/endpoint.ts";
import { coin, id, limit, timestampMs } from "../../http/fields.ts";
import { coinOf } from "../coins.ts";
import { historyPage } from "../paging.ts";

/** Fields of both lists; the times are required (rest-v3.md, deposit-records). */
export const RECORD_FIELDS = {
  coin: Type.Optional(coin()),
  orderId: Type.Optional(id()),
  startTime: timestampMs({ description: "Not before 90 days ago" }),
  endTime: timestampMs({ description: "At most 30 days after startTime" }),
  limit: limit({ default: 20, max: 100, clamp: true }),
  cursor: Type.Optional(id({ description: "orderId of the last row of the page before" })),
};

interface RecordRequest {
  readonly coin?: string;
  readonly orderId?: string;
  readonly startTime: number;
  readonly endTime: number;
  readonly limit: number;
  readonly cursor?: string;
}

/** Returns the query for records of a user; throws for an unknown coin or an invalid page. */
export function recordQuery(
  context: PrivateContext,
  request: RecordRequest,
  user: number,
): CustodyQuery {
  const { orderId } = request;
  return {
    ...historyPage(context, request),
    user,
    currency: request.coin === undefined ? undefined : coinOf(context, request.coin).index,
    id: orderId === undefined ? undefined : (idOfWire(orderId) ?? 0),
  };
}

export const recordSchema = Type.Object({
  orderId: Type.String(),
  recordId: Type.String(),
  coin: Type.String(),
  type: Type.String(),
  dest: Type.String({ description: "on_chain, internal_transfer" }),
  size: Type.String(),
  status: Type.String({ description: "pending, success, fail" }),
  fromAddress: Type.String(),
  toAddress: Type.String(),
  chain: Type.String(),
  tag: Type.String(),
  confirm: Type.String(),
  createdTime: Type.String(),
  updatedTime: Type.String(),
});

/** Returns the deposits of a user, newest first. */
export async function depositList(context: PrivateContext, request: RecordRequest, user: number) {
  const { accounts, history } = context.exchange;
  const { rows } = await history.deposits(recordQuery(context, request, user));
  return rows.map((row) => {
    const { tradeId: recordId, ...members } = depositMembers(accounts, uidOf, row);
    const times = { createdTime: String(row.createdAtMs), updatedTime: String(row.updatedAtMs) };
    return { ...members, recordId, ...times };
  });
}
