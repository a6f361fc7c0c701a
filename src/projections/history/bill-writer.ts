/** Writes bills, one for every change of a balance of a user, and their counter-accounts. */
import { assert } from "../../core/base/assert.ts";
import type { Wallet } from "../../core/base/vocabulary.ts";
import { CATEGORY_TRAITS, isUnified, WALLET_TRAITS } from "../../core/base/word-traits.ts";
import type { EventReader } from "../../core/events/event-buffer.ts";
import type { EventOf } from "../../core/events/events.ts";
import { minAtoms, plus } from "../../core/money/arithmetic.ts";
import { type Atoms, atoms, ZERO_ATOMS } from "../../core/money/units.ts";
import type { SqlStore } from "../store/sql-store.ts";
import { MOVE_KINDS } from "./bill-kinds.ts";
import { BillRows } from "./bill-rows.ts";
import { COUNTER_ACCOUNTS, type CounterAccount } from "./counter-account-table.ts";
import { COUNTER_WALLETS } from "./counter-wallets.ts";
import { FillBills } from "./fill-bills.ts";
import { MarginBills } from "./margin-bills.ts";
import type { Progress } from "./progress.ts";
import { RowBatch } from "./row-batch.ts";
import type { StatementWriter } from "./statement-writer.ts";
import { allRows, type RowWriter, rowInserter } from "./table-sql.ts";
import { type BillKind, type BillRow, type InstrumentRow, USERS } from "./tables.ts";

type Moved = EventOf<"funds_moved">;

/** Account on the other side of a bill. */
type CounterSide = Omit<CounterAccount, "amount">;

type MoveSide = {
  readonly user: number;
  readonly wallet: Wallet;
  readonly kind: BillKind;
  readonly amount: Atoms;
  readonly balance: Atoms;
  /** Index + 1 of an isolated margin account's instrument, or 0. */
  readonly accountInstrument: number;
  readonly other: CounterSide;
};

/** Members of bills that all bills without a fee have. */
type FeelessBill = Pick<
  BillRow,
  "user" | "wallet" | "currency" | "kind" | "amount" | "balance" | "relatedId"
>;

/** Time of a bill, and index + 1 of the instrument that it names, or 0. */
type BillPlace = { readonly instrument: number; readonly timeMs: number };

/** Members of the events that exchange one coin for another. */
type CoinSwap = Pick<EventOf<"debt_exchanged">, "user" | "timeMs"> &
  Pick<EventOf<"debt_exchanged">, "fromAmount" | "fromBalance" | "fromCurrency"> &
  Pick<EventOf<"debt_exchanged">, "toAmount" | "toBalance" | "toCurrency">;

/** Movements that correct an earlier event, to which their bills refer. */
const CORRECTIONS: ReadonlySet<Moved["reason"]> = new Set([
  "trade_correction",
  "liquidation_refund",
]);

/** Members of the events of loans against a pledge that bills need. */
type PledgeMove = Pick<
  EventOf<"pledged_loan_taken">,
  "user" | "wallet" | "currency" | "pledgeCurrency" | "timeMs"
>;

/** Account that receives what a bill takes, or pays what it brings. */
function facing({ amount }: Pick<BillRow, "amount">, other: CounterSide): CounterAccount {
  const { counterUser, place, wallet } = other;
  return { counterUser, wallet, place, amount: atoms(-amount) };
}

export class BillWriter {
  readonly #store: SqlStore;
  readonly #progress: Progress;
  readonly #statements: StatementWriter;
  readonly #bills: BillRows;
  readonly #fills: FillBills;
  readonly #margins: MarginBills;
  readonly #counterAccounts: RowBatch<typeof COUNTER_ACCOUNTS.fields>;
  readonly #insertUser: RowWriter<typeof USERS.fields>;
  readonly #unifiedUsers = new Set<number>();
  /** Trade or liquidation that the command of this seq corrects; index + 1 of its instrument. */
  #correction = { seq: 0, relatedId: 0, place: 0 };

  constructor(store: SqlStore, progress: Progress, statements: StatementWriter) {
    this.#store = store;
    this.#progress = progress;
    this.#statements = statements;
    this.#bills = new BillRows(store, statements);
    const isUnifiedUser = (user: number): boolean => this.#unifiedUsers.has(user);
    this.#fills = new FillBills(this.#bills, progress, isUnifiedUser);
    this.#counterAccounts = new RowBatch(store, COUNTER_ACCOUNTS);
    this.#margins = new MarginBills(this.#bills, progress);
    this.#insertUser = rowInserter(store, USERS, true);
    this.load();
  }

