import { Type } from "typebox";
import { formatTrimmed } from "../../../core/money/decimals.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { category, symbol } from "../../http/fields.ts";
import { instrumentsOf } from "../instrument-scope.ts";

/** Fee rates are in millionths. */
export const RATE_DECIMALS = 6;

export const getAllFeeRate = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/account/all-fee-rate"],
  version: "v3",
  summary: "Maker and taker fees of all symbols of a category",
  access: { kind: "private", permission: ["uta_mgt_read", "uta_trade_read"] },
  limit: { perSecond: 3, per: "uid" },
  request: Type.Object({ category: category(), symbol: Type.Optional(symbol()) }),
  response: Type.Array(
    Type.Object({
      symbol: Type.String(),
      makerFeeRate: Type.String(),
      takerFeeRate: Type.String(),
    }),
  ),
  handle(context, request) {
    const { exchange, principal } = context;
    return instrumentsOf(context, request.category, request.symbol).map((instrument) => {
      const rates = exchange.accounts.fees.ofUser(principal.userIndex, instrument);
      return {
        symbol: instrument.symbol,
        makerFeeRate: formatTrimmed(rates.makerRate, RATE_DECIMALS),
        takerFeeRate: formatTrimmed(rates.takerRate, RATE_DECIMALS),
      };
    });
  },
});
