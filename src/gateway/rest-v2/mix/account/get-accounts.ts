import { Type } from "typebox";
import { CATEGORY_TRAITS } from "../../../../core/base/word-traits.ts";
import type { AccountOwner } from "../../../../wire/v2/balance-rows.ts";
import { ACCOUNT_FIELDS, mixAccountRow } from "../../../../wire/v2/mix-account-rows.ts";
import { positionModeWord } from "../../../../wire/words/order-words.ts";
import { defineEndpoint, type PrivateContext } from "../../../http/endpoint.ts";
import { coin, productType } from "../../../http/fields.ts";
import { categoryOf, mixInstrument, settleCurrencies } from "../../shared/instruments.ts";
import { CONTRACT_FIELDS } from "../market/contract-fields.ts";

function ownerOf({ principal, realm }: PrivateContext): AccountOwner {
  return { user: principal.userIndex, realm };
}

export const getMixAccounts = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/mix/account/accounts"],
  version: "v2",
  summary: "Futures accounts of a product line, one for each margin coin",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({ productType: productType() }),
  response: Type.Array(
    Type.Object({
      ...ACCOUNT_FIELDS,
      unionTotalMargin: Type.String(),
      unionTotalMagin: Type.String({ description: "As unionTotalMargin" }),
      unionAvailable: Type.String(),
      unionMm: Type.String(),
      assetList: Type.Array(
        Type.Object({ coin: Type.String(), balance: Type.String(), available: Type.String() }),
      ),
    }),
  ),
  handle(context, request) {
    const { accounts } = context.exchange;
    const wallet = CATEGORY_TRAITS[categoryOf(request.productType)].classicWallet;
    return settleCurrencies(context, request.productType).flatMap((index) => {
      const currency = accounts.currencyAt(index);
      if (currency === undefined) return [];
      const account = mixAccountRow(accounts, ownerOf(context), wallet, currency);
      const union = { unionTotalMargin: "", unionTotalMagin: "", unionAvailable: "", unionMm: "" };
      return [{ ...account, ...union, assetList: [] }];
    });
  },
});

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
      ...mixAccountRow(accounts, ownerOf(context), wallet, currency),
      crossedMarginLeverage: settings.longLeverage,
      isolatedLongLever: settings.longLeverage,
      isolatedShortLever: settings.shortLeverage,
      marginMode: settings.marginMode,
      posMode: positionModeWord(accounts.isHedge(user, instrument.category)),
    };
  },
});
