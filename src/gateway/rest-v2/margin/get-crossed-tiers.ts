import { Type } from "typebox";
import { currencyCode } from "../../../wire/listings.ts";
import { rateE6Text } from "../../../wire/texts.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { coin } from "../../http/fields.ts";
import { CROSSED, currencyNamed, marginPath, marginPlace, termsNamed } from "./margin-mode.ts";
import { tierAmount } from "./tier-amount.ts";

export const getCrossedTiers = defineEndpoint({
  method: "GET",
  paths: [marginPath(CROSSED, "tier-data")],
  version: "v2",
  summary: "Tiers of a coin in crossed margin",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 10, per: "ip" },
  request: Type.Object({ coin: coin() }),
  response: Type.Array(
    Type.Object({
      tier: Type.String(),
      leverage: Type.String(),
      coin: Type.String(),
      maxBorrowableAmount: Type.String(),
      maintainMarginRate: Type.String(),
    }),
  ),
  handle(context, request) {
    const place = marginPlace(context, CROSSED, undefined);
    const terms = termsNamed(context, place, currencyNamed(context, request.coin));
    return terms.tiers.map(({ leverage, maintenanceRate }, at) => ({
      tier: String(at + 1),
      leverage: String(leverage),
      coin: currencyCode(context.exchange.accounts, terms.currency),
      maxBorrowableAmount: tierAmount(context, terms, at),
      maintainMarginRate: rateE6Text(maintenanceRate),
    }));
  },
});
