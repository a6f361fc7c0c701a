import { describe, expect, it } from "vitest";
import { EventScript } from "../../../test/support/event-script.ts";
import { STORY_SETTINGS } from "../../../test/support/history-fixture.ts";
import { historyRowsAfter, joinedBlocks } from "../../../test/support/rebuilt-history.ts";
import { type Atoms, atoms } from "../../core/money/units.ts";

const DAY_MS = 86_400_000;
const START_MS = 20_000 * DAY_MS;
const UNIT = 7;
const ofUnit = (loanId: number) => ({ loanId, unit: UNIT, currency: 0 });

const money = (amount: number): Atoms => atoms(BigInt(amount));

/** Loans and repayments of a unit, each at a day. */
class UnitScript {
  readonly #script = new EventScript();

  issued(seq: number, day: number): Float64Array {
    const amount = money(1_000);
    const loan = { ...ofUnit(seq * 1024), product: 3, amount };
    return this.#at(seq, day).emit("unit_loan_issued", loan).take();
  }

  charged(seq: number, day: number, loan: number): Float64Array {
    const owed = { principal: money(1_000), interest: money(4) };
    const charge = { ...ofUnit(loan * 1024), amount: money(4), hours: 1, ...owed };
    return this.#at(seq, day).emit("unit_interest_charged", charge).take();
  }

  repaid(seq: number, day: number, loan: number, part: Repaid): Float64Array {
    const { isForced, left, ...parts } = part;
    const rest = { principal: money(left), interest: money(0), isForced, user: 9 };
    const repaid = { repayId: seq * 1024, ...ofUnit(loan * 1024), ...rest, ...parts };
    return this.#at(seq, day).emit("unit_loan_repaid", repaid).take();
  }

  #at(seq: number, day: number) {
    return this.#script.command(seq, START_MS + day * DAY_MS);
  }
}

type Repaid = {
  readonly isForced: boolean;
  readonly principalPart: Atoms;
  readonly interestPart: Atoms;
  /** Principal after the repayment. */
  readonly left: number;
};

const PART = { isForced: false, principalPart: money(600), interestPart: money(4), left: 400 };
const REST = { isForced: true, principalPart: money(400), interestPart: money(0), left: 0 };

function rowsAfter(blocks: readonly Float64Array[]) {
  return historyRowsAfter(":memory:", blocks, STORY_SETTINGS)["unit_records"];
}

describe("records of institutional loans", () => {
  it("sum the repayments of a loan and keep each, however the blocks are cut", () => {
    const script = new UnitScript();
    const blocks = [
      script.issued(1, 0),
      script.charged(2, 0, 1),
      script.repaid(3, 0, 1, PART),
      script.repaid(4, 0, 1, REST),
    ];
    for (const cut of [blocks, [joinedBlocks(blocks)]]) {
      expect(rowsAfter(cut)).toMatchObject([
        {
          ...{ user: UNIT, id: 1_024, kind: "loan", loanId: 1_024, product: 3, status: "repaid" },
          ...{ amount: 1_000n, principal: 0n, interest: 0n },
          ...{ principalRepaid: 1_000n, interestRepaid: 4n },
        },
        {
          ...{ id: 3_072, kind: "repayment", loanId: 1_024, payer: 9, isForced: false },
          ...{ principalRepaid: 600n, interestRepaid: 4n, status: "open" },
        },
        {
          ...{ id: 4_096, kind: "repayment", isForced: true, status: "repaid" },
          ...{ principalRepaid: 400n, interestRepaid: 0n },
        },
      ]);
    }
  });

  it("keep an open loan while its repayments are pruned, and a repaid one no longer", () => {
    const script = new UnitScript();
    const blocks = [
      script.issued(1, 0),
      script.issued(2, 0),
      script.repaid(3, 0, 1, PART),
      script.repaid(4, 0, 2, { ...REST, principalPart: money(1_000) }),
      script.charged(5, 400, 1),
      script.issued(6, 402),
    ];
    expect(rowsAfter(blocks)).toMatchObject([
      { id: 1_024, kind: "loan", status: "open", principal: 1_000n, interest: 4n },
      { id: 6_144, kind: "loan" },
    ]);
  });
});
