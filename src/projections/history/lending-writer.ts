/** Writes rows of loans, of unwindings of margin accounts and of their collateral swaps. */
import { assert } from "../../core/base/assert.ts";
import type { EventOf } from "../../core/events/events.ts";
import { plus } from "../../core/money/arithmetic.ts";
import { ZERO_ATOMS } from "../../core/money/units.ts";
import type { SqlStore, SqlValue } from "../store/sql-store.ts";
import { type RowWriter, rowFinder, rowInserter, rowUpdater } from "./table-sql.ts";
import { LOAN_RECORDS, type LoanRecordRow, SWAPS, UNWINDS, type UnwindRow } from "./tables.ts";

type LoanEvent = EventOf<"loan_borrowed"> | EventOf<"interest_charged"> | EventOf<"loan_repaid">;

function common(event: LoanEvent): Omit<LoanRecordRow, "id" | "kind" | "amount"> {
  return {
    user: event.user,
    wallet: event.wallet,
    place: event.instrument,
    currency: event.currency,
    interestPart: ZERO_ATOMS,
    principalPart: ZERO_ATOMS,
    dailyRateE8: 0,
    isAuto: false,
    repayment: "manual",
    createdAtMs: event.timeMs,
  };
}

export class LendingWriter {
  readonly #insertLoan: RowWriter<typeof LOAN_RECORDS.fields>;
  readonly #insertSwap: RowWriter<typeof SWAPS.fields>;
  readonly #insertUnwind: RowWriter<typeof UNWINDS.fields>;
  readonly #updateUnwind: RowWriter<typeof UNWINDS.fields>;
  readonly #findUnwind: (key: readonly SqlValue[]) => UnwindRow | undefined;

  constructor(store: SqlStore) {
    this.#insertLoan = rowInserter(store, LOAN_RECORDS);
    this.#insertSwap = rowInserter(store, SWAPS);
    this.#insertUnwind = rowInserter(store, UNWINDS);
    this.#updateUnwind = rowUpdater(store, UNWINDS, ["state", "fee", "endedAtMs"]);
    this.#findUnwind = rowFinder(store, UNWINDS);
  }

  borrowed(event: EventOf<"loan_borrowed">): void {
    const { amount, isAuto, loanId: id } = event;
    this.#insertLoan({ ...common(event), id, kind: "borrow", amount, isAuto });
  }

  charged(event: EventOf<"interest_charged">): void {
    const { amount, dailyRateE8, interestId: id, isFirst: isAuto } = event;
    this.#insertLoan({ ...common(event), id, kind: "interest", amount, dailyRateE8, isAuto });
  }

  repaid(event: EventOf<"loan_repaid">): void {
    const { interestPart, principalPart, repayId: id, repayment } = event;
    const amount = plus(interestPart, principalPart);
    const parts = { amount, interestPart, principalPart };
    this.#insertLoan({ ...common(event), id, kind: "repay", ...parts, repayment });
  }

  swapped(event: EventOf<"collateral_swapped">): void {
    const { fromAmount, fromCurrency, instrument: place, swapId: id, toAmount, toCurrency } = event;
    const { timeMs: createdAtMs, user, wallet } = event;
    this.#insertSwap({
      ...{ user, id, wallet, place, createdAtMs },
      ...{ fromCurrency, fromAmount, toCurrency, toAmount },
    });
  }

  unwindStarted(event: EventOf<"unwind_started">): void {
    const { assets, currency, debts, instrument: place, isForced, riskE6, unwindId: id } = event;
    const { timeMs: createdAtMs, user, wallet } = event;
    this.#insertUnwind({
      ...{ user, id, wallet, place, currency, isForced, riskE6, assets, debts, createdAtMs },
      ...{ fee: ZERO_ATOMS, state: "open", endedAtMs: 0 },
    });
  }

  unwindEnded(event: EventOf<"unwind_ended">): void {
    const row = this.#findUnwind([event.user, event.unwindId]);
    assert(row !== undefined, "an unwinding starts before it ends");
    const { fee, outcome: state, timeMs: endedAtMs } = event;
    this.#updateUnwind({ ...row, fee, state, endedAtMs });
  }
}
