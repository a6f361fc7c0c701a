import { Type } from "typebox";
import { currencyCode } from "../../../../wire/listings.ts";
import { rateE6Text } from "../../../../wire/texts.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { productType } from "../../../http/fields.ts";
import { categoryOf } from "../../shared/instruments.ts";

/** Lights of the interface for the highest rank. */
const LIGHTS = 5;
const WHOLE_E6 = 1_000_000;

function lightsOf(rankE6: number): number {
  return Math.max(1, Math.ceil((rankE6 * LIGHTS) / WHOLE_E6));
}

export const getMixAdlRank = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/mix/position/adlRank"],
  version: "v2",
  summary: "How near each open position of a product line is to being deleveraged",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 5, per: "uid" },
  request: Type.Object({ productType: productType() }),
  response: Type.Array(
    Type.Object({
      symbol: Type.String(),
      marginCoin: Type.String(),
      adlRank: Type.String({ description: "0 to 1, nearer to 1 is earlier" }),
      rank: Type.String({ description: "The same in five steps: 5 is earliest" }),
      holdSide: Type.String(),
    }),
  ),
  handle(context, request) {
    const { exchange, principal } = context;
    const category = categoryOf(request.productType);
    return exchange.accounts
      .deleverageRanks(principal.userIndex)
      .filter(({ instrument }) => instrument.category === category)
      .map(({ instrument, positionSide, rankE6 }) => ({
        symbol: instrument.symbol,
        marginCoin: currencyCode(exchange.accounts, instrument.settle),
        adlRank: rateE6Text(rankE6),
        rank: String(lightsOf(rankE6)),
        holdSide: positionSide,
      }));
  },
});
