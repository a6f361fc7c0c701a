/** Common parts of all lists of margin records. */
import { Type } from "typebox";
import { wireId } from "../../../wire/ids.ts";
import type { PrivateContext } from "../../http/endpoint.ts";
import { coin, id, limit, timestampMs } from "../../http/fields.ts";
import { idBound, windowOf } from "../shared/paging.ts";
import { currencyFilter, type MarginMode, marginPlace, placeNumber } from "./margin-mode.ts";

const SPAN_DAYS_MAX = 90;

/** Parameters of a list, besides the symbol of an isolated account. */
export const RECORD_PAGE_FIELDS = {
  startTime: Type.Optional(timestampMs()),
  endTime: Type.Optional(timestampMs()),
  limit: limit({ default: 100, max: 500 }),
  idLessThan: Type.Optional(id()),
};
export const COIN_FIELD = { coin: Type.Optional(coin()) };

export const PAGE_END = { maxId: Type.String(), minId: Type.String() };

interface RecordPageRequest {
  readonly symbol?: string;
  readonly startTime?: number;
  readonly endTime?: number;
  readonly limit: number;
  readonly idLessThan?: string;
  readonly coin?: string;
}

/** Returns the query of a list: user, account and page. */
export function recordQuery(context: PrivateContext, mode: MarginMode, request: RecordPageRequest) {
  const place = marginPlace(context, mode, request.symbol);
  return {
    ...windowOf(context, request, { spanDaysMax: SPAN_DAYS_MAX }),
    user: place.user,
    wallet: mode.wallet,
    place: placeNumber(place),
    currency: currencyFilter(context, request.coin),
    limit: request.limit,
    idLessThan: idBound(request.idLessThan),
  };
}

/** Returns the largest and smallest id of a page; empty without rows. */
export function pageEnds(rows: readonly { readonly id: number }[]): {
  maxId: string;
  minId: string;
} {
  const [first, last] = [rows.at(0), rows.at(-1)];
  return {
    maxId: first === undefined ? "" : wireId(first.id),
    minId: last === undefined ? "" : wireId(last.id),
  };
}
