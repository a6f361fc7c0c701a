import { Type } from "typebox";
import { FUTURES_CATEGORIES } from "../../../wire/words/categories.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { category, symbol } from "../../http/fields.ts";
import { oiLimitOf } from "../../market/open-interest-share.ts";
import { instrumentOf } from "../instrument-scope.ts";

export const getOpenInterestLimit = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/account/open-interest-limit"],
  version: "v3",
  summary: "How much of the open interest of a symbol the caller may hold",
  description:
    "The share of open interest at mark, in quote coin, beyond the first position tier. Empty " +
    "without a limit: each account has its own, and market makers are exempt.",
  access: { kind: "private", permission: ["uta_mgt_read", "uta_trade_read"] },
  limit: { perSecond: 5, per: "uid" },
  request: Type.Object({ symbol: symbol(), category: category(FUTURES_CATEGORIES) }),
  response: Type.Object({
    symbol: Type.String(),
    singleUserLimit: Type.String(),
    masterSubLimit: Type.String(),
    marketMakerLimit: Type.String(),
  }),
  handle(context, request) {
    const instrument = instrumentOf(context, request.category, request.symbol);
    return {
      symbol: instrument.symbol,
      singleUserLimit: oiLimitOf(context.exchange, instrument).notionalValue,
      masterSubLimit: "",
      marketMakerLimit: "",
    };
  },
});
