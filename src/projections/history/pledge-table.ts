/** Table of loans against a pledge, and of what happened to them. */
import { LOAN_PERIODS } from "../../core/base/vocabulary.ts";
import type { RecordOf } from "../../core/commands/schema.ts";
import { table } from "./table-shape.ts";

export const PLEDGE_RECORD_KINDS = [
  "loan",
  "repayment",
  "addition",
  "removal",
  "reduction",
] as const;
export type PledgeRecordKind = (typeof PLEDGE_RECORD_KINDS)[number];

/** State of a loan; `open` for records of other kinds. */
export const PLEDGED_LOAN_STATUSES = ["open", "repaid", "forced"] as const;
export type PledgedLoanStatus = (typeof PLEDGED_LOAN_STATUSES)[number];

/**
 * One row per record. `principal` and `interest` are what was lent or repaid; `pledge` is what was
 * pledged, used, added or taken back, with `fee`; `released` returned with a repayment. Rates are
 * loan-to-value ratios in millionths. The id of a loan is that of its record.
 */
export const PLEDGE_RECORDS = table("pledge_records", ["user", "id"], {
  user: "int",
  id: "int",
  kind: PLEDGE_RECORD_KINDS,
  loanId: "int",
  currency: "int",
  pledgeCurrency: "int",
  principal: "money",
  interest: "money",
  pledge: "money",
  fee: "money",
  released: "money",
  rateBeforeE6: "int",
  rateAfterE6: "int",
  period: LOAN_PERIODS,
  dailyRateE8: "int",
  status: PLEDGED_LOAN_STATUSES,
  createdAtMs: "int",
});
export type PledgeRecordRow = RecordOf<typeof PLEDGE_RECORDS.fields>;
