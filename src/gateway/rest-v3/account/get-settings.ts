import { Type } from "typebox";
import { wireCategoryOf } from "../../../wire/words/categories.ts";
import { positionModeWord } from "../../../wire/words/order-words.ts";
import { defineEndpoint } from "../../http/endpoint.ts";

export const getSettings = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/account/settings"],
  version: "v3",
  summary: "Account mode, position mode and leverage",
  access: { kind: "private", permission: "uta_mgt_read" },
  limit: { perSecond: 20, per: "uid" },
  request: Type.Object({}),
  response: Type.Object({
    uid: Type.String(),
    accountMode: Type.String(),
    accountLevel: Type.String({ description: "basic or advanced" }),
    assetMode: Type.String(),
    holdMode: Type.String({ description: "one_way_mode or hedge_mode, of the whole account" }),
    stpMode: Type.String({ description: "What orders use that name none" }),
    symbolConfigList: Type.Array(
      Type.Object({
        category: Type.String(),
        symbol: Type.String(),
        marginMode: Type.String(),
        leverage: Type.String(),
      }),
      { description: "Symbols whose leverage was set, or in which the account has traded" },
    ),
    coinConfigList: Type.Array(Type.Object({ coin: Type.String(), leverage: Type.String() }), {
      description: "Leverage of borrowing, of all coins that are lent",
    }),
  }),
  handle(context) {
    const { accounts } = context.exchange;
    const { uid, userIndex } = context.principal;
    return {
      uid,
      accountMode: "unified",
      accountLevel: accounts.user(userIndex)?.level ?? "basic",
      assetMode: "multi_assets",
      holdMode: positionModeWord(accounts.isHedge(userIndex, "usdt_futures")),
      stpMode: "cancel_maker",
      symbolConfigList: accounts.allSettings(userIndex).map(({ instrument, longLeverage }) => ({
        category: wireCategoryOf(instrument.category),
        symbol: instrument.symbol,
        marginMode: "crossed",
        leverage: String(longLeverage),
      })),
      coinConfigList: accounts.debts.leverages(userIndex).map(({ currency, leverage }) => ({
        coin: currency.code,
        leverage: String(leverage),
      })),
    };
  },
});
