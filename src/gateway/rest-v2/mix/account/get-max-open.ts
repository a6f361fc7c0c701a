import { Type } from "typebox";
import { hasPrice } from "../../../../core/base/word-traits.ts";
import { NO_PRICE } from "../../../../core/money/units.ts";
import { sizeLimitText } from "../../../../wire/sizes.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { decimal } from "../../../http/fields.ts";
import { mixInstrument } from "../../shared/instruments.ts";
import { OPENING_FIELDS, openingPrice } from "./opening-price.ts";

export const getMaxOpen = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/mix/account/max-open"],
  version: "v2",
  summary: "The largest order of a side that the caller can place now",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 20, per: "uid" },
  request: Type.Object({
    ...OPENING_FIELDS,
    openPrice: Type.Optional(decimal({ description: "Needed for limit orders" })),
  }),
  response: Type.Object({ maxOpen: Type.String() }),
  handle(context, request) {
    const instrument = mixInstrument(context, request);
    const { orderType } = request;
    const price = openingPrice(context, instrument, request);
    const order = {
      isBuy: request.posSide === "long",
      price: hasPrice(orderType) ? price : NO_PRICE,
    };
    const user = context.principal.userIndex;
    const max = context.exchange.accounts.openingCapacity(user, instrument, order);
    return { maxOpen: sizeLimitText(instrument, max, price) };
  },
});
