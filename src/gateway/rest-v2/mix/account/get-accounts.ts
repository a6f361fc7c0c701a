import { Type } from "typebox";
import { CATEGORY_TRAITS } from "../../../../core/base/word-traits.ts";
import { ACCOUNT_FIELDS, mixAccountRow } from "../../../../wire/v2/mix-account-rows.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { productType } from "../../../http/fields.ts";
import { accountCurrencies, categoryOf } from "../../shared/instruments.ts";
import { accountOwner } from "./account-owner.ts";

const NO_UNION = "Of margin in several coins, which v2 accounts do not have";

export const getMixAccounts = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/mix/account/accounts"],
  version: "v2",
  summary: "Futures accounts of a product line, one for each margin coin",
  description: "Practice coins that no contract settles in are accounts of SCOIN-FUTURES.",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({ productType: productType() }),
  response: Type.Array(
    Type.Object({
      ...ACCOUNT_FIELDS,
      unionTotalMagin: Type.String({ description: NO_UNION }),
      unionAvailable: Type.String(),
      unionMm: Type.String(),
      assetList: Type.Array(
        Type.Object({ coin: Type.String(), balance: Type.String(), available: Type.String() }),
        { description: NO_UNION },
      ),
    }),
  ),
  handle(context, request) {
    const { accounts } = context.exchange;
    const wallet = CATEGORY_TRAITS[categoryOf(request.productType)].classicWallet;
    const owner = accountOwner(context);
    return accountCurrencies(context, request.productType, owner.user).map((currency) => {
      const account = mixAccountRow(accounts, owner, wallet, currency);
      const union = { unionTotalMagin: "0", unionAvailable: "0", unionMm: "0" };
      return { ...account, ...union, assetList: [] };
    });
  },
});
