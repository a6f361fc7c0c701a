/** Writes what liquidations of recorded users did with coins and debts. */
import { assert } from "../../core/base/assert.ts";
import { indexIn, MARGIN_WALLETS, type MarginWallet } from "../../core/base/vocabulary.ts";
import type { EventOf } from "../../core/events/events.ts";
import { ZERO_ATOMS } from "../../core/money/units.ts";
import type { SqlStatement, SqlStore } from "../store/sql-store.ts";
import { LIQUIDATION_STEPS_TABLE, type LiquidationStepRow } from "./liquidation-step-table.ts";
import { type RowWriter, rowInserter } from "./table-sql.ts";
import { UNWIND_STATES } from "./tables.ts";

const NOTHING = {
  ...{ toCurrency: 0, toAmount: ZERO_ATOMS },
  ...{ interest: ZERO_ATOMS, poolLoss: ZERO_ATOMS },
} as const;

/** Margin account of an event; `instrument` is an index + 1, or 0 in crossed margin. */
type Account = {
  readonly user: number;
  readonly wallet: MarginWallet;
  readonly instrument: number;
};

/** A margin account has at most one unwinding at a time, and its events occur within it. */
const OPEN_UNWIND_SQL =
  "SELECT id, is_forced FROM unwinds WHERE user = ? AND wallet = ? AND place = ? AND state = ? " +
  "ORDER BY id DESC LIMIT 1";

export class LiquidationStepWriter {
  readonly #insert: RowWriter<typeof LIQUIDATION_STEPS_TABLE.fields>;
  readonly #openUnwind: SqlStatement;

  constructor(store: SqlStore) {
    this.#insert = rowInserter(store, LIQUIDATION_STEPS_TABLE);
    this.#openUnwind = store.prepare(OPEN_UNWIND_SQL);
  }

  /** Adds a swap with the insurance fund; one of a flash repayment is no liquidation. */
  swapped(event: EventOf<"collateral_swapped">): void {
    const { fromAmount: amount, fromCurrency: currency, toAmount, toCurrency } = event;
    const row = { ...NOTHING, id: event.swapId, currency, amount, toCurrency, toAmount };
    this.#ofUnwind(event, { ...row, kind: "fund_swap", createdAtMs: event.timeMs });
  }

  repaid(event: EventOf<"loan_repaid">): void {
    if (event.repayment !== "liquidation") return;
    const { currency, interestPart: interest, principalPart: amount, repayId: id } = event;
    const row = { ...NOTHING, id, currency, amount, interest };
    this.#ofUnwind(event, { ...row, kind: "repayment", createdAtMs: event.timeMs });
  }

  covered(event: EventOf<"loan_covered">): void {
    const { coverId: id, currency, fundPaid: amount, interestDropped: interest } = event;
    const row = { ...NOTHING, id, currency, amount, interest, poolLoss: event.writtenOff };
    this.#ofUnwind(event, { ...row, kind: "cover", createdAtMs: event.timeMs });
  }

  /** Adds what fund and pool bore of a loan against a pledge. */
  pledgeEnded(event: EventOf<"pledged_loan_forced">): void {
    const { currency, forceId: id, fundPaid: amount, interestDropped: interest, user } = event;
    const { loanId: liquidationId, timeMs: createdAtMs, writtenOff: poolLoss } = event;
    if (amount === ZERO_ATOMS && poolLoss === ZERO_ATOMS) return;
    const row = { ...NOTHING, user, id, liquidationId, currency, amount, interest, poolLoss };
    this.#insert({ ...row, kind: "cover", createdAtMs });
  }

  /** Adds the fee of a margin account's liquidation; other movements concern none. */
  moved(event: EventOf<"funds_moved">): void {
    const wallet = MARGIN_WALLETS.find((word) => word === event.fromWallet);
    if (event.reason !== "liquidation_fee" || wallet === undefined) return;
    const { amount, currency, fromInstrument: instrument, fromUser: user } = event;
    const row = { ...NOTHING, id: event.transferId, currency, amount };
    const account = { user, wallet, instrument };
    this.#ofUnwind(account, { ...row, kind: "fee", createdAtMs: event.timeMs });
  }

  /** Adds an exchange with the lending pool, unless the user asked for it. */
  exchanged(event: EventOf<"debt_exchanged">): void {
    const { exchangeId: id, liquidationId, timeMs: createdAtMs, user } = event;
    if (liquidationId === 0) return;
    const { fromAmount: amount, fromCurrency: currency, toAmount, toCurrency } = event;
    const coins = { currency, amount, toCurrency, toAmount };
    const row = { ...NOTHING, user, id, liquidationId, ...coins, createdAtMs };
    this.#insert({ ...row, kind: "pool_exchange" });
  }

  #ofUnwind(account: Account, step: Omit<LiquidationStepRow, "user" | "liquidationId">): void {
    const { instrument, user, wallet } = account;
    const open = indexIn(UNWIND_STATES, "open");
    const key = [user, indexIn(MARGIN_WALLETS, wallet), instrument, open];
    const [id, isForced] = this.#openUnwind.all(key)[0] ?? [];
    assert(id !== undefined, "collateral is used and debts are covered in an unwinding");
    if (Number(isForced) === 1) this.#insert({ ...step, user, liquidationId: Number(id) });
  }
}
