/**
 * Double entry. An account belongs to a user, a wallet, a currency and, for clearing and isolated
 * margin, an instrument. Its balance is whole; the hold is the part reserved by open orders.
 * Money only moves by `post`, from a named account to a named account.
 */
import { assert } from "../assert.ts";
import { BigInt64Column, Int32Column, Uint8Column } from "../money/columns.ts";
import { IntMap } from "../money/int-map.ts";
import type { Atoms } from "../money/units.ts";
import { indexIn, WALLETS, type Wallet } from "../vocabulary.ts";

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

export class Ledger {
  readonly #index = new IntMap();
  readonly #user = new Int32Column();
  readonly #wallet = new Uint8Column();
  readonly #currency = new Uint8Column();
  readonly #instrument = new Int32Column();
  readonly #balance = new BigInt64Column<Atoms>();
  readonly #hold = new BigInt64Column<Atoms>();
  #end = 1;

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
    this.#user.set(account, user);
    this.#wallet.set(account, wallet);
    this.#currency.set(account, currency);
    this.#instrument.set(account, instrument);
    this.#balance.set(account, 0n as Atoms);
    this.#hold.set(account, 0n as Atoms);
    this.#index.set(key, account);
    return account;
  }

  /** Orders accounts by owner, wallet, currency and instrument. */
  keyOf(account: number): number {
    return this.#key(
      this.#user.get(account),
      this.#wallet.get(account),
      this.#currency.get(account),
      this.#instrument.get(account),
    );
  }

  userOf(account: number): number {
    return this.#user.get(account);
  }

  walletOf(account: number): number {
    return this.#wallet.get(account);
  }

  currencyOf(account: number): number {
    return this.#currency.get(account);
  }

  instrumentOf(account: number): number {
    return this.#instrument.get(account);
  }

  /** Whole balance, hold included. Account 0 is empty. */
  balance(account: number): Atoms {
    return account === 0 ? (0n as Atoms) : this.#balance.get(account);
  }

  hold(account: number): Atoms {
    return account === 0 ? (0n as Atoms) : this.#hold.get(account);
  }

  available(account: number): Atoms {
    if (account === 0) return 0n as Atoms;
    return BigInt.asIntN(64, this.#balance.get(account) - this.#hold.get(account)) as Atoms;
  }

  /** A balanced posting of `amount` ≥ 0 between two accounts of one currency. */
  post(from: number, to: number, amount: Atoms): void {
    assert(amount >= 0n, "a posting moves no negative amount");
    assert(from !== 0 && to !== 0, "a posting names both accounts");
    assert(
      this.#currency.get(from) === this.#currency.get(to),
      "a posting stays within one currency",
    );
    this.#balance.add(from, -amount);
    this.#balance.add(to, amount);
  }

  /** Reserves a part of the balance; the caller has checked that it is available. */
  reserve(account: number, amount: Atoms): void {
    this.#hold.add(account, amount);
    assert(this.#hold.get(account) >= 0n, "a hold is never negative");
  }

  release(account: number, amount: Atoms): void {
    this.#hold.add(account, -amount);
    assert(this.#hold.get(account) >= 0n, "no more is released than was held");
  }

  /** True for accounts whose balance may be below zero: the exchange's own balancing ones. */
  mayBeNegative(account: number): boolean {
    const wallet = this.#wallet.get(account);
    return wallet === OUTSIDE_WORLD || wallet === CLEARING || wallet === ROUNDING;
  }

  /** For loading a snapshot: sets an account's amounts as they were. */
  restore(account: number, balance: Atoms, hold: Atoms): void {
    this.#balance.set(account, balance);
    this.#hold.set(account, hold);
  }
}
