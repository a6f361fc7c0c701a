import { Type } from "typebox";
import { CATEGORY_TRAITS } from "../../../../core/base/word-traits.ts";
import { ACCOUNT_FIELDS, mixAccountRow } from "../../../../wire/v2/mix-account-rows.ts";
import { positionModeWord } from "../../../../wire/words/order-words.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { coin } from "../../../http/fields.ts";
import { mixInstrument } from "../../shared/instruments.ts";
import { CONTRACT_FIELDS } from "../market/contract-fields.ts";
import { accountOwner } from "./account-owner.ts";

export const getMixAccount = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/mix/account/account"],
  version: "v2",
  summary: "The futures account behind a contract, with its leverage and modes",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({ ...CONTRACT_FIELDS, marginCoin: coin() }),
  response: Type.Object({
    ...ACCOUNT_FIELDS,
    crossedMarginLeverage: Type.Number(),
    isolatedLongLever: Type.Number(),
    isolatedShortLever: Type.Number(),
    marginMode: Type.String(),
    posMode: Type.String(),
  }),
  handle(context, request) {
    const { accounts } = context.exchange;
    const user = context.principal.userIndex;
    const instrument = mixInstrument(context, request);
    const currency = accounts.currencyAt(instrument.settle);
    if (currency === undefined) throw context.errors.unknown("marginCoin");
    const settings = accounts.settings(user, instrument);
    const wallet = CATEGORY_TRAITS[instrument.category].classicWallet;
    return {
      ...mixAccountRow(accounts, accountOwner(context), wallet, currency),
      crossedMarginLeverage: settings.longLeverage,
      isolatedLongLever: settings.longLeverage,
      isolatedShortLever: settings.shortLeverage,
      marginMode: settings.marginMode,
      posMode: positionModeWord(accounts.isHedge(user, instrument.category)),
    };
  },
});
