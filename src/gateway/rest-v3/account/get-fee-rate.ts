import { Type } from "typebox";
import { formatTrimmed } from "../../../core/money/decimals.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { category, symbol } from "../../http/fields.ts";
import { instrumentOf } from "../instrument-scope.ts";
import { RATE_DECIMALS } from "./get-all-fee-rate.ts";

export const getFeeRate = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/account/fee-rate"],
  version: "v3",
  summary: "Maker and taker fee of a symbol",
  access: { kind: "private", permission: ["uta_mgt_read", "uta_trade_read"] },
  limit: { perSecond: 3, per: "uid" },
  request: Type.Object({ category: category(), symbol: symbol() }),
  response: Type.Object({ makerFeeRate: Type.String(), takerFeeRate: Type.String() }),
  handle(context, request) {
    const { exchange, principal } = context;
    const instrument = instrumentOf(context, request.category, request.symbol);
    const { makerRate, takerRate } = exchange.accounts.fees.ofUser(principal.userIndex, instrument);
    return {
      makerFeeRate: formatTrimmed(makerRate, RATE_DECIMALS),
      takerFeeRate: formatTrimmed(takerRate, RATE_DECIMALS),
    };
  },
});
