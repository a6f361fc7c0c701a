import { Type } from "typebox";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { coin } from "../../../http/fields.ts";

export const getCoins = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/spot/public/coins"],
  version: "v2",
  summary: "One or all coins and their chains",
  description: "A coin without chains can be neither deposited nor withdrawn.",
  access: { kind: "public" },
  limit: { perSecond: 3, per: "ip" },
  request: Type.Object({ coin: Type.Optional(coin()) }),
  response: Type.Array(
    Type.Object({
      coinId: Type.String(),
      coin: Type.String(),
      transfer: Type.String({ description: "true or false" }),
      areaCoin: Type.String(),
      chains: Type.Array(Type.Object({ chain: Type.String() })),
    }),
  ),
  handle(context, request) {
    const { accounts } = context.exchange;
    const named = request.coin === undefined ? undefined : accounts.currency(request.coin);
    if (request.coin !== undefined && named === undefined) throw context.errors.unknown("coin");
    const listed = named === undefined ? accounts.currencies() : [named];
    return listed.map(({ index, code }) => ({
      coinId: String(index + 1),
      coin: code,
      transfer: "true",
      areaCoin: "no",
      chains: [],
    }));
  },
});
