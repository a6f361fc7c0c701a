import { Type } from "typebox";
import { formatTrimmed } from "../../../core/money/decimals.ts";
import { coinText } from "../../../wire/texts.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { coin } from "../../http/fields.ts";
import { rejectionError } from "../../rejection-codes.ts";
import { coinOf } from "../coins.ts";

const RATE_DECIMALS = 8;
const DAYS_PER_YEAR = 365;

export const getMarginLoans = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/market/margin-loans"],
  version: "v3",
  summary: "What borrowing a coin in a unified account costs, and its limit",
  access: { kind: "public" },
  limit: { perSecond: 20, per: "ip" },
  request: Type.Object({ coin: coin() }),
  response: Type.Object({
    dailyInterest: Type.String({ description: "Interest of a day, a 24th of it each hour" }),
    annualInterest: Type.String(),
    limit: Type.String({ description: "The most of the coin that one account may owe" }),
    masterSubLimit: Type.String({
      description: "The same for a main account and its sub-accounts together",
    }),
    platformRemaingQuota: Type.String({ description: "What the exchange has left to lend" }),
  }),
  handle(context, request) {
    const currency = coinOf(context, request.coin);
    const { lending } = context.exchange.accounts;
    const all = lending.terms(context.realm, undefined);
    const terms = all.find((one) => one.currency === currency.index);
    if (terms === undefined) return rejectionError("margin_not_supported", "v3");
    const { familyLimit, remaining } = lending.quota(context.realm, currency);
    return {
      dailyInterest: formatTrimmed(terms.dailyRate, RATE_DECIMALS),
      annualInterest: formatTrimmed(terms.dailyRate * DAYS_PER_YEAR, RATE_DECIMALS),
      limit: coinText(currency, terms.tiers.at(-1)?.amountMax ?? 0n),
      masterSubLimit: coinText(currency, familyLimit),
      platformRemaingQuota: coinText(currency, remaining),
    };
  },
});
