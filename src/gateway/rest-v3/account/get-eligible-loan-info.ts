import { Type } from "typebox";
import { coinText } from "../../../wire/texts.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { coin } from "../../http/fields.ts";
import { eligibleLoans } from "./eligible-loans.ts";

export const getEligibleLoanInfo = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/account/eligible-loan-info"],
  version: "v3",
  summary: "How much of each coin the account may borrow by the terms of the exchange",
  access: { kind: "private", permission: "uta_mgt_read" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({ coin: Type.Optional(coin({ description: "Absent: all coins" })) }),
  response: Type.Array(
    Type.Object({
      coin: Type.String(),
      limit: Type.String({ description: "The most of the coin that the account may owe" }),
      masterSubLimit: Type.String({
        description: "The same for the main account and its sub-accounts together",
      }),
      platformRemaingQuota: Type.String({ description: "What the exchange has left to lend" }),
    }),
  ),
  handle: (context, request) =>
    eligibleLoans(context, request.coin).map(({ currency, familyLimit, limit, remaining }) => ({
      coin: currency.code,
      limit: coinText(currency, limit),
      masterSubLimit: coinText(currency, familyLimit),
      platformRemaingQuota: coinText(currency, remaining),
    })),
});
