import { Type } from "typebox";
import { formatTrimmed } from "../../../core/money/decimals.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { fiatOf, P2P_READ, PAIR_FIELDS, tokenOf } from "../../p2p/p2p-request.ts";
import { rejectionError } from "../../rejection-codes.ts";

export const getP2pExchangeRate = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/p2p/exchange-rate"],
  version: "v3",
  summary: "Exchange rate of a token, by which floating prices are set",
  access: P2P_READ,
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object(PAIR_FIELDS),
  response: Type.Object({ rate: Type.String() }),
  handle(context, request) {
    const currency = tokenOf(context, request.token);
    const fiat = fiatOf(context, request.fiat);
    const rate = context.exchange.accounts.p2p.exchangeRate(currency.index, fiat.index);
    if (rate === undefined) return rejectionError("p2p_price_missing", "v3");
    return { rate: formatTrimmed(rate, fiat.decimals) };
  },
});
