import Big from "big.js";

/** Returns principal and interest that are left, in the borrowed coin. */
export function debtOf(loan: {
  readonly loanAmount: string;
  readonly interestAmount: string;
}): string {
  return new Big(loan.loanAmount).plus(loan.interestAmount).toFixed();
}
