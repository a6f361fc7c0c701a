import { Type } from "typebox";
import { enumeration, id, limit, symbol } from "../../http/fields.ts";
import { TPSL_TYPES } from "../../orders/v2-orders.ts";
import { PAGE_FIELDS, RECEIVE_WINDOW_FIELDS } from "../shared/paging.ts";

/** Fields of lists of one symbol or all, by pages of at most 100 rows. */
export const SPOT_LIST_FIELDS = {
  symbol: Type.Optional(symbol()),
  ...PAGE_FIELDS,
  limit: limit({ default: 100, max: 100 }),
};

/** Fields of lists of spot orders, or of those that wait for a trigger price. */
export const SPOT_ORDER_LIST_FIELDS = {
  ...SPOT_LIST_FIELDS,
  orderId: Type.Optional(id()),
  tpslType: enumeration(TPSL_TYPES, { default: "normal" }),
  ...RECEIVE_WINDOW_FIELDS,
};
