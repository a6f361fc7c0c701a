import { Type } from "typebox";
import { plus } from "../../../core/money/arithmetic.ts";
import type { Atoms } from "../../../core/money/units.ts";
import { coinText } from "../../../wire/texts.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { coin } from "../../http/fields.ts";
import { coinOf } from "../coins.ts";

export const getMaxWithdrawal = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/account/max-withdrawal"],
  version: "v3",
  summary: "The most of a coin that can be withdrawn from each wallet",
  description:
    "What neither orders nor margin need, and no risk unit holds back. A withdrawal never borrows.",
  access: { kind: "private", permission: "uta_mgt_read" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({ coin: coin() }),
  response: Type.Object({
    coin: Type.String(),
    otcMaxWithdrawal: Type.String({ description: "0: there is no wallet of this kind" }),
    spotMaxWithdrawal: Type.String({ description: "From the funding wallet" }),
    utaMaxWithdrawal: Type.String({ description: "From the unified wallet" }),
    totalMaxWithdrawal: Type.String({ description: "From both, by one withdrawal of each" }),
  }),
  handle(context, request) {
    const currency = coinOf(context, request.coin);
    const { accounts } = context.exchange;
    const { userIndex } = context.principal;
    const { available: unified } = accounts.balance(userIndex, "unified", currency);
    const { available: funding } = accounts.balance(userIndex, "funding", currency);
    const text = (most: Atoms): string =>
      coinText(currency, accounts.units.outflow(userIndex, currency.index, most));
    return {
      coin: currency.code,
      otcMaxWithdrawal: "0",
      spotMaxWithdrawal: text(funding),
      utaMaxWithdrawal: text(unified),
      totalMaxWithdrawal: text(plus(funding, unified)),
    };
  },
});
