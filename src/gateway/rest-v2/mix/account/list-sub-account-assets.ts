import { Type } from "typebox";
import { CATEGORY_TRAITS } from "../../../../core/base/word-traits.ts";
import { ACCOUNT_FIELDS, mixAccountRow } from "../../../../wire/v2/mix-account-rows.ts";
import { uidOf } from "../../../auth/uid.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { productType } from "../../../http/fields.ts";
import { callingMain } from "../../../users/sub-accounts.ts";
import { accountCurrencies, categoryOf } from "../../shared/instruments.ts";

export const listMixSubAccountAssets = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/mix/account/sub-account-assets"],
  version: "v2",
  summary: "Futures accounts of the classic sub-accounts, newest sub-account first",
  access: { kind: "private", permission: "read" },
  limit: { perMinute: 6, per: "uid" },
  request: Type.Object({ productType: productType() }),
  response: Type.Array(
    Type.Object({
      userId: Type.Number(),
      assetList: Type.Array(Type.Object(ACCOUNT_FIELDS)),
    }),
  ),
  handle(context, request) {
    const { accounts } = context.exchange;
    const wallet = CATEGORY_TRAITS[categoryOf(request.productType)].classicWallet;
    return accounts
      .subAccountsOf(callingMain(context).index)
      .filter(({ isUnified }) => !isUnified)
      .map(({ index, realm }) => ({
        userId: Number(uidOf(index)),
        assetList: accountCurrencies(context, request.productType, index).map((currency) =>
          mixAccountRow(accounts, { user: index, realm }, wallet, currency),
        ),
      }));
  },
});
