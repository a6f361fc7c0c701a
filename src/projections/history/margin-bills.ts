/** Adds the bills of isolated margin that moves, the most frequent ones after those of fills. */
import { IDS_PER_SEQ } from "../../core/base/limits.ts";
import { indexIn, POSITION_SIDES, WALLETS } from "../../core/base/vocabulary.ts";
import { CATEGORY_TRAITS } from "../../core/base/word-traits.ts";
import type { EventReader } from "../../core/events/event-buffer.ts";
import { eventLayout } from "../../core/events/event-layout.ts";
import { marginKindIndex } from "./bill-kinds.ts";
import { BILL, type BillRows } from "./bill-rows.ts";
import type { Progress } from "./progress.ts";
import { BILL_KINDS, type InstrumentRow } from "./tables.ts";

const MOVED = eventLayout("margin_moved");
const SHORT = indexIn(POSITION_SIDES, "short");
const LONG_MARGIN = indexIn(WALLETS, "long_margin");
const SHORT_MARGIN = indexIn(WALLETS, "short_margin");
const MARGIN_IN = indexIn(BILL_KINDS, "margin_in");
const MARGIN_OUT = indexIn(BILL_KINDS, "margin_out");

/** One of the two bills; `wallet`, `otherWallet` and `kind` are indexes. */
type Movement = {
  readonly wallet: number;
  readonly kind: number;
  readonly amount: bigint;
  readonly balance: bigint;
};

export class MarginBills {
  readonly #bills: BillRows;
  readonly #progress: Progress;

  constructor(bills: BillRows, progress: Progress) {
    this.#bills = bills;
    this.#progress = progress;
  }

  /**
   * Reads `margin_moved`: adds two bills, one of the futures wallet, one of the margin of the
   * position, with the next id. Each is the other side of the other (`COUNTER_ACCOUNTS`).
   */
  add(reader: EventReader, { category, settle }: InstrumentRow): void {
    const isAdded = reader.flag(MOVED.isAdded);
    const amount = reader.money(MOVED.amount);
    const wallet = WALLETS.indexOf(CATEGORY_TRAITS[category].classicWallet);
    const isShort = reader.number(MOVED.positionSide) === SHORT;
    const margin = isShort ? SHORT_MARGIN : LONG_MARGIN;
    this.#bill(reader, settle, {
      wallet,
      kind: marginKindIndex(reader.number(MOVED.reason), isAdded),
      amount: isAdded ? -amount : amount,
      balance: reader.money(MOVED.walletBalance),
    });
    this.#bill(reader, settle, {
      wallet: margin,
      kind: isAdded ? MARGIN_IN : MARGIN_OUT,
      amount: isAdded ? amount : -amount,
      balance: reader.money(MOVED.margin),
    });
  }

  #bill(reader: EventReader, currency: number, movement: Movement): void {
    // The event has no id of its own: its bills follow those of the same command.
    const relatedId = reader.seq * IDS_PER_SEQ;
    const { money, numbers, place } = this.#bills.open();
    numbers[place + BILL.user] = reader.number(MOVED.user);
    numbers[place + BILL.id] = this.#progress.nextBillId(relatedId);
    numbers[place + BILL.wallet] = movement.wallet;
    numbers[place + BILL.currency] = currency;
    numbers[place + BILL.kind] = movement.kind;
    money[place + BILL.amount] = movement.amount;
    money[place + BILL.fee] = 0n;
    money[place + BILL.balance] = movement.balance;
    numbers[place + BILL.hasInstrument] = 1;
    numbers[place + BILL.instrument] = reader.number(MOVED.instrument);
    numbers[place + BILL.relatedId] = relatedId;
    numbers[place + BILL.orderId] = 0;
    numbers[place + BILL.createdAtMs] = reader.timeMs;
    this.#bills.complete();
  }
}
