import { Type } from "typebox";
import { id, limit, symbol, timestampMs } from "../../http/fields.ts";

export const SPAN_DAYS_MAX = 90;

export const ORDER_LIST_FIELDS = {
  symbol: symbol(),
  orderId: Type.Optional(id()),
  startTime: Type.Optional(timestampMs()),
  endTime: Type.Optional(timestampMs()),
  limit: limit({ default: 100, max: 500 }),
  idLessThan: Type.Optional(id()),
};
