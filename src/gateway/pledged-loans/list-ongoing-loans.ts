import { Type } from "typebox";
import { idOfWire, wireId } from "../../wire/ids.ts";
import { rateE6Text } from "../../wire/texts.ts";
import { defineEndpoint } from "../http/endpoint.ts";
import { coin, id } from "../http/fields.ts";
import { forBothVersions } from "./loan-dialect.ts";
import { loanCoinOf, pledgeCoinOf } from "./loan-request.ts";
import { coinsIn, hourRateText } from "./loan-rows.ts";

const PATH = { v2: "ongoing-orders", v3: "borrow-ongoing" } as const;

export const ongoingLoansEndpoints = forBothVersions((dialect) =>
  defineEndpoint({
    ...dialect.reads,
    paths: [`${dialect.root}${PATH[dialect.version]}`],
    summary: "Open loans against a pledge, newest first",
    request: Type.Object({
      orderId: Type.Optional(id()),
      loanCoin: Type.Optional(coin()),
      pledgeCoin: Type.Optional(coin()),
    }),
    response: Type.Array(
      Type.Object({
        orderId: Type.String(),
        loanCoin: Type.String(),
        loanAmount: Type.String({ description: "Principal that is left" }),
        interestAmount: Type.String({ description: "Interest that is left" }),
        hourInterestRate: Type.String(),
        pledgeCoin: Type.String(),
        pledgeAmount: Type.String(),
        pledgeRate: Type.String({ description: "Loan-to-value ratio; 0 without prices" }),
        supRate: Type.String(),
        forceRate: Type.String(),
        borrowTime: Type.String(),
        expireTime: Type.String({ description: "Empty for a flexible loan" }),
      }),
    ),
    handle(context, { loanCoin, orderId, pledgeCoin }) {
      const currency = loanCoin === undefined ? undefined : loanCoinOf(context, loanCoin).index;
      const pledgeCurrency =
        pledgeCoin === undefined ? undefined : pledgeCoinOf(context, pledgeCoin).index;
      const loanId = orderId === undefined ? undefined : (idOfWire(orderId) ?? 0);
      return context.exchange.accounts
        .pledgedLoans(context.principal.userIndex)
        .filter(({ loan }) => loanId === undefined || loan.id === loanId)
        .filter(({ loan }) => currency === undefined || loan.currency === currency)
        .filter(
          ({ loan }) => pledgeCurrency === undefined || loan.pledgeCurrency === pledgeCurrency,
        )
        .map(({ debt, loan, rateE6 }) => {
          const { loanText, names, pledgeText } = coinsIn(context, loan);
          return {
            orderId: wireId(loan.id),
            ...names,
            loanAmount: loanText(loan.principal),
            interestAmount: loanText(debt - loan.principal),
            hourInterestRate: hourRateText(loan.dailyRate),
            pledgeAmount: pledgeText(loan.pledge),
            pledgeRate: rateE6Text(rateE6),
            supRate: rateE6Text(loan.lines.supplement),
            forceRate: rateE6Text(loan.lines.forced),
            borrowTime: String(loan.takenAtMs),
            expireTime: loan.expiresAtMs === 0 ? "" : String(loan.expiresAtMs),
          };
        });
    },
  }),
);
