import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { text } from "../../http/fields.ts";

export const getBotAssets = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/account/bot-assets"],
  version: "v2",
  summary: "Assets of trading bots: the exchange has none, so the list is empty",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({ accountType: Type.Optional(text()) }),
  response: Type.Array(
    Type.Object({
      coin: Type.String(),
      available: Type.String(),
      equity: Type.String(),
      bonus: Type.String(),
      frozen: Type.String(),
      usdtValue: Type.String(),
    }),
  ),
  handle: () => [],
});
