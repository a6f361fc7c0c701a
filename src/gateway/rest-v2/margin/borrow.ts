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

export const borrowEndpoints = forBothModes((mode) =>
  defineEndpoint({
    ...LOAN_ENDPOINT,
    method: "POST",
    paths: [marginPath(mode, "account/borrow")],
    summary: `Borrow a coin in ${mode.word} margin`,
    description:
      "The first hour of interest is charged at once. A repeat of a clientOid with the same " +
      "parameters borrows nothing and has the answer of the first, until the exchange restarts.",
    request: Type.Object({ ...symbolField(mode), ...LOAN_FIELDS, borrowAmount: decimal() }),
    response: Type.Object({ loanId: Type.String(), ...LOAN_ROW, borrowAmount: Type.String() }),
    async handle(context, request) {
      const loan = namedLoan(context, mode, request);
      const text = request.borrowAmount;
      const amount = amountNamed(context, loan.currency, { name: "borrowAmount", text });
      const id = await submitLoan(context, loan, { kind: "borrow", amount });
      const borrowAmount = amountText(context.exchange.accounts, loan.currency.index, amount);
      return { loanId: wireId(id), ...loanRow(loan), borrowAmount };
    },
  }),
);