  /** Discards uncommitted bills and reads users again. */
  load(): void {
    this.#bills.clear();
    this.#counterAccounts.clear();
    this.#unifiedUsers.clear();
    for (const { user, accountKind } of allRows(this.#store, USERS)) {
      if (isUnified(accountKind)) this.#unifiedUsers.add(user);
    }
  }

  /** Writes the bills added so far. */
  flush(): void {
    this.#bills.flush();
    this.#counterAccounts.flush();
  }

  /** Adds a new user, or replaces what is known of one whose kind of account changed. */
  addUser(event: EventOf<"user_created" | "account_kind_changed">): void {
    const { user, accountKind, realm, parent } = event;
    if (isUnified(accountKind)) this.#unifiedUsers.add(user);
    else this.#unifiedUsers.delete(user);
    this.#insertUser({ user, accountKind, realm, parent });
  }

  /** Reads `order_filled` of an order with this source, given by its index. */
  addFill(reader: EventReader, instrument: InstrumentRow, source: number): void {
    this.#fills.add(reader, { instrument, source });
  }

  /** Remembers the trade or liquidation that the next movements of the same command correct. */
  correct(event: EventOf<"trade_corrected"> | EventOf<"liquidation_refunded">): void {
    const { seq } = event;
    this.#correction =
      event.kind === "trade_corrected"
        ? { seq, relatedId: event.tradeId, place: event.instrument + 1 }
        : { seq, relatedId: event.liquidationId, place: 0 };
  }

  /** Adds the bill of the paying side of a movement. */
  addMoveFrom(event: Moved): void {
    const { fromUser: user, fromWallet: wallet, fromBalance: balance } = event;
    const amount = atoms(-event.amount);
    this.#moveBill(event, {
      user,
      wallet,
      kind: MOVE_KINDS[event.reason][0],
      amount,
      balance,
      accountInstrument: event.fromInstrument,
      other: { counterUser: event.toUser, wallet: event.toWallet, place: event.toInstrument },
    });
  }

  /** Adds the bill of the receiving side of a movement. */
  addMoveTo(event: Moved): void {
    const { toUser: user, toWallet: wallet, toBalance: balance, amount } = event;
    this.#moveBill(event, {
      user,
      wallet,
      kind: MOVE_KINDS[event.reason][1],
      amount,
      balance,
      accountInstrument: event.toInstrument,
      other: { counterUser: event.fromUser, wallet: event.fromWallet, place: event.fromInstrument },
    });
  }

  /** Adds the payment of a position in a funding settlement. */
  addFunding(event: EventOf<"funding_paid">, instrument: InstrumentRow): void {
    const { amount, balance, currency, paymentId: relatedId, timeMs, user } = event;
    const place = { instrument: event.instrument + 1, timeMs };
    const add = (
      bill: Pick<BillRow, "wallet" | "kind" | "amount" | "balance">,
      other: CounterSide,
    ): void => this.#marginBill(place, { user, currency, relatedId, ...bill }, other);
    const pool = this.#house(user, COUNTER_WALLETS.funding);
    const isReceived = amount > 0n;
    const kind = isReceived ? "funding_in" : "funding_out";
    const wallet = CATEGORY_TRAITS[instrument.category].classicWallet;
    const isIsolated = WALLET_TRAITS[event.wallet].owner === "position";
    const before = isIsolated ? this.#bills.lastBalance(user, wallet, currency) : undefined;
    if (before === undefined) {
      add({ wallet: event.wallet, kind, amount, balance }, pool);
      return;
    }
    // The margin of an isolated position pays and receives by way of the futures wallet, whose
    // bills then lead from each balance to the next.
    const returned = atoms(-amount);
    const margin = { counterUser: user, wallet: event.wallet, place: place.instrument };
    const own = { counterUser: user, wallet, place: 0 };
    if (isReceived) {
      add({ wallet, kind, amount, balance: plus(before, amount) }, pool);
      add({ wallet, kind: "margin_added", amount: returned, balance: before }, margin);
    } else {
      const balance = plus(before, returned);
      add({ wallet, kind: "margin_removed", amount: returned, balance }, margin);
      add({ wallet, kind, amount, balance: before }, pool);
    }
    const marginKind = isReceived ? "margin_in" : "margin_out";
    add({ wallet: event.wallet, kind: marginKind, amount, balance }, own);
  }

  /**
   * Adds the surplus of a liquidation, or the shortfall that the insurance fund paid. `instrument`
   * is the index + 1 of the instrument of a liquidated isolated position, or 0.
   */
  addFundMove(event: EventOf<"fund_moved">, instrument: number): void {
    const { amount, balance, currency, isPaidIn, moveId, user, wallet } = event;
    const place = { instrument, timeMs: event.timeMs };
    const bill = {
      ...{ user, wallet, currency, balance, relatedId: moveId },
      kind: isPaidIn ? "liquidation_surplus" : "liquidation_shortfall",
      amount: isPaidIn ? atoms(-amount) : amount,
    } as const;
    this.#marginBill(place, bill, this.#house(user, COUNTER_WALLETS.fund));
  }

  /** Reads `margin_moved`. */
  addMarginMove(reader: EventReader, instrument: InstrumentRow): void {
    this.#margins.add(reader, instrument);
  }

  /** Adds an amount lent to, or repaid from, a margin account. */
  addLoan(
    event: EventOf<"loan_borrowed"> | EventOf<"loan_repaid">,
    bill: { readonly kind: BillKind; readonly id: number; readonly amount: Atoms },
  ): void {
    const { balance, currency, user, wallet } = event;
    const { amount, id: relatedId, kind } = bill;
    const interestPart = event.kind === "loan_repaid" ? event.interestPart : ZERO_ATOMS;
    const row = { user, wallet, currency, kind, amount, balance, relatedId };
    this.#loanBill(event, row, interestPart);
  }

  addSwap(event: EventOf<"collateral_swapped">): void {
    const { instrument, swapId: relatedId, user, wallet } = event;
    const bill = { wallet, relatedId, instrument, kinds: ["swap_out", "swap_in"] } as const;
    this.#swapBills(event, bill, this.#house(user, COUNTER_WALLETS.collateralSwap));
  }

  /**
   * Adds an amount that a unified account borrowed or repaid of a coin. It moves no money: the
   * movement that created the debt has a bill of its own.
   */
  addDebtChange(event: EventOf<"debt_changed">): void {
    const { amount, balance, changeId: relatedId, currency, isBorrowed, user } = event;
    const bill = {
      ...{ user, currency, balance, relatedId },
      kind: isBorrowed ? "borrow" : "repay",
      amount: isBorrowed ? amount : atoms(-amount),
    } as const;
    this.#unifiedBill(event.timeMs, bill, undefined);
  }

  /** Adds interest, and as borrowed the part of it by which it increased the debt. */
  addDebtInterest(event: EventOf<"debt_interest_charged">): void {
    const { amount, balance, currency, debt, interestId: relatedId, timeMs, user } = event;
    const bill = { user, currency, balance, relatedId };
    const income = this.#house(user, COUNTER_WALLETS.interest);
    this.#unifiedBill(timeMs, { ...bill, kind: "interest", amount: atoms(-amount) }, income);
    if (debt === 0n) return;
    const borrowed = minAtoms(debt, amount);
    this.#unifiedBill(timeMs, { ...bill, kind: "borrow", amount: borrowed }, undefined);
  }

  /** Adds both sides of an exchange of one coin for another to repay a debt. */
  addDebtExchange(event: EventOf<"debt_exchanged">): void {
    const { exchangeId: relatedId, liquidationId, user } = event;
    const kinds =
      liquidationId === 0
        ? (["exchange_out", "exchange_in"] as const)
        : (["swap_out", "swap_in"] as const);
    const bill = { wallet: "unified", relatedId, instrument: 0, kinds } as const;
    this.#swapBills(event, bill, this.#house(user, COUNTER_WALLETS.debtExchange));
  }

  /** Adds both sides of a conversion between coins. */
  addConversion(event: EventOf<"conversion_executed">): void {
    const { conversionId: relatedId, user, wallet } = event;
    const kinds = ["convert_out", "convert_in"] as const;
    const bill = { wallet, relatedId, instrument: 0, kinds };
    this.#swapBills(event, bill, this.#house(user, COUNTER_WALLETS.conversion));
  }

  /** Adds what a loan against a pledge moved in its user's wallet. */
  addPledge(
    event: PledgeMove,
    bill: Pick<BillRow, "id" | "kind" | "amount" | "balance">,
    interestPart = ZERO_ATOMS,
  ): void {
    const { currency, pledgeCurrency, timeMs, user, wallet } = event;
    const { amount, balance, id: relatedId, kind } = bill;
    const place = { instrument: 0, timeMs };
    const row = { user, wallet, kind, amount, balance, relatedId };
    if (kind === "pledge_in" || kind === "pledge_out") {
      const pledged = { counterUser: user, wallet: COUNTER_WALLETS.pledge, place: 0 };
      this.#marginBill(place, { ...row, currency: pledgeCurrency }, pledged);
    } else {
      this.#loanBill(place, { ...row, currency }, interestPart);
    }
  }

  /** Account of the exchange in the realm of a user. */
  #house(user: number, wallet: Wallet): CounterSide {
    return { counterUser: this.#statements.exchangeOf(user), wallet, place: 0 };
  }

  /** Adds a bill with its counter-accounts. */
  #add(bill: BillRow, others: readonly CounterAccount[]): void {
    this.#bills.add(bill);
    let part = 0;
    const { id, user } = bill;
    for (const { amount, counterUser, place, wallet } of others) {
      if (amount === 0n) continue;
      this.#counterAccounts.add({ user, id, part, counterUser, wallet, place, amount });
      part += 1;
    }
  }

  /** Adds both sides of an exchange of one coin for another with one account. */
  #swapBills(
    event: CoinSwap,
    bill: Pick<BillRow, "wallet" | "relatedId" | "instrument"> & {
      readonly kinds: readonly [BillKind, BillKind];
    },
    other: CounterSide,
  ): void {
    const { fromAmount, fromBalance, fromCurrency, timeMs, toAmount, toBalance, toCurrency } =
      event;
    const { instrument, kinds, relatedId, wallet } = bill;
    const place = { instrument, timeMs };
    const row = { user: event.user, wallet, relatedId };
    const paid = { currency: fromCurrency, amount: atoms(-fromAmount), balance: fromBalance };
    this.#marginBill(place, { ...row, kind: kinds[0], ...paid }, other);
    const received = { currency: toCurrency, amount: toAmount, balance: toBalance };
    this.#marginBill(place, { ...row, kind: kinds[1], ...received }, other);
  }

  /** Adds a bill of the wallet `unified`; without another side it moves nothing. */
  #unifiedBill(
    timeMs: number,
    bill: Omit<FeelessBill, "wallet">,
    other: CounterSide | undefined,
  ): void {
    this.#marginBill({ instrument: 0, timeMs }, { ...bill, wallet: "unified" }, other);
  }

  /** Adds the bill of an amount lent or repaid, of which a part may be interest. */
  #loanBill(place: BillPlace, bill: FeelessBill, interestPart: Atoms): void {
    const { amount, user } = bill;
    const income = this.#house(user, COUNTER_WALLETS.interest);
    const pool = this.#house(user, COUNTER_WALLETS.loan);
    this.#add(this.#feeless(place, bill), [
      { ...income, amount: interestPart },
      { ...pool, amount: atoms(-amount - interestPart) },
    ]);
  }

  /** Adds a bill without a fee, whose amount moves between its account and another. */
  #marginBill(place: BillPlace, bill: FeelessBill, other: CounterSide | undefined): void {
    const others = other === undefined ? [] : [facing(bill, other)];
    this.#add(this.#feeless(place, bill), others);
  }

  #feeless(
    { instrument, timeMs }: BillPlace,
    bill: FeelessBill,
    causeId = bill.relatedId,
  ): BillRow {
    const { amount, balance, currency, kind, relatedId, user, wallet } = bill;
    return {
      user,
      wallet,
      currency,
      kind,
      amount,
      balance,
      relatedId,
      id: this.#progress.nextBillId(causeId),
      fee: ZERO_ATOMS,
      hasInstrument: instrument !== 0,
      instrument: Math.max(0, instrument - 1),
      orderId: 0,
      createdAtMs: timeMs,
    };
  }

  #moveBill(event: Moved, movement: MoveSide): void {
    const { accountInstrument, other, ...side } = movement;
    const isCorrection = CORRECTIONS.has(event.reason);
    const instrument = isCorrection ? this.#correction.place : accountInstrument;
    assert(!isCorrection || this.#correction.seq === event.seq, "a correction states what of");
    const { currency, timeMs, transferId } = event;
    const relatedId = isCorrection ? this.#correction.relatedId : transferId;
    const row = { ...side, currency, relatedId };
    const bill = this.#feeless({ instrument, timeMs }, row, transferId);
    this.#add(bill, [facing(bill, other)]);
  }
}
