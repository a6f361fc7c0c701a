import { Type } from "typebox";
import { type Atoms, atoms } from "../../core/money/units.ts";
import { amountText, usdE8Text } from "../../wire/texts.ts";
import { defineEndpoint } from "../http/endpoint.ts";
import { forBothVersions } from "./loan-dialect.ts";

const sums = Type.Array(
  Type.Object({
    coin: Type.String(),
    amount: Type.String(),
    amountUsdt: Type.String({ description: "Value in US dollars at present prices" }),
  }),
);

function add(into: Map<number, Atoms>, currency: number, amount: bigint): void {
  into.set(currency, atoms((into.get(currency) ?? 0n) + amount));
}

export const loanDebtsEndpoints = forBothVersions((dialect) =>
  defineEndpoint({
    ...dialect.reads,
    paths: [`${dialect.root}debts`],
    summary: "Sums of the account's pledges and loans by coin",
    request: Type.Object({}),
    response: Type.Object({ pledgeInfos: sums, loanInfos: sums }),
    handle({ exchange, principal, realm }) {
      const { accounts } = exchange;
      const [pledged, borrowed] = [new Map<number, Atoms>(), new Map<number, Atoms>()];
      for (const { debt, loan } of accounts.pledgedLoans(principal.userIndex)) {
        add(pledged, loan.pledgeCurrency, loan.pledge);
        add(borrowed, loan.currency, debt);
      }
      const rows = (byCoin: ReadonlyMap<number, Atoms>) =>
        [...byCoin].map(([currency, amount]) => ({
          coin: accounts.currencyAt(currency)?.code ?? "",
          amount: amountText(accounts, currency, amount),
          amountUsdt: usdE8Text(accounts.usdValue(realm, currency, amount)),
        }));
      return { pledgeInfos: rows(pledged), loanInfos: rows(borrowed) };
    },
  }),
);
