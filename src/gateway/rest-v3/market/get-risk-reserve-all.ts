import { Type } from "typebox";
import { coinText } from "../../../wire/texts.ts";
import { FUTURES_CATEGORIES } from "../../../wire/words/categories.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { category } from "../../http/fields.ts";
import { instrumentsOf } from "../instrument-scope.ts";

export const getRiskReserveAll = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/market/risk-reserve-all"],
  version: "v3",
  summary: "The insurance funds of a category, each with the contracts that it stands behind",
  access: { kind: "public" },
  limit: { perSecond: 3, per: "ip" },
  request: Type.Object({ category: category(FUTURES_CATEGORIES) }),
  response: Type.Object({
    list: Type.Array(
      Type.Object({
        symbols: Type.Array(Type.String()),
        coin: Type.String(),
        balance: Type.String(),
      }),
    ),
  }),
  handle(context, request) {
    const { accounts } = context.exchange;
    const symbols = new Map<number, string[]>();
    for (const one of instrumentsOf(context, request.category, undefined)) {
      const known = symbols.get(one.settle);
      if (known === undefined) symbols.set(one.settle, [one.symbol]);
      else known.push(one.symbol);
    }
    return {
      list: [...symbols].map(([settle, of]) => {
        const currency = accounts.currencyAt(settle);
        const balance = coinText(currency, accounts.fund(context.realm, settle));
        return { symbols: of, coin: currency?.code ?? "", balance };
      }),
    };
  },
});
