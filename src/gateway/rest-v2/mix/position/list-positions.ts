import { Type } from "typebox";
import { positionRowSchema } from "../../../../wire/v2/position-rows.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { coin, productType } from "../../../http/fields.ts";
import { categoryOf, settleCurrencies } from "../../shared/instruments.ts";
import { openPositionRows } from "./open-position-rows.ts";

export const listPositions = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/mix/position/all-position"],
  version: "v2",
  summary: "Open positions of a product line",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 5, per: "uid" },
  request: Type.Object({ productType: productType(), marginCoin: Type.Optional(coin()) }),
  response: Type.Array(positionRowSchema),
  handle(context, request) {
    const { accounts } = context.exchange;
    const category = categoryOf(request.productType);
    const { marginCoin } = request;
    const settle = marginCoin === undefined ? undefined : accounts.currency(marginCoin)?.index;
    if (marginCoin !== undefined) {
      const coins = settleCurrencies(context, request.productType);
      if (settle === undefined || !coins.includes(settle)) {
        throw context.errors.unknown("marginCoin");
      }
    }
    return openPositionRows(
      context,
      ({ instrument }) =>
        instrument.category === category && (settle === undefined || instrument.settle === settle),
    );
  },
});
