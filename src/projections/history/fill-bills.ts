/** Adds the bills of fills, the most frequent ones. */
import { assert } from "../../core/base/assert.ts";
import {
  indexIn,
  ORDER_BACKINGS,
  SIDES,
  WALLET_OF_BACKING,
  WALLETS,
} from "../../core/base/vocabulary.ts";
import { CATEGORY_TRAITS } from "../../core/base/word-traits.ts";
import type { EventReader } from "../../core/events/event-buffer.ts";
import { eventLayout } from "../../core/events/event-layout.ts";
import { type Atoms, atoms, ZERO_ATOMS } from "../../core/money/units.ts";
import { fillKindIndex } from "./bill-kinds.ts";
import { BILL, type BillRows } from "./bill-rows.ts";
import type { Progress } from "./progress.ts";
import type { InstrumentRow } from "./tables.ts";

type Movement = {
  readonly currency: number;
  readonly amount: Atoms;
  readonly fee: Atoms;
  readonly balance: Atoms;
};

/** Instrument of a filled order, and the index of its source. */
type FilledOrder = { readonly instrument: InstrumentRow; readonly source: number };

const FILLED = eventLayout("order_filled");
const BUY = indexIn(SIDES, "buy");
const UNIFIED = indexIn(WALLETS, "unified");
const DEFAULT_BACKING = indexIn(ORDER_BACKINGS, "default");
/** Index of the wallet of each backing; that of the default one depends on the account. */
const WALLET_OF_BACKINGS = ORDER_BACKINGS.map((backing) =>
  backing === "default" ? -1 : indexIn(WALLETS, WALLET_OF_BACKING[backing]),
);

export class FillBills {
  readonly #bills: BillRows;
  readonly #progress: Progress;
  readonly #isUnified: (user: number) => boolean;

  constructor(bills: BillRows, progress: Progress, isUnified: (user: number) => boolean) {
    this.#bills = bills;
    this.#progress = progress;
    this.#isUnified = isUnified;
  }

  /**
   * Reads `order_filled` of an order. Futures: one bill with profit
   * and fee. Spot: the amount received, then the amount paid.
   */
  add(reader: EventReader, order: FilledOrder): void {
    const { instrument } = order;
    const fee = reader.money(FILLED.fee);
    const feeCurrency = reader.number(FILLED.feeCurrency);
    const quoteBalance = reader.money(FILLED.quoteBalance);
    if (CATEGORY_TRAITS[instrument.category].isFutures) {
      const { settle: currency } = instrument;
      assert(feeCurrency === currency, "futures fees are paid in the settle currency");
      const amount = reader.money(FILLED.realisedPnl);
      this.#fillBill(reader, order, { currency, amount, fee, balance: quoteBalance });
      return;
    }
    const isBuy = reader.number(FILLED.side) === BUY;
    const size = BigInt(reader.number(FILLED.size)) * instrument.baseAtomsPerLot;
    const value = reader.money(FILLED.value);
    const base: Movement = {
      currency: instrument.base,
      amount: atoms(isBuy ? size : -size),
      fee: feeCurrency === instrument.base ? fee : ZERO_ATOMS,
      balance: reader.money(FILLED.baseBalance),
    };
    const quote: Movement = {
      currency: instrument.quote,
      amount: atoms(isBuy ? -value : value),
      fee: feeCurrency === instrument.quote ? fee : ZERO_ATOMS,
      balance: quoteBalance,
    };
    this.#fillBill(reader, order, isBuy ? base : quote);
    this.#fillBill(reader, order, isBuy ? quote : base);
  }

  #fillBill(reader: EventReader, { instrument, source }: FilledOrder, movement: Movement): void {
    const user = reader.number(FILLED.user);
    const backing = reader.number(FILLED.backing);
    const positionSide = reader.number(FILLED.positionSide);
    const side = reader.number(FILLED.side);
    const fillId = reader.number(FILLED.fillId);
    const { money, numbers, place } = this.#bills.open();
    numbers[place + BILL.user] = user;
    numbers[place + BILL.id] = this.#progress.nextBillId(fillId);
    numbers[place + BILL.wallet] = this.#walletOf(user, backing, instrument);
    numbers[place + BILL.currency] = movement.currency;
    numbers[place + BILL.kind] = fillKindIndex({ backing, positionSide, side, source });
    money[place + BILL.amount] = movement.amount;
    money[place + BILL.fee] = movement.fee;
    money[place + BILL.balance] = movement.balance;
    numbers[place + BILL.hasInstrument] = 1;
    numbers[place + BILL.instrument] = instrument.instrument;
    numbers[place + BILL.relatedId] = fillId;
    numbers[place + BILL.orderId] = reader.number(FILLED.orderId);
    numbers[place + BILL.createdAtMs] = reader.timeMs;
    this.#bills.complete();
  }

  /** Index of the wallet that a fill changes. */
  #walletOf(user: number, backing: number, { category }: InstrumentRow): number {
    if (backing !== DEFAULT_BACKING) return WALLET_OF_BACKINGS[backing] as number;
    if (this.#isUnified(user)) return UNIFIED;
    return WALLETS.indexOf(CATEGORY_TRAITS[category].classicWallet);
  }
}
