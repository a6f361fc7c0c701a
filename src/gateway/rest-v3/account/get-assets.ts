import { Type } from "typebox";
import { accountRow, accountRowSchema } from "../../../wire/v3/account-rows.ts";
import { defineEndpoint } from "../../http/endpoint.ts";

export const getAssets = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/account/assets"],
  version: "v3",
  summary: "Equity, margin and balances of the unified account",
  description:
    "Totals are in US dollars at index prices. effEquity counts coins at their collateral ratios " +
    "(GET /api/v3/market/discount-rate) and debts in full. Coins without a balance are left out.",
  access: { kind: "private", permission: "uta_mgt_read" },
  limit: { perSecond: 20, per: "uid" },
  request: Type.Object({}),
  response: accountRowSchema,
  handle: ({ exchange, principal, realm }) =>
    accountRow(exchange.accounts, principal.userIndex, realm),
});
