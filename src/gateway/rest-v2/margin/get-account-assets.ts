import { Type } from "typebox";
import type { MarginCoinRead } from "../../../core/reads/loan-reads.ts";
import { amountText } from "../../../wire/texts.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { coin } from "../../http/fields.ts";
import { currencyFilter, forBothModes, marginPath, symbolFilter } from "./margin-mode.ts";
import { placesAsked } from "./requested-accounts.ts";

const assetRow = Type.Object({
  symbol: Type.Optional(Type.String({ description: "Of isolated accounts" })),
  coin: Type.String(),
  totalAmount: Type.String({ description: "Whole balance, borrowed part included" }),
  available: Type.String(),
  frozen: Type.String(),
  borrow: Type.String({ description: "Principal owed" }),
  interest: Type.String({ description: "Interest owed" }),
  net: Type.String({ description: "Balance less what is owed" }),
  coupon: Type.String(),
  cTime: Type.String(),
  uTime: Type.String(),
});

/** Whether there is a balance, which includes what is on hold, or a debt in the coin. */
function isUsed({ balance, interest, principal }: MarginCoinRead): boolean {
  return balance > 0n || principal > 0n || interest > 0n;
}

export const marginAssetEndpoints = forBothModes((mode) =>
  defineEndpoint({
    method: "GET",
    paths: [marginPath(mode, "account/assets")],
    version: "v2",
    summary: `Balances and debts of the ${mode.word} margin account`,
    description: mode.isIsolated
      ? "Without symbol the coins of all pairs that have a balance or a debt."
      : "All coins that are lent on crossed margin, also those without a balance.",
    access: { kind: "private", permission: "read" },
    limit: { perSecond: 10, per: "uid" },
    request: Type.Object({
      ...symbolFilter(mode),
      coin: Type.Optional(coin()),
    }),
    response: Type.Array(assetRow),
    handle(context, request) {
      const { exchange, requestTimeMs } = context;
      const only = currencyFilter(context, request.coin);
      const now = String(requestTimeMs);
      const isOfAllPairs = mode.isIsolated && request.symbol === undefined;
      return placesAsked(context, mode, request.symbol).flatMap((place) =>
        exchange.accounts.lending
          .coins(place)
          .filter(({ currency }) => only === undefined || currency.index === only)
          .filter((coin) => !isOfAllPairs || isUsed(coin))
          .map(({ available, balance, currency, hold, interest, principal }) => {
            const text = (amount: bigint): string =>
              amountText(exchange.accounts, currency.index, amount);
            return {
              ...(place.instrument === undefined ? {} : { symbol: place.instrument.symbol }),
              coin: currency.code,
              totalAmount: text(balance),
              available: text(available),
              frozen: text(hold),
              borrow: text(principal),
              interest: text(interest),
              net: text(balance - principal - interest),
              coupon: "0",
              cTime: now,
              uTime: now,
            };
          }),
      );
    },
  }),
);
