/** Searches of the records of loans against pledges. */
import { type Condition, equals, wordsAmong } from "./page-search.ts";
import { PLEDGE_RECORD_KINDS, PLEDGED_LOAN_STATUSES } from "./pledge-table.ts";
import type { PledgeRecordsQuery } from "./queries.ts";

export function ofPledgeRecords(query: PledgeRecordsQuery): Condition[] {
  const { kinds, statuses } = query;
  const conditions = [wordsAmong("kind", PLEDGE_RECORD_KINDS, kinds)];
  if (statuses !== undefined) {
    conditions.push(wordsAmong("status", PLEDGED_LOAN_STATUSES, statuses));
  }
  for (const field of ["loanId", "currency", "pledgeCurrency"] as const) {
    const value = query[field];
    if (value !== undefined) conditions.push(equals(field, value));
  }
  return conditions;
}
