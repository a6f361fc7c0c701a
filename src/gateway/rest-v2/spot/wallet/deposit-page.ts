/** Lists of deposits and withdrawals of v2. */
import { Type } from "typebox";
import type { CustodyQuery } from "../../../../projections/history/queries.ts";
import { depositMembers } from "../../../../wire/custody-rows.ts";
import { uidOf } from "../../../auth/uid.ts";
import type { PrivateContext } from "../../../http/endpoint.ts";
import { coin, limit, timestampMs } from "../../../http/fields.ts";
import { idBound, idFilter, PAGE_FIELDS, windowOf } from "../../shared/paging.ts";

const SPAN_DAYS_MAX = 90;

/** Fields of the lists of a user for one of its sub-accounts. */
export const SUB_RECORD_FIELDS = {
  coin: Type.Optional(coin()),
  ...PAGE_FIELDS,
  limit: limit({ default: 20, max: 100 }),
};

/** Fields of the lists of a user; the times are required (rest-v2.md, deposit-records). */
export const RECORD_FIELDS = {
  ...SUB_RECORD_FIELDS,
  startTime: timestampMs(),
  endTime: timestampMs(),
};

interface RecordRequest {
  readonly coin?: string;
  readonly orderId?: string;
  readonly startTime?: number;
  readonly endTime?: number;
  readonly idLessThan?: string;
  readonly limit: number;
}

/** Returns the query for records of a user; throws for an unknown coin or an invalid window. */
export function recordQuery(
  context: PrivateContext,
  request: RecordRequest,
  user: number,
): CustodyQuery {
  const { accounts } = context.exchange;
  const named = request.coin === undefined ? undefined : accounts.currency(request.coin);
  if (request.coin !== undefined && named === undefined) throw context.errors.unknown("coin");
  return {
    ...windowOf(context, request, { spanDaysMax: SPAN_DAYS_MAX }),
    user,
    currency: named?.index,
    id: idFilter(request.orderId),
    idLessThan: idBound(request.idLessThan),
    limit: request.limit,
  };
}

export const depositRowSchema = Type.Object({
  orderId: Type.String(),
  tradeId: Type.String(),
  coin: Type.String(),
  type: Type.String(),
  size: Type.String(),
  status: Type.String({ description: "pending, success, fail" }),
  toAddress: Type.String(),
  fromAddress: Type.String(),
  dest: Type.String({ description: "on_chain, internal_transfer" }),
  chain: Type.String(),
  tag: Type.String(),
  confirm: Type.String(),
  cTime: Type.String(),
  uTime: Type.String(),
});

/** Returns the deposits of a user, newest first. */
export async function depositList(context: PrivateContext, request: RecordRequest, user: number) {
  const { accounts, history } = context.exchange;
  const { rows } = await history.deposits(recordQuery(context, request, user));
  return rows.map((row) => ({
    ...depositMembers(accounts, uidOf, row),
    cTime: String(row.createdAtMs),
    uTime: String(row.updatedAtMs),
  }));
}
