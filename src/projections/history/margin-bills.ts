/** Adds the bills of isolated margin that moves, the most frequent ones after those of fills. */
import { IDS_PER_SEQ } from "../../core/base/limits.ts";
import { indexIn, POSITION_SIDES, WALLETS } from "../../core/base/vocabulary.ts";
import { CATEGORY_TRAITS } from "../../core/base/word-traits.ts";
import type { EventReader } from "../../core/events/event-buffer.ts";
import { eventLayout } from "../../core/events/event-layout.ts";
import { marginKindIndex } from "./bill-kinds.ts";
import { BILL, type BillRows } from "./bill-rows.ts";
import { COUNTER_ACCOUNTS } from "./counter-account-table.ts";
import type { Progress } from "./progress.ts";
import type { RowBatch } from "./row-batch.ts";
import { rowLayout } from "./row-words.ts";
import { BILL_KINDS, type InstrumentRow } from "./tables.ts";

const MOVED = eventLayout("margin_moved");
const COUNTER = rowLayout(COUNTER_ACCOUNTS);
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
  readonly otherWallet: number;
  /** Index + 1 of the instrument of the account on the other side; 0 for the futures wallet. */
  readonly otherPlace: number;
};

export class MarginBills {
  readonly #bills: BillRows;
  readonly #counterAccounts: RowBatch<typeof COUNTER_ACCOUNTS.fields>;
  readonly #progress: Progress;

  constructor(
    bills: BillRows,
    counterAccounts: RowBatch<typeof COUNTER_ACCOUNTS.fields>,
    progress: Progress,
  ) {
    this.#bills = bills;
    this.#counterAccounts = counterAccounts;
    this.#progress = progress;
  }

  /**
   * Reads `margin_moved`: adds two bills, one of the futures wallet, one of the margin of the
   * position, each with the other as its counter-account.
   */
  add(reader: EventReader, { category, instrument, settle }: InstrumentRow): void {
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
      otherWallet: margin,
      otherPlace: instrument + 1,
    });
    this.#bill(reader, settle, {
      wallet: margin,
      kind: isAdded ? MARGIN_IN : MARGIN_OUT,
      amount: isAdded ? amount : -amount,
      balance: reader.money(MOVED.margin),
      otherWallet: wallet,
      otherPlace: 0,
    });
  }

  #bill(reader: EventReader, currency: number, movement: Movement): void {
    const user = reader.number(MOVED.user);
    // The event has no id of its own: its bills follow those of the same command.
    const relatedId = reader.seq * IDS_PER_SEQ;
    const id = this.#progress.nextBillId(relatedId);
    const { money, numbers, place } = this.#bills.open();
    numbers[place + BILL.user] = user;
    numbers[place + BILL.id] = id;
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
    if (movement.amount !== 0n) this.#addCounterAccount(user, id, movement);
  }

  #addCounterAccount(user: number, id: number, movement: Movement): void {
    const row = this.#counterAccounts.open();
    const { money, numbers, width } = this.#counterAccounts.words;
    const at = row * width;
    numbers[at + COUNTER.user] = user;
    numbers[at + COUNTER.id] = id;
    numbers[at + COUNTER.part] = 0;
    numbers[at + COUNTER.counterUser] = user;
    numbers[at + COUNTER.wallet] = movement.otherWallet;
    numbers[at + COUNTER.place] = movement.otherPlace;
    money[at + COUNTER.amount] = -movement.amount;
  }
}
