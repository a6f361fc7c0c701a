import { Type } from "typebox";
import { wireId } from "../../../../wire/ids.ts";
import type { OrderView } from "../../../../wire/order-view.ts";
import { mixOrderRow, mixOrderRowSchema } from "../../../../wire/v2/mix-order-rows.ts";
import type { PrivateContext } from "../../../http/endpoint.ts";
import { clientOidV2, id, limit } from "../../../http/fields.ts";
import { PAGE_FIELDS } from "../../shared/paging.ts";
import { CONTRACTS_FIELDS } from "../market/contract-fields.ts";

export const SPAN_DAYS_MAX = 90;

export const ORDER_FILTERS = {
  ...CONTRACTS_FIELDS,
  orderId: Type.Optional(id()),
  clientOid: Type.Optional(clientOidV2()),
  ...PAGE_FIELDS,
  limit: limit({ default: 100, max: 100 }),
};

export const orderPage = Type.Object({
  entrustedList: Type.Array(mixOrderRowSchema),
  endId: Type.String({ description: "idLessThan of the next page; empty without rows" }),
});

/** Returns the end of a page; empty without rows. */
export function endIdOf(orders: readonly OrderView[]): string {
  const last = orders.at(-1);
  return last === undefined ? "" : wireId(last.orderId);
}

export function orderPageOf(context: PrivateContext, orders: readonly OrderView[]) {
  const { exchange } = context;
  return {
    entrustedList: orders.flatMap((order) => {
      const instrument = exchange.accounts.instrumentAt(order.instrument);
      return instrument === undefined ? [] : [mixOrderRow(exchange.accounts, instrument, order)];
    }),
    endId: endIdOf(orders),
  };
}
