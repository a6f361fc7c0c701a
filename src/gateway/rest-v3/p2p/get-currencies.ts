import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { P2P_READ } from "../../p2p/p2p-request.ts";
import { currenciesOf, currenciesSchema } from "./p2p-currencies.ts";

export const getP2pCurrencies = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/p2p/currencies"],
  version: "v3",
  summary: "Tokens and fiat currencies that are traded, with their bounds",
  access: P2P_READ,
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({}),
  response: currenciesSchema,
  handle(context) {
    return currenciesOf(context.exchange.accounts);
  },
});
