/** Writes rows of deposits and withdrawals: one row each, changed by later events. */
import { assert } from "../../core/base/assert.ts";
import type { CustodyNote } from "../../core/base/vocabulary.ts";
import type { EventOf } from "../../core/events/events.ts";
import type { EventHandlers } from "../live/event-consumers.ts";
import type { SqlStore, SqlValue } from "../store/sql-store.ts";
import { DEPOSITS, type DepositRow, WITHDRAWALS, type WithdrawalRow } from "./custody-tables.ts";
import { decoded } from "./decoded-event.ts";
import type { Progress } from "./progress.ts";
import { type RowWriter, rowFinder, rowInserter } from "./table-sql.ts";

/** Column that each note fills. */
const COLUMN_OF_NOTE = {
  address: "address",
  tag: "tag",
  client_id: "clientId",
  source: "source",
} as const satisfies Readonly<Record<CustodyNote, string>>;

export class CustodyWriter {
  readonly #findDeposit: (key: readonly SqlValue[]) => DepositRow | undefined;
  readonly #findWithdrawal: (key: readonly SqlValue[]) => WithdrawalRow | undefined;
  readonly #putDeposit: RowWriter<typeof DEPOSITS.fields>;
  readonly #putWithdrawal: RowWriter<typeof WITHDRAWALS.fields>;

  constructor(store: SqlStore) {
    this.#findDeposit = rowFinder(store, DEPOSITS);
    this.#findWithdrawal = rowFinder(store, WITHDRAWALS);
    this.#putDeposit = rowInserter(store, DEPOSITS, true);
    this.#putWithdrawal = rowInserter(store, WITHDRAWALS, true);
  }

  /** Handlers of events of deposits and withdrawals; users that are not recorded have no rows. */
  handlers(progress: Progress, isRecorded: (user: number) => boolean) {
    return {
      deposit_changed: (reader) => {
        const event = decoded(reader, "deposit_changed");
        progress.sawId(event.depositId);
        if (isRecorded(event.user)) this.#depositChanged(event);
      },
      withdrawal_changed: (reader) => {
        const event = decoded(reader, "withdrawal_changed");
        progress.sawId(event.withdrawalId);
        if (isRecorded(event.user)) this.#withdrawalChanged(event);
      },
      custody_noted: (reader) => {
        const event = decoded(reader, "custody_noted");
        if (isRecorded(event.user)) this.#noted(event);
      },
    } satisfies Partial<EventHandlers<"history">>;
  }

  #depositChanged(event: EventOf<"deposit_changed">): void {
    const { depositId: id, kind: _kind, seq: _seq, timeMs, wallet: _wallet, ...fields } = event;
    const { source = "" } = this.#findDeposit([event.user, id]) ?? {};
    this.#putDeposit({ ...fields, id, source, updatedAtMs: timeMs });
  }

  #withdrawalChanged(event: EventOf<"withdrawal_changed">): void {
    const { kind: _kind, seq: _seq, timeMs, withdrawalId: id, ...fields } = event;
    const known = this.#findWithdrawal([event.user, id]);
    const { address = "", clientId = "", tag = "" } = known ?? {};
    this.#putWithdrawal({ ...fields, id, address, clientId, tag, updatedAtMs: timeMs });
  }

  #noted({ isDeposit, note, recordId, text, user }: EventOf<"custody_noted">): void {
    const column = { [COLUMN_OF_NOTE[note]]: text };
    if (isDeposit) {
      const row = this.#findDeposit([user, recordId]);
      assert(row !== undefined, "a note follows the deposit that it is about");
      this.#putDeposit({ ...row, ...column });
      return;
    }
    const row = this.#findWithdrawal([user, recordId]);
    assert(row !== undefined, "a note follows the withdrawal that it is about");
    this.#putWithdrawal({ ...row, ...column });
  }
}
