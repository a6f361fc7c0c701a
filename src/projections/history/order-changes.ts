/**
 * Orders changed since the last write, which writes each of them once. Orders that stay open remain
 * known, so that a later change needs no read.
 */
import { assert } from "../../core/base/assert.ts";
import { clientIdOf } from "../../core/base/id-text.ts";
import { CLOSE_OUTCOMES, CLOSE_REASONS, indexIn } from "../../core/base/vocabulary.ts";
import { COMMAND_KINDS, type CommandKind } from "../../core/commands/commands.ts";
import type { EventReader } from "../../core/events/event-buffer.ts";
import { eventLayout } from "../../core/events/event-layout.ts";
import type { EventOf } from "../../core/events/events.ts";
import { SlotPool } from "../../core/money/columns.ts";
import { IntMap } from "../../core/money/int-map.ts";
import { exitsText } from "../live/order-exits.ts";
import type { SqlCells, SqlStatement, SqlStore, SqlValue } from "../store/sql-store.ts";
import { fieldCopier } from "./field-copier.ts";
import { KNOWN_ORDERS_MAX } from "./limits.ts";
import { OrderStepWriter } from "./order-step-writer.ts";
import { RowGroups } from "./row-groups.ts";
import { RowWords, rowLayout } from "./row-words.ts";
import { sortRows } from "./sort-rows.ts";
import { columnList, columnOf } from "./table-sql.ts";
import { ORDER_CLOSE_REASONS, ORDER_STATUSES, ORDERS } from "./tables.ts";

const ACCEPTED = eventLayout("order_accepted");
const AMENDED = eventLayout("order_amended");
const FILLED = eventLayout("order_filled");
const CLOSED = eventLayout("order_closed");

/** Places of the columns of orders. */
export const ORDER = rowLayout(ORDERS);

const copyAccepted = fieldCopier("order_accepted", ORDERS);
const copyAmended = fieldCopier("order_amended", ORDERS);

const PARTIALLY_FILLED = indexIn(ORDER_STATUSES, "partially_filled");
/** Index of each outcome among the statuses, and of each reason of a close among those of rows. */
const STATUS_OF_OUTCOME = CLOSE_OUTCOMES.map((outcome) => indexIn(ORDER_STATUSES, outcome));
const ROW_REASON = CLOSE_REASONS.map((reason) => indexIn(ORDER_CLOSE_REASONS, reason));

/** Index of each kind of command in the column of rows. */
const CLOSED_BY = Object.fromEntries(
  COMMAND_KINDS.map((kind) => [kind, indexIn(ORDERS.fields.closedBy, kind)]),
) as Record<CommandKind, number>;

/** Columns that change after the acceptance. */
const CHANGING = [
  "price",
  "size",
  "status",
  "closeReason",
  "closedSeq",
  "closedBy",
  "filled",
  "filledNotional",
  "fillPriceMin",
  "fillPriceMax",
  "remaining",
  "feeTotal",
  "feeCurrency",
  "realisedPnl",
  "exits",
  "updatedAtMs",
] as const satisfies readonly (keyof typeof ORDERS.fields)[];

/** Whether an order was changed since the last write, and is not in the store yet. */
const CHANGED = 1;
const NEW = 2;

export class OrderChanges {
  /** Rows by slot, from 1 on: those of changed orders and of open ones that are known. */
  readonly words = new RowWords(ORDERS);
  readonly #find: SqlStatement;
  readonly #added: RowGroups<typeof ORDERS.fields>;
  readonly #updateRow: SqlStatement;
  readonly #steps: OrderStepWriter;
  readonly #knownMax: number;
  #slots = new IntMap();
  #pool = new SlotPool();
  #marks: number[] = [];
  #changed: number[] = [];

  /** More than `knownMax` open orders are forgotten after a write. */
  constructor(store: SqlStore, knownMax = KNOWN_ORDERS_MAX) {
    this.#knownMax = knownMax;
    const key = ORDERS.key.map((field) => `${columnOf(field)} = ?`).join(" AND ");
    const sets = CHANGING.map((field) => `${columnOf(field)} = ?`).join(", ");
    this.#find = store.prepare(`SELECT ${columnList(ORDERS)} FROM ${ORDERS.name} WHERE ${key}`);
    this.#updateRow = store.prepare(`UPDATE ${ORDERS.name} SET ${sets} WHERE ${key}`);
    this.#added = new RowGroups(store, ORDERS);
    this.#steps = new OrderStepWriter(store);
  }

  /** Reads `order_accepted`. */
  accept(reader: EventReader): void {
    const orderId = reader.number(ACCEPTED.orderId);
    const slot = this.#take(orderId, CHANGED + NEW);
    const { numbers, width, words } = this.#rowAt(slot);
    const at = slot * width;
    numbers.fill(0, at, at + width);
    copyAccepted(reader, words, slot);
    numbers[at + ORDER.id] = orderId;
    numbers[at + ORDER.remaining] = reader.number(ACCEPTED.size);
    numbers[at + ORDER.createdAtMs] = reader.timeMs;
    numbers[at + ORDER.updatedAtMs] = reader.timeMs;
    const clientOrderId = clientIdOf(orderId, reader.text(ACCEPTED.clientOrderId));
    words.setText(slot, ORDER.clientOrderId, clientOrderId);
    words.setText(slot, ORDER.exits, "");
  }

