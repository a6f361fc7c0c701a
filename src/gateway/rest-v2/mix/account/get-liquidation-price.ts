import { Type } from "typebox";
import { priceText } from "../../../../wire/texts.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { decimal } from "../../../http/fields.ts";
import { sizeAtPrice } from "../../../orders/order-sizes.ts";
import { MIX_UNITS } from "../../../orders/v2-orders.ts";
import { mixInstrument } from "../../shared/instruments.ts";
import { OPENING_FIELDS, openingPrice } from "./opening-price.ts";

export const getLiquidationPrice = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/mix/account/liq-price"],
  version: "v2",
  summary: "Where a position would be liquidated if the caller opened it now",
  description:
    "openAmount is a size, as max-open answers it. The estimate counts what the caller holds in " +
    "the contract and, crossed, in its account; a market order opens at the best opposite price.",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 20, per: "uid" },
  request: Type.Object({
    ...OPENING_FIELDS,
    openAmount: decimal(),
    openPrice: Type.Optional(decimal({ description: "Needed for limit orders" })),
  }),
  response: Type.Object({
    liqPrice: Type.String({ description: "By mark price; 0: none" }),
  }),
  handle(context, request) {
    const instrument = mixInstrument(context, request);
    const { posSide: positionSide } = request;
    const price = openingPrice(context, instrument, request);
    const size = sizeAtPrice({ instrument, errors: MIX_UNITS }, request.openAmount, price);
    if (size === 0) throw context.errors.wrong("openAmount");
    const { accounts } = context.exchange;
    const opening = { positionSide, size, price };
    const user = context.principal.userIndex;
    const liquidation = accounts.liquidationPriceAfter(user, instrument, opening);
    return { liqPrice: liquidation === 0 ? "0" : priceText(instrument, liquidation) };
  },
});
