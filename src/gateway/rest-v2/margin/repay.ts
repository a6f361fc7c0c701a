import { Type } from "typebox";
import { wireId } from "../../../wire/ids.ts";
import { amountText } from "../../../wire/texts.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { decimal } from "../../http/fields.ts";
import {
  LOAN_ENDPOINT,
  LOAN_FIELDS,
  LOAN_ROW,
  loanRow,
  namedLoan,
  submitLoan,
} from "./loan-requests.ts";
import { amountNamed, forBothModes, marginPath, symbolField } from "./margin-mode.ts";

export const repayEndpoints = forBothModes((mode) =>
  defineEndpoint({
    ...LOAN_ENDPOINT,
    once: true,
    method: "POST",
    paths: [marginPath(mode, "account/repay")],
    summary: `Repay a loan in ${mode.word} margin`,
    description: "Interest is paid first, then principal; more than is owed repays what is owed.",
    request: Type.Object({ ...symbolField(mode), ...LOAN_FIELDS, repayAmount: decimal() }),
    response: Type.Object({
      repayId: Type.String(),
      ...LOAN_ROW,
      repayAmount: Type.String({ description: "What was repaid" }),
      remainDebtAmount: Type.String({ description: "Principal and interest still owed" }),
    }),
    async handle(context, request) {
      const { exchange } = context;
      const loan = namedLoan(context, mode, request);
      const { currency, place } = loan;
      const text = request.repayAmount;
      const amount = amountNamed(context, currency, { name: "repayAmount", text });
      const id = await submitLoan(context, loan, { kind: "repay", amount });
      const owed = exchange.accounts.lending.coins(place).find((one) => one.currency === currency);
      const { user, wallet } = place;
      const records = { user, wallet, kind: "repay", id, limit: 1 } as const;
      const { rows } = await exchange.history.loanRecords(records);
      const textOf = (money: bigint): string =>
        amountText(exchange.accounts, currency.index, money);
      return {
        repayId: wireId(id),
        ...loanRow(loan),
        repayAmount: textOf(rows[0]?.amount ?? amount),
        remainDebtAmount: textOf((owed?.principal ?? 0n) + (owed?.interest ?? 0n)),
      };
    },
  }),
);
