import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { coin } from "../../http/fields.ts";
import { loanTierRow, loanTierRows } from "../market/loan-tier-rows.ts";
import { eligibleLoans } from "./eligible-loans.ts";

export const getEligibleMarginTier = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/account/eligible-margin-tier"],
  version: "v3",
  summary: "Leverage and maintenance margin of the coins that the account may borrow",
  access: { kind: "private", permission: "uta_mgt_read" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({ coin: Type.Optional(coin({ description: "Absent: all coins" })) }),
  response: Type.Array(Type.Object({ coin: Type.String(), tiers: Type.Array(loanTierRow) })),
  handle: (context, request) =>
    eligibleLoans(context, request.coin).map(({ currency, terms }) => ({
      coin: currency.code,
      tiers: loanTierRows(currency, terms),
    })),
});
