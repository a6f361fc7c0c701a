import { Type } from "typebox";
import { FUTURES_CATEGORIES } from "../../../wire/words/categories.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { symbol } from "../../http/fields.ts";
import { instrumentFilter, instrumentsOf } from "../instrument-scope.ts";
import { instrumentRow, instrumentRowOf } from "../market/instrument-row.ts";

const CATEGORIES = ["SPOT", "MARGIN", ...FUTURES_CATEGORIES] as const;

export const getEligibleSymbols = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/account/eligible-symbols"],
  version: "v3",
  summary: "The symbols in which the account may buy or open positions now",
  description: "By account mode, status of the symbol, and the terms of an institutional loan.",
  access: { kind: "private", permission: "uta_mgt_read" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({ symbol: Type.Optional(symbol()) }),
  response: Type.Array(instrumentRow),
  handle(context, request) {
    const { eligibility } = context.exchange.accounts;
    const user = context.principal.userIndex;
    const named = instrumentFilter(context, request);
    return CATEGORIES.flatMap((category) => {
      if (category === "MARGIN" && eligibility.loans(user).length === 0) return [];
      return instrumentsOf(context, category, undefined)
        .filter((one) => named === undefined || named.includes(one.index))
        .filter((one) => eligibility.mayOpen(user, one))
        .map((one) => instrumentRowOf(context.exchange, one, category));
    });
  },
});
