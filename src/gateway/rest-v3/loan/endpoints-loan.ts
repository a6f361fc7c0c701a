import type { Endpoint } from "../../http/endpoint.ts";
import { borrow } from "./borrow.ts";
import { getLoanCoins } from "./get-loan-coins.ts";
import { getLoanDebts } from "./get-loan-debts.ts";
import { getLoanInterest } from "./get-loan-interest.ts";
import { listBorrowHistory } from "./list-borrow-history.ts";
import { listOngoingLoans } from "./list-ongoing-loans.ts";
import { listPledgeHistory } from "./list-pledge-history.ts";
import { listReductions } from "./list-reductions.ts";
import { listLoanRepayHistory } from "./list-repay-history.ts";
import { repayLoan } from "./repay-loan.ts";
import { revisePledge } from "./revise-pledge.ts";

/** Loans against a pledge. */
export const endpointsLoanV3: readonly Endpoint[] = [
  getLoanCoins,
  getLoanInterest,
  borrow,
  listOngoingLoans,
  listBorrowHistory,
  repayLoan,
  listLoanRepayHistory,
  revisePledge,
  listPledgeHistory,
  getLoanDebts,
  listReductions,
];
