/**
 * Double-entry ledger. An account belongs to a user, a wallet, a currency and, for clearing and
 * isolated margin, an instrument. Its balance includes the hold, which is the part reserved by open
 * orders. Money moves only by `post`, from a named account to a named account.
 */
import { assert } from "../base/assert.ts";
import { CURRENCIES_MAX, INSTRUMENTS_MAX, USERS_MAX } from "../base/limits.ts";
import { indexIn, WALLETS, type Wallet } from "../base/vocabulary.ts";
import { WALLET_TRAITS, wordFlags } from "../base/word-traits.ts";
import { nearInt64 } from "../money/arithmetic.ts";
import { Uint8Column } from "../money/columns.ts";
import { SlotIndex, tagOf } from "../money/slot-index.ts";
import { TableMemory } from "../money/table-memory.ts";
import type { Atoms } from "../money/units.ts";

const WALLET_RADIX = WALLETS.length;
const CURRENCY_RADIX = CURRENCIES_MAX;
/** Instruments enter keys as index + 1; 0 is none. */
const INSTRUMENT_RADIX = INSTRUMENTS_MAX + 1;

/** Index of each wallet in `WALLETS`, as account keys contain it. */
export const WALLET_INDEX: Readonly<Record<Wallet, number>> = Object.fromEntries(
  WALLETS.map((wallet) => [wallet, indexIn(WALLETS, wallet)]),
) as Record<Wallet, number>;

const OUTSIDE_WORLD = WALLET_INDEX.outside_world;
const CLEARING = WALLET_INDEX.clearing;
const ROUNDING = WALLET_INDEX.rounding;
const HOUSE = WALLET_INDEX.house;

/** Wallets of classic users that losses may take below zero, in the order of account keys. */
const FUTURES_WALLETS: readonly number[] = WALLETS.filter(
  (wallet) => WALLET_TRAITS[wallet].backs === "classic_futures",
).map((wallet) => WALLET_INDEX[wallet]);

/** By index of the wallet: whether it backs positions of classic users. */
const BACKS_POSITIONS = wordFlags(WALLETS, (wallet) => {
  const { backs, owner } = WALLET_TRAITS[wallet];
  return backs === "classic_futures" || owner === "position";
});

/** Shifts of an account that give the index of its first 8-byte word or 4-byte half word. */
const RECORD_BYTES = 32;
const WORDS_SHIFT = 2;
const HALVES_SHIFT = 3;
const ACCOUNTS_FIRST = 64;

/** Fields of an account's record: money by words, 32-bit numbers by half words. */
const BALANCE = 0;
const HOLD = 1;
const USER = 4;
const INSTRUMENT = 5;
const WALLET = 6;
const CURRENCY = 7;

const NO_ACCOUNTS: readonly number[] = [];

export class Ledger {
  readonly #index = new SlotIndex();
  readonly #records = new TableMemory(ACCOUNTS_FIRST * RECORD_BYTES);
  #money = new BigInt64Array(this.#records.buffer, this.#records.recordsAt);
  #halves = new Int32Array(this.#records.buffer, this.#records.recordsAt);
  #end = 1;
  /** Users with a futures account below zero at some time; removed when a check finds none. */
  readonly #overdrawn = new Set<number>();
  /** By user: 1 if a balance that backs positions has changed since `clearMoved`. Not saved. */
  readonly #moved = new Uint8Column();

  /** One more than the highest account; accounts are numbered from 1 in order of first use. */
  get end(): number {
    return this.#end;
  }

