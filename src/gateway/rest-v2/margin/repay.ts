import { Type } from "typebox";
import { minAtoms, plus } from "../../../core/money/arithmetic.ts";
import { type Atoms, ZERO_ATOMS } from "../../../core/money/units.ts";
import { HistoryFault } from "../../../projections/history/history-fault.ts";
import { wireId } from "../../../wire/ids.ts";
import { amountText } from "../../../wire/texts.ts";
import { defineEndpoint, type PrivateContext } from "../../http/endpoint.ts";
import { decimal } from "../../http/fields.ts";
import {
  LOAN_ENDPOINT,
  LOAN_FIELDS,
  LOAN_ROW,
  loanRow,
  type NamedLoan,
  namedLoan,
  submitLoan,
} from "./loan-requests.ts";
import { amountNamed, forBothModes, marginPath, symbolField } from "./margin-mode.ts";

/** Principal and interest of the debt that the account has in the coin now. */
function owedOf({ exchange }: PrivateContext, { currency, place }: NamedLoan): Atoms {
  const coins = exchange.accounts.lending.coins(place);
  const owed = coins.find((one) => one.currency === currency);
  return owed === undefined ? ZERO_ATOMS : plus(owed.principal, owed.interest);
}

/**
 * Amount of a repayment, as the history has it. `expected` while the history lags or has a fault:
 * the repayment is done, and an error would have the client repay again.
 */
async function repaidBy(
  { exchange }: PrivateContext,
  { place: { user, wallet } }: NamedLoan,
  { expected, id }: { readonly expected: Atoms; readonly id: number },
): Promise<Atoms> {
  const records = { user, wallet, kind: "repay", id, limit: 1 } as const;
  try {
    const { rows } = await exchange.history.loanRecords(records);
    return rows[0]?.amount ?? expected;
  } catch (fault) {
    if (fault instanceof HistoryFault) return expected;
    throw fault;
  }
}

export const repayEndpoints = forBothModes((mode) =>
  defineEndpoint({
    ...LOAN_ENDPOINT,
    method: "POST",
    paths: [marginPath(mode, "account/repay")],
    summary: `Repay a loan in ${mode.word} margin`,
    description:
      "Interest is paid first, then principal; more than is owed repays what is owed. The whole " +
      "amount must be available. A repeat of a clientOid with the same parameters repays nothing " +
      "and has the answer of the first, until the exchange restarts.",
    request: Type.Object({ ...symbolField(mode), ...LOAN_FIELDS, repayAmount: decimal() }),
    response: Type.Object({
      repayId: Type.String(),
      ...LOAN_ROW,
      repayAmount: Type.String({ description: "What was repaid" }),
      remainDebtAmount: Type.String({ description: "Principal and interest still owed" }),
    }),
    async handle(context, request) {
      const loan = namedLoan(context, mode, request);
      const { currency } = loan;
      const text = request.repayAmount;
      const amount = amountNamed(context, currency, { name: "repayAmount", text });
      const expected = minAtoms(amount, owedOf(context, loan));
      const id = await submitLoan(context, loan, { kind: "repay", amount });
      const remaining = owedOf(context, loan);
      const repaid = await repaidBy(context, loan, { expected, id });
      const textOf = (money: Atoms): string =>
        amountText(context.exchange.accounts, currency.index, money);
      return {
        repayId: wireId(id),
        ...loanRow(loan),
        repayAmount: textOf(repaid),
        remainDebtAmount: textOf(remaining),
      };
    },
  }),
);
