/** Writes the records of loans to risk units and of their repayments. */
import type { EventOf } from "../../core/events/events.ts";
import { plus } from "../../core/money/arithmetic.ts";
import { ZERO_ATOMS } from "../../core/money/units.ts";
import type { EventHandlers } from "../live/event-consumers.ts";
import type { SqlStore, SqlValue } from "../store/sql-store.ts";
import { decoded } from "./decoded-event.ts";
import type { Progress } from "./progress.ts";
import { type RowWriter, rowFinder, rowInserter } from "./table-sql.ts";
import { UNIT_RECORDS, type UnitRecordRow } from "./unit-table.ts";

/** Members of the events of a loan that its records repeat. */
type OfLoan = Pick<UnitRecordRow, "loanId" | "currency"> & {
  readonly unit: number;
  readonly timeMs: number;
};

function recordOf({ currency, loanId, timeMs, unit: user }: OfLoan): Omit<UnitRecordRow, "id"> {
  return {
    ...{ user, kind: "loan", loanId, product: 0, currency, amount: ZERO_ATOMS },
    ...{ principal: ZERO_ATOMS, interest: ZERO_ATOMS },
    ...{ principalRepaid: ZERO_ATOMS, interestRepaid: ZERO_ATOMS },
    ...{ payer: 0, isForced: false, status: "open", createdAtMs: timeMs, updatedAtMs: timeMs },
  };
}

export class UnitWriter {
  readonly #find: (key: readonly SqlValue[]) => UnitRecordRow | undefined;
  readonly #put: RowWriter<typeof UNIT_RECORDS.fields>;

  constructor(store: SqlStore) {
    this.#find = rowFinder(store, UNIT_RECORDS);
    this.#put = rowInserter(store, UNIT_RECORDS, true);
  }

  handlers(progress: Pick<Progress, "sawId">) {
    return {
      unit_loan_issued: (reader) => {
        const event = decoded(reader, "unit_loan_issued");
        const { amount, loanId: id, product } = event;
        progress.sawId(id);
        this.#put({ ...recordOf(event), id, product, amount, principal: amount });
      },
      unit_interest_charged: (reader) => {
        const event = decoded(reader, "unit_interest_charged");
        const { interest, principal } = event;
        this.#change(event, () => ({ interest, principal }));
      },
      unit_loan_repaid: (reader) => {
        const event = decoded(reader, "unit_loan_repaid");
        progress.sawId(event.repayId);
        this.#repaid(event);
      },
    } satisfies Partial<EventHandlers<"history">>;
  }

  #repaid(event: EventOf<"unit_loan_repaid">): void {
    const { interest, interestPart, isForced, principal, principalPart, repayId: id } = event;
    const status = principal + interest === 0n ? "repaid" : "open";
    const parts = { principalRepaid: principalPart, interestRepaid: interestPart };
    const left = { principal, interest, status } as const;
    const payment = { kind: "repayment", payer: event.user, isForced } as const;
    this.#put({ ...recordOf(event), ...parts, ...left, ...payment, id });
    this.#change(event, (row) => ({
      ...left,
      principalRepaid: plus(row.principalRepaid, principalPart),
      interestRepaid: plus(row.interestRepaid, interestPart),
    }));
  }

  /** Changes the record of a loan. */
  #change(
    { loanId, timeMs: updatedAtMs, unit }: OfLoan,
    changed: (row: UnitRecordRow) => Partial<UnitRecordRow>,
  ): void {
    const row = this.#find([unit, loanId]);
    if (row !== undefined) this.#put({ ...row, ...changed(row), updatedAtMs });
  }
}
