/** Writes the records of loans against a pledge, and their bills. */
import type { EventOf } from "../../core/events/events.ts";
import { atoms, ZERO_ATOMS } from "../../core/money/units.ts";
import type { EventHandlers } from "../live/event-consumers.ts";
import type { SqlStore, SqlValue } from "../store/sql-store.ts";
import type { BillWriter } from "./bill-writer.ts";
import { decoded } from "./decoded-event.ts";
import type { LiquidationStepWriter } from "./liquidation-step-writer.ts";
import { PLEDGE_RECORDS, type PledgedLoanStatus, type PledgeRecordRow } from "./pledge-table.ts";
import type { Progress } from "./progress.ts";
import { type RowWriter, rowFinder, rowInserter } from "./table-sql.ts";

type Parts = {
  readonly progress: Progress;
  readonly bills: BillWriter;
  readonly isRecorded: (user: number) => boolean;
  /** Receives each loan that a forced reduction ended, with what the insurance fund paid of it. */
  readonly steps: Pick<LiquidationStepWriter, "pledgeEnded">;
  readonly onCover: (event: EventOf<"pledged_loan_forced">) => void;
};

/** Members of the events of a loan that its records repeat. */
type OfLoan = Pick<PledgeRecordRow, "user" | "loanId" | "currency" | "pledgeCurrency"> & {
  readonly timeMs: number;
};

function recordOf(event: OfLoan): Omit<PledgeRecordRow, "id" | "kind"> {
  const { currency, loanId, pledgeCurrency, timeMs: createdAtMs, user } = event;
  return {
    ...{ user, loanId, currency, pledgeCurrency, createdAtMs },
    ...{ principal: ZERO_ATOMS, interest: ZERO_ATOMS, pledge: ZERO_ATOMS, fee: ZERO_ATOMS },
    ...{ released: ZERO_ATOMS, rateBeforeE6: 0, rateAfterE6: 0, period: "flexible" },
    ...{ dailyRateE8: 0, status: "open" },
  };
}

export class PledgeWriter {
  readonly #parts: Parts;
  readonly #find: (key: readonly SqlValue[]) => PledgeRecordRow | undefined;
  readonly #put: RowWriter<typeof PLEDGE_RECORDS.fields>;

  constructor(store: SqlStore, parts: Parts) {
    this.#parts = parts;
    this.#find = rowFinder(store, PLEDGE_RECORDS);
    this.#put = rowInserter(store, PLEDGE_RECORDS, true);
  }

  handlers() {
    const { isRecorded, onCover, progress } = this.#parts;
    return {
      pledged_loan_taken: (reader) => {
        const event = decoded(reader, "pledged_loan_taken");
        progress.sawId(event.loanId);
        if (isRecorded(event.user)) this.#taken(event);
      },
      pledged_loan_repaid: (reader) => {
        const event = decoded(reader, "pledged_loan_repaid");
        progress.sawId(event.repayId);
        if (isRecorded(event.user)) this.#repaid(event);
      },
      pledge_revised: (reader) => {
        const event = decoded(reader, "pledge_revised");
        progress.sawId(event.revisionId);
        if (isRecorded(event.user)) this.#revised(event);
      },
      pledged_loan_forced: (reader) => {
        const event = decoded(reader, "pledged_loan_forced");
        progress.sawId(event.forceId);
        onCover(event);
        if (isRecorded(event.user)) this.#forced(event);
      },
      pledged_interest_charged: (reader) => {
        progress.sawId(decoded(reader, "pledged_interest_charged").interestId);
      },
    } satisfies Partial<EventHandlers<"history">>;
  }

  #taken(event: EventOf<"pledged_loan_taken">): void {
    const { amount, balance, dailyRateE8, loanId: id, period, pledge, pledgeBalance } = event;
    const terms = { principal: amount, pledge, period, dailyRateE8 };
    this.#put({ ...recordOf(event), ...terms, id, kind: "loan" });
    const { bills } = this.#parts;
    const out = atoms(-pledge);
    bills.addPledge(event, { id, kind: "pledge_out", amount: out, balance: pledgeBalance });
    bills.addPledge(event, { id, kind: "pledged_loan_in", amount, balance });
  }

  #repaid(event: EventOf<"pledged_loan_repaid">): void {
    const { balance, interestPart, pledgeBalance, pledgeUsed, principalPart, released } = event;
    const { interest, principal, repayId: id } = event;
    const amounts = { principal: principalPart, interest: interestPart, pledge: pledgeUsed };
    this.#put({ ...recordOf(event), ...amounts, released, id, kind: "repayment" });
    const { bills } = this.#parts;
    if (event.method === "wallet") {
      const amount = atoms(-interestPart - principalPart);
      bills.addPledge(event, { id, kind: "pledged_loan_out", amount, balance }, interestPart);
    }
    this.#released(event, id, released, pledgeBalance);
    if (principal + interest === 0n) this.#end(event, "repaid");
  }

  #revised(event: EventOf<"pledge_revised">): void {
    const { amount, isAdded, pledgeBalance, rateAfterE6, rateBeforeE6, revisionId: id } = event;
    const kind = isAdded ? "addition" : "removal";
    this.#put({ ...recordOf(event), id, kind, pledge: amount, rateBeforeE6, rateAfterE6 });
    const bill = { amount: isAdded ? atoms(-amount) : amount, balance: pledgeBalance };
    this.#parts.bills.addPledge(event, { ...bill, id, kind: isAdded ? "pledge_out" : "pledge_in" });
  }

  #forced(event: EventOf<"pledged_loan_forced">): void {
    const { fee, forceId: id, interestPart, pledgeUsed, principalPart, rateE6, released } = event;
    const amounts = { principal: principalPart, interest: interestPart, pledge: pledgeUsed };
    const record = { ...recordOf(event), ...amounts, fee, released, rateBeforeE6: rateE6 };
    this.#put({ ...record, id, kind: "reduction" });
    this.#parts.steps.pledgeEnded(event);
    this.#released(event, id, released, event.pledgeBalance);
    this.#end(event, "forced");
  }

  #released(
    event: EventOf<"pledged_loan_repaid"> | EventOf<"pledged_loan_forced">,
    id: number,
    amount: PledgeRecordRow["released"],
    balance: PledgeRecordRow["released"],
  ): void {
    if (amount === ZERO_ATOMS) return;
    this.#parts.bills.addPledge(event, { id, kind: "pledge_in", amount, balance });
  }

  /** Changes the status of a loan; its record may have been pruned. */
  #end({ loanId, user }: OfLoan, status: PledgedLoanStatus): void {
    const row = this.#find([user, loanId]);
    if (row !== undefined) this.#put({ ...row, status });
  }
}
