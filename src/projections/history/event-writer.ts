/** Writes the rows of events. The rows are a function of the events alone. */

import { assert } from "../../core/base/assert.ts";
import { wordAt } from "../../core/base/vocabulary.ts";
import { IS_TRANSFER, WALLET_TRAITS } from "../../core/base/word-traits.ts";
import { COMMAND_KINDS, type CommandKind } from "../../core/commands/commands.ts";
import { EventReader } from "../../core/events/event-buffer.ts";
import { EVENT_INDEX, eventLayout } from "../../core/events/event-layout.ts";
import type { EventOf } from "../../core/events/events.ts";
import type { PathPart } from "../../core/instruments/generated-market.ts";
import { atoms, ZERO_ATOMS, ZERO_LOTS } from "../../core/money/units.ts";
import { type EventHandler, type EventHandlers, handlersByIndex } from "../live/event-consumers.ts";
import type { SqlStore } from "../store/sql-store.ts";
import { ActWriter } from "./act-writer.ts";
import { ActivityWriter } from "./activity-writer.ts";
import { BillWriter } from "./bill-writer.ts";
import { CandleWriter } from "./candle-writer.ts";
import { ClosedPositionWriter } from "./closed-position-writer.ts";
import type { ComputedPast } from "./computed-past.ts";
import { ConversionWriter } from "./conversion-writer.ts";
import { CustodyWriter } from "./custody-writer.ts";
import { DayEndWriter } from "./day-end-writer.ts";
import { decoded, type KindOf } from "./decoded-event.ts";
import { fieldCopier } from "./field-copier.ts";
import { FillWriter } from "./fill-writer.ts";
import { LENDING, type LendingKind } from "./lending-ids.ts";
import { LendingWriter } from "./lending-writer.ts";
import type { RemovedRows, Retention } from "./limits.ts";
import { liquidationHandlers } from "./liquidation-handlers.ts";
import { LiquidationRecordWriter } from "./liquidation-record-writer.ts";
import { LiquidationStepWriter } from "./liquidation-step-writer.ts";
import { LiquidationWriter } from "./liquidation-writer.ts";
import { OrderChanges } from "./order-changes.ts";
import { P2pWriter } from "./p2p-writer.ts";
import { PastWriter } from "./past-writer.ts";
import { PlanChanges } from "./plan-changes.ts";
import { PledgeWriter } from "./pledge-writer.ts";
import { PositionMoveWriter } from "./position-move-writer.ts";
import type { Progress } from "./progress.ts";
import { Pruning } from "./pruning.ts";
import { RowBatch } from "./row-batch.ts";
import { rowLayout } from "./row-words.ts";
import { StatementWriter } from "./statement-writer.ts";
import { StatisticsWriter } from "./statistics-writer.ts";
import { allRows, type RowWriter, rowInserter } from "./table-sql.ts";
import {
  FUNDING_RATES,
  INSTRUMENTS,
  type InstrumentRow,
  QUIET_USERS,
  TRADES,
  TRANSFERS,
} from "./tables.ts";
import { UnitWriter } from "./unit-writer.ts";

const APPLIED = eventLayout("command_applied");
const ACCEPTED = eventLayout("order_accepted");
const AMENDED = eventLayout("order_amended");
const CLOSED = eventLayout("order_closed");
const FILLED = eventLayout("order_filled");
const MARGIN_MOVED = eventLayout("margin_moved");
const MARK = eventLayout("mark_price_changed");
const POSITION = eventLayout("position_changed");
const TRADE = eventLayout("trade_executed");
const UNWIND_ENDED = eventLayout("unwind_ended");

/** Events that one call reads. */
const EVENTS_PER_CALL = 256;

const TRADE_ROW = rowLayout(TRADES);
const copyTrade = fieldCopier("trade_executed", TRADES);

