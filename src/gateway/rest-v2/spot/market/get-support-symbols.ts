import { Type } from "typebox";
import { PRODUCT_TYPES } from "../../../../wire/words/categories.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { categoryOf } from "../../shared/instruments.ts";

export const getSupportSymbols = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/spot/market/support-symbols"],
  version: "v2",
  summary: "Pairs and contracts with statistics: all that are listed",
  access: { kind: "public" },
  limit: { perSecond: 1, per: "ip" },
  request: Type.Object({}),
  response: Type.Object({
    spotList: Type.Array(Type.String()),
    futureList: Type.Array(Type.String()),
  }),
  handle(context) {
    const { accounts } = context.exchange;
    const { realm } = context;
    const futures = PRODUCT_TYPES.flatMap((line) =>
      accounts.instrumentsOf(realm, categoryOf(line)),
    );
    return {
      spotList: accounts.instrumentsOf(realm, "spot").map(({ symbol }) => symbol),
      futureList: futures.map(({ symbol }) => symbol),
    };
  },
});