  #key(user: number, wallet: number, currency: number, instrument: number): number {
    const owner = (user * WALLET_RADIX + wallet) * CURRENCY_RADIX + currency;
    return owner * INSTRUMENT_RADIX + instrument;
  }

  /** Returns the account, or 0 when it was never used. `instrument` is an index + 1, or 0. */
  find(user: number, wallet: number, currency: number, instrument = 0): number {
    const tag = tagOf(this.#key(user, wallet, currency, instrument));
    let account = this.#index.find(tag);
    while (account !== 0 && !this.#is(account, user, wallet, currency, instrument)) {
      account = this.#index.findAfter(tag, account);
    }
    return account;
  }

  /** Returns the account, opened with a zero balance at first use. */
  account(user: number, wallet: number, currency: number, instrument = 0): number {
    const found = this.find(user, wallet, currency, instrument);
    if (found !== 0) return found;
    assert(user >= 0 && user < USERS_MAX, "an account belongs to a user");
    assert(wallet >= 0 && wallet < WALLET_RADIX, "an account lies in a listed wallet");
    assert(currency >= 0 && currency < CURRENCY_RADIX, "an account holds a listed currency");
    assert(instrument >= 0 && instrument < INSTRUMENT_RADIX, "an account key names an instrument");
    const account = this.#end++;
    if (account << WORDS_SHIFT >= this.#money.length) this.#grow(account);
    const first = account << HALVES_SHIFT;
    this.#halves[first | USER] = user;
    this.#halves[first | WALLET] = wallet;
    this.#halves[first | CURRENCY] = currency;
    this.#halves[first | INSTRUMENT] = instrument;
    this.#index.add(tagOf(this.#key(user, wallet, currency, instrument)), account);
    return account;
  }

  /** Whether an account has these parts of a key. */
  #is(
    account: number,
    user: number,
    wallet: number,
    currency: number,
    instrument: number,
  ): boolean {
    return (
      this.userOf(account) === user &&
      this.walletOf(account) === wallet &&
      this.currencyOf(account) === currency &&
      this.instrumentOf(account) === instrument
    );
  }

  #grow(account: number): void {
    const records = this.#records;
    records.grow((account + 1) * RECORD_BYTES);
    this.#money = new BigInt64Array(records.buffer, records.recordsAt);
    this.#halves = new Int32Array(records.buffer, records.recordsAt);
  }

  /** Returns the number by which accounts sort: by owner, wallet, currency and instrument. */
  keyOf(account: number): number {
    return this.#key(
      this.userOf(account),
      this.walletOf(account),
      this.currencyOf(account),
      this.instrumentOf(account),
    );
  }

  #half(index: number): number {
    return this.#halves[index] as number;
  }

  #amount(index: number): Atoms {
    return this.#money[index] as Atoms;
  }

  userOf(account: number): number {
    return this.#half((account << HALVES_SHIFT) | USER);
  }

  walletOf(account: number): number {
    return this.#half((account << HALVES_SHIFT) | WALLET);
  }

  currencyOf(account: number): number {
    return this.#half((account << HALVES_SHIFT) | CURRENCY);
  }

  instrumentOf(account: number): number {
    return this.#half((account << HALVES_SHIFT) | INSTRUMENT);
  }

  /** Balance in atoms, hold included. Account 0 is always empty. */
  balance(account: number): Atoms {
    return this.#amount((account << WORDS_SHIFT) | BALANCE);
  }

  /** Part of the balance that open orders reserve, in atoms. */
  hold(account: number): Atoms {
    return this.#amount((account << WORDS_SHIFT) | HOLD);
  }

  /** Balance as a double: exact below 2^53, else the nearest one. */
  nearBalance(account: number): number {
    return nearInt64(this.#halves, ((account << WORDS_SHIFT) | BALANCE) << 1);
  }

  /** Hold as a double: exact below 2^53, else the nearest one. */
  nearHold(account: number): number {
    return nearInt64(this.#halves, ((account << WORDS_SHIFT) | HOLD) << 1);
  }

  /** Balance less hold, in atoms; below zero only in accounts that may owe. */
  available(account: number): Atoms {
    return BigInt.asIntN(64, this.balance(account) - this.hold(account)) as Atoms;
  }

  /** Whether an amount of the account is available. */
  covers(account: number, amount: Atoms): boolean {
    return BigInt.asIntN(64, this.balance(account) - this.hold(account)) >= amount;
  }

  #add(account: number, field: number, amount: bigint): void {
    const index = (account << WORDS_SHIFT) | field;
    this.#money[index] = BigInt.asIntN(64, this.#amount(index) + amount);
  }

  #subtract(account: number, field: number, amount: bigint): void {
    const index = (account << WORDS_SHIFT) | field;
    this.#money[index] = BigInt.asIntN(64, this.#amount(index) - amount);
  }

  /** Moves `amount` ≥ 0, in atoms, between two accounts of one currency. */
  post(from: number, to: number, amount: Atoms): void {
    assert(amount >= 0n, "a posting moves no negative amount");
    assert(from !== 0 && to !== 0, "a posting names both accounts");
    assert(from !== to, "a posting is between two accounts");
    assert(this.currencyOf(from) === this.currencyOf(to), "a posting stays within one currency");
    this.#subtract(from, BALANCE, amount);
    this.#add(to, BALANCE, amount);
    this.#noteMove(from);
    this.#noteMove(to);
    if (this.balance(from) < 0n) this.#noteOverdraft(from);
  }

  #noteMove(account: number): void {
    if (BACKS_POSITIONS[this.walletOf(account)] === 1) this.#moved.set(this.userOf(account), 1);
  }

  /** Whether a balance that backs positions may have changed since `clearMoved`. */
  hasMoved(user: number): boolean {
    return this.#moved.get(user) !== 0;
  }

  clearMoved(user: number): void {
    this.#moved.set(user, 0);
  }

  /** Whether a user may have a futures account below zero. */
  isOverdrawn(user: number): boolean {
    return this.#overdrawn.size !== 0 && this.#overdrawn.has(user);
  }

  #noteOverdraft(account: number): void {
    if (FUTURES_WALLETS.includes(this.walletOf(account))) this.#overdrawn.add(this.userOf(account));
  }

  /**
   * Returns a user's futures accounts below zero, in the order of their keys. `currencies` is the
   * number of listed currencies.
   */
  overdraftsOf(user: number, currencies: number): readonly number[] {
    assert(currencies <= CURRENCY_RADIX, "listed currencies fit the account key");
    if (!this.isOverdrawn(user)) return NO_ACCOUNTS;
    const accounts: number[] = [];
    for (const wallet of FUTURES_WALLETS) {
      for (let currency = 0; currency < currencies; currency++) {
        const account = this.find(user, wallet, currency);
        if (this.balance(account) >= 0n) continue;
        assert(this.userOf(account) === user, "an account is found under its own user");
        accounts.push(account);
      }
    }
    if (accounts.length === 0) this.#overdrawn.delete(user);
    return accounts;
  }

  /**
   * Changes the hold by `amount`, which is negative where an amended order needs less. The caller
   * has checked that an increase is available.
   */
  reserve(account: number, amount: Atoms): void {
    assert(account !== 0, "an account that is drawn on exists");
    this.#add(account, HOLD, amount);
    assert(this.hold(account) >= 0n, "a hold is never negative");
  }

  /** Lowers the hold by `amount` ≥ 0. */
  release(account: number, amount: Atoms): void {
    assert(account !== 0, "an account that is released exists");
    assert(amount >= 0n, "a release is not negative");
    this.#subtract(account, HOLD, amount);
    assert(this.hold(account) >= 0n, "no more is released than was held");
  }

  /** Whether the balance may be below zero: the exchange's own balancing accounts. */
  mayBeNegative(account: number): boolean {
    const wallet = this.walletOf(account);
    if (wallet === OUTSIDE_WORLD || wallet === HOUSE) return true;
    return wallet === CLEARING || wallet === ROUNDING;
  }

  /** Sets an account's amounts to those of a snapshot; each account is restored once. */
  restore(account: number, balance: Atoms, hold: Atoms): void {
    assert(account > 0 && account < this.#end, "a restored account has been opened");
    assert(this.balance(account) === 0n, "an account is restored once");
    assert(hold >= 0n, "a restored hold is not negative");
    this.#money[(account << WORDS_SHIFT) | BALANCE] = balance;
    this.#money[(account << WORDS_SHIFT) | HOLD] = hold;
    if (balance < 0n) this.#noteOverdraft(account);
  }
}