export class EventWriter {
  readonly #store: SqlStore;
  readonly #reader = new EventReader();
  readonly #progress: Progress;
  readonly #orders: OrderChanges;
  readonly #plans: PlanChanges;
  readonly #candles: CandleWriter;
  readonly #statements: StatementWriter;
  readonly #dayEnds: DayEndWriter;
  readonly #bills: BillWriter;
  readonly #lending: LendingWriter;
  readonly #liquidations: LiquidationWriter;
  readonly #liquidationRecords: LiquidationRecordWriter;
  readonly #liquidationSteps: LiquidationStepWriter;
  readonly #statistics: StatisticsWriter;
  readonly #custody: CustodyWriter;
  readonly #p2p: P2pWriter;
  readonly #pledges: PledgeWriter;
  readonly #conversions: ConversionWriter;
  readonly #positionMoves: PositionMoveWriter;
  readonly #units: UnitWriter;
  readonly #acts: ActWriter;
  readonly #activities: ActivityWriter;
  readonly #past: PastWriter;
  readonly #pruning: Pruning;
  readonly #fills: FillWriter;
  readonly #trades: RowBatch<typeof TRADES.fields>;
  readonly #closedPositions: ClosedPositionWriter;
  readonly #insertTransfer: RowWriter<typeof TRANSFERS.fields>;
  readonly #insertFundingRate: RowWriter<typeof FUNDING_RATES.fields>;
  readonly #insertInstrument: RowWriter<typeof INSTRUMENTS.fields>;
  readonly #insertQuiet: RowWriter<typeof QUIET_USERS.fields>;
  readonly #instruments = new Map<number, InstrumentRow>();
  readonly #quietUsers = new Set<number>();
  /** Kind of the command whose events are being written. */
  #command: CommandKind = "tick";
  /** Whether the rows of this command are not written yet. */
  #isNew = false;
  /** By kind index; kinds without rows have none. */
  readonly #handlers: readonly (EventHandler | undefined)[];

