import { expect, it } from "vitest";
import { BILL_KINDS, type BillKind, type BillRow } from "../../projections/history/tables.ts";
import type { LiveAccounts } from "../../projections/live/live-accounts.ts";
import { kindsOfRecord, recordTypeOf } from "./record-row.ts";

/** Instrument 1 is a futures contract, any other a pair. */
const accounts = {
  instrumentAt: (index: number) => ({ isFutures: index === 1 }),
} as unknown as LiveAccounts;

function bill(kind: BillKind, changes: Partial<BillRow>): BillRow {
  return { kind, amount: 1n, wallet: "unified", instrument: 0, ...changes } as BillRow;
}

it.each(BILL_KINDS)(
  "records of kind %s are found by each type that they are listed with",
  (kind) => {
    const rows = [
      bill(kind, {}),
      bill(kind, { amount: -1n as BillRow["amount"] }),
      bill(kind, { instrument: 1 }),
      bill(kind, { wallet: "long_margin", instrument: 1 }),
    ];
    for (const row of rows) expect(kindsOfRecord(recordTypeOf(row, accounts))).toContain(kind);
  },
);