  /** Records exits of an open order. */
  setExits(event: EventOf<"order_exits_set">): void {
    const slot = this.#open(event.user, event.orderId);
    this.#steps.add(event, "exits_set", event.orderId);
    this.words.setText(slot, ORDER.exits, exitsText(event));
    this.words.numbers[slot * this.words.width + ORDER.updatedAtMs] = event.timeMs;
  }

  /** Reads `order_amended`. */
  amend(reader: EventReader): void {
    const orderId = reader.number(AMENDED.orderId);
    const slot = this.#open(reader.number(AMENDED.user), orderId);
    const { numbers, width, words } = this.#rowAt(slot);
    const at = slot * width;
    const price = numbers[at + ORDER.price] as number;
    const size = numbers[at + ORDER.size] as number;
    this.#steps.amended(reader, { price, size });
    copyAmended(reader, words, slot);
    numbers[at + ORDER.updatedAtMs] = reader.timeMs;
  }

  /** Reads `order_filled`; returns the slot of the order after it. */
  fill(reader: EventReader): number {
    const slot = this.#open(reader.number(FILLED.user), reader.number(FILLED.orderId));
    const { money, numbers, width } = this.#rowAt(slot);
    const at = slot * width;
    numbers[at + ORDER.status] = PARTIALLY_FILLED;
    numbers[at + ORDER.filled] = reader.number(FILLED.filled);
    money[at + ORDER.filledNotional] = reader.money(FILLED.filledNotional);
    numbers[at + ORDER.fillPriceMin] = reader.number(FILLED.fillPriceMin);
    numbers[at + ORDER.fillPriceMax] = reader.number(FILLED.fillPriceMax);
    numbers[at + ORDER.remaining] = reader.number(FILLED.remaining);
    money[at + ORDER.feeTotal] = reader.money(FILLED.feeTotal);
    numbers[at + ORDER.feeCurrency] = reader.number(FILLED.feeCurrency);
    const realised = money[at + ORDER.realisedPnl] as bigint;
    money[at + ORDER.realisedPnl] = BigInt.asIntN(64, realised + reader.money(FILLED.realisedPnl));
    numbers[at + ORDER.updatedAtMs] = reader.timeMs;
    return slot;
  }

  /** Reads `order_closed`, the end of an order by a command. */
  close(reader: EventReader, command: CommandKind): void {
    const slot = this.#open(reader.number(CLOSED.user), reader.number(CLOSED.orderId));
    const { numbers, width } = this.#rowAt(slot);
    const at = slot * width;
    numbers[at + ORDER.status] = STATUS_OF_OUTCOME[reader.number(CLOSED.outcome)] as number;
    numbers[at + ORDER.closeReason] = ROW_REASON[reader.number(CLOSED.reason)] as number;
    numbers[at + ORDER.closedSeq] = reader.seq;
    numbers[at + ORDER.closedBy] = CLOSED_BY[command];
    numbers[at + ORDER.remaining] = reader.number(CLOSED.remaining);
    numbers[at + ORDER.updatedAtMs] = reader.timeMs;
  }

  /** Writes the changed orders. */
  write(): void {
    this.#steps.flush();
    const { words } = this;
    const changed = sortRows(words, this.#changed, ORDER.user);
    this.#added.write(
      words,
      changed.filter((slot) => this.#marks[slot] === CHANGED + NEW),
    );
    for (const slot of changed) this.#update(slot);
    for (const slot of this.#changed) this.#settle(slot);
    this.#changed.length = 0;
    if (this.#slots.size > this.#knownMax) this.clear();
  }

  /** Discards changes that were not written, and forgets the others. */
  clear(): void {
    this.#steps.clear();
    this.#slots = new IntMap();
    this.#pool = new SlotPool();
    this.#marks = [];
    this.#changed = [];
    this.words.clear();
  }

  /** Writes a changed order that is in the store. */
  #update(slot: number): void {
    if (this.#marks[slot] !== CHANGED) return;
    const cells: SqlValue[] = [];
    for (const field of CHANGING) cells.push(this.words.cell(slot, ORDER[field]));
    cells.push(this.words.cell(slot, ORDER.user), this.words.cell(slot, ORDER.id));
    this.#updateRow.run(cells);
  }

  /** Keeps an order that is open for its next change. */
  #settle(slot: number): void {
    this.#marks[slot] = 0;
    const { numbers, width } = this.words;
    if ((numbers[slot * width + ORDER.status] as number) <= PARTIALLY_FILLED) return;
    this.#slots.delete(numbers[slot * width + ORDER.id] as number);
    this.#pool.give(slot);
  }

  #rowAt(slot: number) {
    const { words } = this;
    words.reserve(slot);
    const { money, numbers, width } = words;
    return { money, numbers, width, words };
  }

  #take(orderId: number, mark: number): number {
    const slot = this.#pool.take();
    this.words.reserve(slot);
    this.#slots.set(orderId, slot);
    this.#marks[slot] = mark;
    this.#changed.push(slot);
    return slot;
  }

  /** Returns the slot of an order that is about to change. */
  #open(user: number, orderId: number): number {
    const known = this.#slots.get(orderId);
    if (known !== 0) {
      if (this.#marks[known] === 0) {
        this.#marks[known] = CHANGED;
        this.#changed.push(known);
      }
      return known;
    }
    const cells: SqlCells | undefined = this.#find.all([user, orderId])[0];
    assert(cells !== undefined, "an order is accepted before anything else happens to it");
    const slot = this.#take(orderId, CHANGED);
    this.words.setCells(slot, cells);
    return slot;
  }
}
