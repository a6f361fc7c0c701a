import { Type } from "typebox";
import { formatTrimmed } from "../../../core/money/decimals.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { coin } from "../../http/fields.ts";
import { P2P_READ, tokenOf } from "../../p2p/p2p-request.ts";

export const getP2pBalance = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/p2p/balance"],
  version: "v3",
  summary: "Funding account and escrow of the user in a token",
  access: P2P_READ,
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({ token: coin() }),
  response: Type.Object({
    token: Type.String(),
    totalBalance: Type.String(),
    frozenBalance: Type.String({ description: "In escrow for sell ads and orders" }),
    availableBalance: Type.String(),
  }),
  handle(context, request) {
    const { code, decimals, index } = tokenOf(context, request.token);
    const { userIndex } = context.principal;
    const { available, escrowed } = context.exchange.accounts.p2p.balance(userIndex, index);
    return {
      token: code,
      totalBalance: formatTrimmed(available + escrowed, decimals),
      frozenBalance: formatTrimmed(escrowed, decimals),
      availableBalance: formatTrimmed(available, decimals),
    };
  },
});
