import { Type } from "typebox";
import { formatTrimmed } from "../../../core/money/decimals.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { fiatOf, P2P_READ, PAIR_FIELDS, SIDE_FIELD, tokenOf } from "../../p2p/p2p-request.ts";

export const getP2pAdLimit = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/p2p/ad-limit"],
  version: "v3",
  summary: "Bounds of the quantity of an ad",
  access: P2P_READ,
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({ ...PAIR_FIELDS, side: SIDE_FIELD }),
  response: Type.Object({
    buyMinTokenAmount: Type.String(),
    buyMaxTokenAmount: Type.String({ description: "Also bounded by the level of a merchant" }),
    sellMinTokenAmount: Type.String(),
    sellMaxTokenAmount: Type.String(),
  }),
  handle(context, request) {
    const { p2p } = context.exchange.accounts;
    const { decimals, index } = tokenOf(context, request.token);
    fiatOf(context, request.fiat);
    const least = formatTrimmed(p2p.token(index)?.quantityMin ?? 0n, decimals);
    const most = formatTrimmed(p2p.quantityMax(context.principal.userIndex, index), decimals);
    return {
      ...{ buyMinTokenAmount: least, buyMaxTokenAmount: most },
      ...{ sellMinTokenAmount: least, sellMaxTokenAmount: most },
    };
  },
});
