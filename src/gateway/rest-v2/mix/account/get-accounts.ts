import { Type } from "typebox";
import { CATEGORY_TRAITS } from "../../../../core/base/word-traits.ts";
import { ACCOUNT_FIELDS, mixAccountRow } from "../../../../wire/v2/mix-account-rows.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { productType } from "../../../http/fields.ts";
import { categoryOf, settleCurrencies } from "../../shared/instruments.ts";
import { accountOwner } from "./account-owner.ts";

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
      const account = mixAccountRow(accounts, accountOwner(context), wallet, currency);
      const union = { unionTotalMargin: "", unionTotalMagin: "", unionAvailable: "", unionMm: "" };
      return [{ ...account, ...union, assetList: [] }];
    });
  },
});