  constructor(
    store: SqlStore,
    parts: {
      readonly progress: Progress;
      readonly past: ComputedPast;
      readonly retention: Retention;
    },
  ) {
    const { past, progress, retention } = parts;
    this.#store = store;
    this.#progress = progress;
    this.#orders = new OrderChanges(store);
    this.#plans = new PlanChanges(store);
    this.#candles = new CandleWriter(store, past);
    const isRecorded = (user: number): boolean => this.#isRecorded(user);
    const instrumentAt = (index: number) => this.#instruments.get(index);
    this.#statements = new StatementWriter(store, { isRecorded, instrumentAt });
    this.#dayEnds = new DayEndWriter(store, isRecorded);
    this.#bills = new BillWriter(store, progress, this.#statements);
    this.#lending = new LendingWriter(store);
    this.#liquidations = new LiquidationWriter(store);
    this.#liquidationRecords = new LiquidationRecordWriter(store);
    this.#liquidationSteps = new LiquidationStepWriter(store);
    this.#statistics = new StatisticsWriter(store);
    this.#custody = new CustodyWriter(store);
    this.#p2p = new P2pWriter(store);
    const shared = { progress, bills: this.#bills, isRecorded };
    const steps = this.#liquidationSteps;
    this.#pledges = new PledgeWriter(store, {
      ...{ ...shared, steps },
      onCover: (event) => this.#liquidations.loanCovered(event),
    });
    this.#conversions = new ConversionWriter(store, shared);
    this.#positionMoves = new PositionMoveWriter(store);
    this.#units = new UnitWriter(store);
    this.#acts = new ActWriter(store);
    this.#activities = new ActivityWriter(store, isRecorded);
    this.#past = new PastWriter(store, past);
    this.#pruning = new Pruning(store, retention);
    this.#fills = new FillWriter(store, {
      ...{ orders: this.#orders, bills: this.#bills, candles: this.#candles },
      ...{ statistics: this.#statistics, liquidations: this.#liquidations },
      ...{ instrumentAt, isRecorded },
    });
    this.#trades = new RowBatch(store, TRADES);
    this.#closedPositions = new ClosedPositionWriter(store, progress);
    this.#insertTransfer = rowInserter(store, TRANSFERS);
    this.#insertFundingRate = rowInserter(store, FUNDING_RATES);
    this.#insertInstrument = rowInserter(store, INSTRUMENTS, true);
    this.#insertQuiet = rowInserter(store, QUIET_USERS, true);
    this.#handlers = handlersByIndex(this.#eventHandlers());
    this.load();
  }

  /** Discards uncommitted changes and reads the committed state. */
  load(): void {
    this.#progress.load();
    this.#bills.load();
    this.#statements.load();
    this.#liquidations.load();
    this.#fills.clear();
    this.#trades.clear();
    this.#closedPositions.clear();
    this.#orders.clear();
    this.#plans.clear();
    this.#dayEnds.clear();
    this.#candles.clear();
    this.#statistics.clear();
    this.#instruments.clear();
    this.#quietUsers.clear();
    for (const row of allRows(this.#store, INSTRUMENTS)) this.#instruments.set(row.instrument, row);
    for (const { user } of allRows(this.#store, QUIET_USERS)) this.#quietUsers.add(user);
  }

  listInstruments(instruments: readonly InstrumentRow[]): void {
    for (const row of instruments) {
      if (this.#instruments.has(row.instrument)) continue;
      this.#instruments.set(row.instrument, row);
      this.#insertInstrument(row);
    }
  }

  importPaths(paths: readonly PathPart[]): void {
    this.#past.importPaths(paths);
  }

  addQuietUsers(users: readonly number[]): void {
    for (const user of users) {
      if (this.#quietUsers.has(user)) continue;
      this.#quietUsers.add(user);
      this.#insertQuiet({ user });
    }
  }

  /**
   * Writes the rows of whole commands, which one block after the other contains, and the progress.
   * Runs inside a transaction.
   */
  write(blocks: readonly Float64Array[]): void {
    const reader = this.#reader;
    for (const words of blocks) {
      reader.reset(words);
      while (this.#takeSome(reader));
    }
    this.#writeChanges();
    this.#progress.save();
  }

  /**
   * Reads some of the next events; false at the end. Runs often enough to be compiled, which a loop
   * over all events of a block is not.
   */
  #takeSome(reader: EventReader): boolean {
    for (let event = 0; event < EVENTS_PER_CALL; event++) {
      if (!reader.next()) return false;
      this.#take(reader);
    }
    return true;
  }

  /** Reads an event; those of commands whose rows are written are left out. */
  #take(reader: EventReader): void {
    if (reader.kindIndex === EVENT_INDEX.command_applied) {
      this.#isNew = reader.seq > this.#progress.appliedSeq;
      if (this.#isNew) this.#begin(reader.seq, reader.timeMs);
      this.#command = wordAt(COMMAND_KINDS, reader.number(APPLIED.command));
    } else if (this.#isNew) {
      this.#handlers[reader.kindIndex]?.(reader);
      this.#statements.take(reader);
      this.#dayEnds.take(reader);
    }
  }

  /** Returns what was pruned of users since the last call; undefined when nothing was. */
  takeRemoved(): RemovedRows | undefined {
    return this.#pruning.takeRemoved();
  }

  #begin(seq: number, timeMs: number): void {
    const beforeMs = this.#progress.timeMs;
    this.#statistics.endCommand();
    this.#progress.advance(seq, timeMs);
    if (!this.#pruning.isDue(beforeMs, timeMs)) return;
    this.#writeChanges();
    this.#pruning.prune(beforeMs, timeMs);
  }

  #writeChanges(): void {
    this.#progress.writeMarks();
    this.#fills.flush();
    this.#trades.flush();
    this.#closedPositions.flush();
    this.#bills.flush();
    this.#statements.write();
    this.#liquidations.flush();
    this.#orders.write();
    this.#plans.write();
    this.#dayEnds.write();
    this.#candles.write();
    this.#statistics.write();
  }

  #isRecorded(user: number): boolean {
    return !this.#quietUsers.has(user);
  }

  #eventHandlers(): EventHandlers<"history"> {
    return {
      user_created: (reader) => {
        const event = decoded(reader, "user_created");
        this.#bills.addUser(event);
        this.#liquidations.addUser(event);
        this.#activities.userCreated(event);
      },
      account_kind_changed: (reader) => {
        const event = decoded(reader, "account_kind_changed");
        this.#bills.addUser(event);
        this.#activities.kindChanged(event);
      },
      ...this.#activities.handlers(),
      funds_moved: (reader) => this.#moveFunds(decoded(reader, "funds_moved")),
      order_accepted: (reader) => {
        this.#progress.sawId(reader.number(ACCEPTED.orderId));
        if (!this.#isRecorded(reader.number(ACCEPTED.user))) return;
        this.#orders.accept(reader);
      },
      order_amended: (reader) => {
        if (!this.#isRecorded(reader.number(AMENDED.user))) return;
        this.#orders.amend(reader);
      },
      order_exits_set: (reader) => {
        const event = decoded(reader, "order_exits_set");
        if (this.#isRecorded(event.user)) this.#orders.setExits(event);
      },
      order_filled: (reader) => {
        this.#progress.sawId(reader.number(FILLED.fillId));
        this.#fills.filled(reader);
      },
      order_closed: (reader) => {
        if (!this.#isRecorded(reader.number(CLOSED.user))) return;
        this.#orders.close(reader, this.#command);
      },
      trade_executed: (reader) => {
        this.#progress.sawId(reader.number(TRADE.tradeId));
        this.#trade(reader);
      },
      position_changed: (reader) => {
        this.#statistics.positionChanged(reader);
        if (reader.number(POSITION.size) !== 0) return;
        if (!this.#isRecorded(reader.number(POSITION.user))) return;
        this.#closedPositions.close(reader);
      },
      mark_price_changed: (reader) => this.#priceCandles(reader),
      ...this.#lendingHandlers(),
      ...liquidationHandlers({
        ...{ progress: this.#progress, bills: this.#bills, liquidations: this.#liquidations },
        ...{ records: this.#liquidationRecords, isRecorded: (user) => this.#isRecorded(user) },
      }),
      ...this.#custody.handlers(this.#progress, (user) => this.#isRecorded(user)),
      ...this.#p2p.handlers((id) => this.#progress.sawId(id)),
      ...this.#pledges.handlers(),
      ...this.#conversions.handlers(),
      ...this.#positionMoves.handlers((user) => this.#isRecorded(user)),
      ...this.#units.handlers(this.#progress),
      ...this.#acts.handlers(),
      ...this.#plans.handlers({
        sawId: (id) => this.#progress.sawId(id),
        isRecorded: (user) => this.#isRecorded(user),
      }),
      funding_fixed: (reader) => this.#fixFunding(decoded(reader, "funding_fixed")),
      funding_paid: (reader) => this.#payFunding(decoded(reader, "funding_paid")),
      margin_moved: (reader) => this.#moveMargin(reader),
      ...this.#past.handlers(),
    };
  }

  #lendingHandlers() {
    const lending = this.#lending;
    const steps = this.#liquidationSteps;
    const of = <K extends LendingKind>(
      kind: K,
      write: (event: KindOf<K>) => void,
      count?: (event: KindOf<K>) => void,
    ): EventHandler => {
      const { id, user } = LENDING[kind];
      return (reader) => {
        this.#progress.sawId(reader.number(id));
        count?.(decoded(reader, kind));
        if (this.#isRecorded(reader.number(user))) write(decoded(reader, kind));
      };
    };
    const statistics = this.#statistics;
    return {
      loan_borrowed: of(
        "loan_borrowed",
        (event) => {
          lending.borrowed(event);
          this.#bills.addLoan(event, { kind: "borrow", id: event.loanId, amount: event.amount });
        },
        (event) => this.#onPair(event, (listed) => statistics.borrowed(event, listed)),
      ),
      interest_charged: of("interest_charged", (event) => lending.charged(event)),
      loan_repaid: of(
        "loan_repaid",
        (event) => {
          lending.repaid(event);
          steps.repaid(event);
          const amount = atoms(-event.interestPart - event.principalPart);
          this.#bills.addLoan(event, { kind: "repay", id: event.repayId, amount });
        },
        (event) => this.#onPair(event, (listed) => statistics.repaid(event, listed)),
      ),
      loan_covered: (reader) => {
        const event = decoded(reader, "loan_covered");
        this.#progress.sawId(event.coverId);
        this.#liquidations.loanCovered(event);
        if (this.#isRecorded(event.user)) steps.covered(event);
        this.#onPair(event, (listed) => statistics.covered(event, listed));
      },
      collateral_swapped: (reader) => {
        const event = decoded(reader, "collateral_swapped");
        this.#progress.sawId(event.swapId);
        this.#liquidations.swapped(event);
        if (!this.#isRecorded(event.user)) return;
        lending.swapped(event);
        steps.swapped(event);
        this.#bills.addSwap(event);
      },
      debt_changed: of("debt_changed", (event) => this.#bills.addDebtChange(event)),
      debt_interest_charged: of("debt_interest_charged", (event) =>
        this.#bills.addDebtInterest(event),
      ),
      debt_exchanged: of("debt_exchanged", (event) => {
        this.#bills.addDebtExchange(event);
        steps.exchanged(event);
      }),
      unwind_started: of("unwind_started", (event) => lending.unwindStarted(event)),
      unwind_ended: (reader) => {
        if (!this.#isRecorded(reader.number(UNWIND_ENDED.user))) return;
        lending.unwindEnded(decoded(reader, "unwind_ended"));
      },
    } satisfies Partial<EventHandlers<"history">>;
  }

  /** Calls `count` with the pair of a loan of isolated margin; crossed loans have none. */
  #onPair(event: { readonly instrument: number }, count: (listed: InstrumentRow) => void): void {
    const listed = this.#instruments.get(event.instrument - 1);
    if (listed !== undefined) count(listed);
  }

  #moveFunds(event: EventOf<"funds_moved">): void {
    const { transferId: id, fromUser, reason, toUser, fromWallet, toWallet } = event;
    this.#progress.sawId(id);
    this.#liquidations.fundEndowed(event);
    const isFrom = WALLET_TRAITS[fromWallet].owner === "user" && this.#isRecorded(fromUser);
    const isTo = WALLET_TRAITS[toWallet].owner === "user" && this.#isRecorded(toUser);
    const row = {
      id,
      reason,
      ...{ currency: event.currency, amount: event.amount },
      fromUser,
      fromWallet,
      toUser,
      toWallet,
      ...{ fromInstrument: event.fromInstrument, toInstrument: event.toInstrument },
      clientTransferId: event.clientTransferId,
      createdAtMs: event.timeMs,
    };
    const isTransfer = IS_TRANSFER[reason];
    if (isFrom) {
      if (isTransfer) this.#insertTransfer({ ...row, user: fromUser });
      this.#bills.addMoveFrom(event);
      this.#liquidationSteps.moved(event);
    }
    if (isTo) {
      const isOther = !isFrom || toUser !== fromUser;
      if (isTransfer && isOther) this.#insertTransfer({ ...row, user: toUser });
      this.#bills.addMoveTo(event);
    }
  }

  #trade(reader: EventReader): void {
    const row = this.#trades.open();
    const { words } = this.#trades;
    copyTrade(reader, words, row);
    words.numbers[row * words.width + TRADE_ROW.id] = reader.number(TRADE.tradeId);
    words.numbers[row * words.width + TRADE_ROW.createdAtMs] = reader.timeMs;
  }

  #fixFunding({ instrument, settledAtMs, rate, mark }: EventOf<"funding_fixed">): void {
    this.#insertFundingRate({ instrument, settledAtMs, rate, mark });
  }

  #payFunding(event: EventOf<"funding_paid">): void {
    this.#progress.sawId(event.paymentId);
    if (event.wallet === "insurance_fund") this.#liquidations.fundFunding(event);
    if (!this.#isRecorded(event.user)) return;
    const listed = this.#instruments.get(event.instrument);
    assert(listed !== undefined, "an instrument is listed before its first funding");
    this.#bills.addFunding(event, listed);
  }

  #moveMargin(reader: EventReader): void {
    if (!this.#isRecorded(reader.number(MARGIN_MOVED.user))) return;
    const listed = this.#instruments.get(reader.number(MARGIN_MOVED.instrument));
    assert(listed !== undefined, "an instrument is listed before its first margin");
    this.#bills.addMarginMove(reader, listed);
  }

  #priceCandles(reader: EventReader): void {
    const instrument = reader.number(MARK.instrument);
    const point = { instrument, timeMs: reader.timeMs, volume: ZERO_LOTS, turnover: ZERO_ATOMS };
    const index = reader.number(MARK.index);
    const mark = reader.number(MARK.mark);
    if (mark > 0) this.#candles.add({ ...point, priceKind: "mark", price: mark });
    if (index > 0) this.#candles.add({ ...point, priceKind: "index", price: index });
  }
}
