/**
 * Double entry. An account belongs to a user, a wallet, a currency and, for clearing and isolated
 * margin, an instrument. Its balance is whole; the hold is the part reserved by open orders.
 * Money only moves by `post`, from a named account to a named account.
 */
import { assert } from "../base/assert.ts";
import { indexIn, WALLETS, type Wallet } from "../base/vocabulary.ts";
import { WALLET_TRAITS } from "../base/word-traits.ts";
import { grownBuffer, RECORDS_AT, recordBuffer } from "../money/columns.ts";
import { IntMap } from "../money/int-map.ts";
import { type Atoms, atoms } from "../money/units.ts";

const WALLET_RADIX = WALLETS.length;
const CURRENCY_RADIX = 256;
const INSTRUMENT_RADIX = 4097;

/** Index of each wallet, for account keys. */
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

/** The shifts make an account the place of its first word of 8, or half word of 4 bytes. */
const RECORD_BYTES = 32;
const WORDS_SHIFT = 2;
const HALVES_SHIFT = 3;
const ACCOUNTS_FIRST = 64;

/** Places in an account's record: money by words, whole numbers of 32 bits by half words. */
const BALANCE = 0;
const HOLD = 1;
const USER = 4;
const INSTRUMENT = 5;
const WALLET = 6;
const CURRENCY = 7;

const NO_ACCOUNTS: readonly number[] = [];

export class Ledger {
  readonly #index = new IntMap();
  #money = new BigInt64Array(recordBuffer(ACCOUNTS_FIRST * RECORD_BYTES), RECORDS_AT);
  #halves = new Int32Array(this.#money.buffer, RECORDS_AT);
  #end = 1;
  /** Users one of whose futures accounts was below zero; they leave when a look finds none. */
  readonly #overdrawn = new Set<number>();

  /** One past the last account; accounts are numbered from 1 in order of first use. */
  get end(): number {
    return this.#end;
  }

  #key(user: number, wallet: number, currency: number, instrument: number): number {
    const owner = (user * WALLET_RADIX + wallet) * CURRENCY_RADIX + currency;
    return owner * INSTRUMENT_RADIX + instrument;
  }

  /** The account, or 0 when it was never used. `instrument` is an index + 1, or 0. */
  find(user: number, wallet: number, currency: number, instrument = 0): number {
    return this.#index.get(this.#key(user, wallet, currency, instrument));
  }

  /** The account, opened with a zero balance at first use. */
  account(user: number, wallet: number, currency: number, instrument = 0): number {
    const key = this.#key(user, wallet, currency, instrument);
    const found = this.#index.get(key);
    if (found !== 0) return found;
    const account = this.#end++;
    if (account << WORDS_SHIFT >= this.#money.length) this.#grow();
    const at = account << HALVES_SHIFT;
    this.#halves[at | USER] = user;
    this.#halves[at | WALLET] = wallet;
    this.#halves[at | CURRENCY] = currency;
    this.#halves[at | INSTRUMENT] = instrument;
    this.#index.set(key, account);
    return account;
  }

  #grow(): void {
    const buffer = grownBuffer(this.#money);
    this.#money = new BigInt64Array(buffer, RECORDS_AT);
    this.#halves = new Int32Array(buffer, RECORDS_AT);
  }

  /** Orders accounts by owner, wallet, currency and instrument. */
  keyOf(account: number): number {
    return this.#key(
      this.userOf(account),
      this.walletOf(account),
      this.currencyOf(account),
      this.instrumentOf(account),
    );
  }

  #half(place: number): number {
    return this.#halves[place] as number;
  }

  #amount(place: number): Atoms {
    return this.#money[place] as Atoms;
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

  /** Whole balance, hold included. Account 0 is empty. */
  balance(account: number): Atoms {
    return this.#amount((account << WORDS_SHIFT) | BALANCE);
  }

  hold(account: number): Atoms {
    return this.#amount((account << WORDS_SHIFT) | HOLD);
  }

  available(account: number): Atoms {
    return atoms(BigInt.asIntN(64, this.balance(account) - this.hold(account)));
  }

  /** Whether so much of an account is available. */
  covers(account: number, amount: Atoms): boolean {
    return BigInt.asIntN(64, this.balance(account) - this.hold(account)) >= amount;
  }

  #add(account: number, field: number, amount: bigint): void {
    const at = (account << WORDS_SHIFT) | field;
    this.#money[at] = BigInt.asIntN(64, this.#amount(at) + amount);
  }

  #subtract(account: number, field: number, amount: bigint): void {
    const at = (account << WORDS_SHIFT) | field;
    this.#money[at] = BigInt.asIntN(64, this.#amount(at) - amount);
  }

  /** A balanced posting of `amount` ≥ 0 between two accounts of one currency. */
  post(from: number, to: number, amount: Atoms): void {
    assert(amount >= 0n, "a posting moves no negative amount");
    assert(from !== 0 && to !== 0, "a posting names both accounts");
    assert(this.currencyOf(from) === this.currencyOf(to), "a posting stays within one currency");
    this.#subtract(from, BALANCE, amount);
    this.#add(to, BALANCE, amount);
    if (this.balance(from) < 0n) this.#noteOverdraft(from);
  }

  #noteOverdraft(account: number): void {
    if (FUTURES_WALLETS.includes(this.walletOf(account))) this.#overdrawn.add(this.userOf(account));
  }

  /** A user's futures accounts below zero, in the order of their keys, of so many currencies. */
  overdraftsOf(user: number, currencies: number): readonly number[] {
    if (!this.#overdrawn.has(user)) return NO_ACCOUNTS;
    const accounts: number[] = [];
    for (const wallet of FUTURES_WALLETS) {
      for (let currency = 0; currency < currencies; currency++) {
        const account = this.find(user, wallet, currency);
        if (this.balance(account) < 0n) accounts.push(account);
      }
    }
    if (accounts.length === 0) this.#overdrawn.delete(user);
    return accounts;
  }

  /** Reserves a part of the balance; the caller has checked that it is available. */
  reserve(account: number, amount: Atoms): void {
    assert(account !== 0, "an account that is drawn on exists");
    this.#add(account, HOLD, amount);
    assert(this.hold(account) >= 0n, "a hold is never negative");
  }

  release(account: number, amount: Atoms): void {
    assert(account !== 0, "an account that is released exists");
    this.#subtract(account, HOLD, amount);
    assert(this.hold(account) >= 0n, "no more is released than was held");
  }

  /** True for accounts whose balance may be below zero: the exchange's own balancing ones. */
  mayBeNegative(account: number): boolean {
    const wallet = this.walletOf(account);
    if (wallet === OUTSIDE_WORLD || wallet === HOUSE) return true;
    return wallet === CLEARING || wallet === ROUNDING;
  }

  /** For loading a snapshot: sets an account's amounts as they were. */
  restore(account: number, balance: Atoms, hold: Atoms): void {
    this.#money[(account << WORDS_SHIFT) | BALANCE] = balance;
    this.#money[(account << WORDS_SHIFT) | HOLD] = hold;
    if (balance < 0n) this.#noteOverdraft(account);
  }
}
