/** Table of loans to risk units, and of their repayments. */
import type { RecordOf } from "../../core/commands/schema.ts";
import { table } from "./table-shape.ts";

export const UNIT_RECORD_KINDS = ["loan", "repayment"] as const;
export type UnitRecordKind = (typeof UNIT_RECORD_KINDS)[number];

/** State of a loan after the record. */
export const UNIT_LOAN_STATUSES = ["open", "repaid"] as const;
export type UnitLoanStatus = (typeof UNIT_LOAN_STATUSES)[number];

/**
 * One row per record; `user` is the account of the unit. A loan has the lent `amount`, what is owed
 * (`principal`, `interest`) and the sums of its repayments. A repayment has its parts, the user
 * whose money it took (`payer`), and whether the exchange took it in a liquidation. The id of a
 * loan is that of its record.
 */
export const UNIT_RECORDS = table("unit_records", ["user", "id"], {
  user: "int",
  id: "int",
  kind: UNIT_RECORD_KINDS,
  loanId: "int",
  product: "int",
  currency: "int",
  amount: "money",
  principal: "money",
  interest: "money",
  principalRepaid: "money",
  interestRepaid: "money",
  payer: "int",
  isForced: "flag",
  status: UNIT_LOAN_STATUSES,
  createdAtMs: "int",
  updatedAtMs: "int",
});
export type UnitRecordRow = RecordOf<typeof UNIT_RECORDS.fields>;
