/** The exchange's own accounts behind an instrument's fills, found once and remembered. */
import { exchangeUserOf } from "../accounts/user.ts";
import { INSTRUMENTS_MAX } from "../base/limits.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { type Ledger, WALLET_INDEX } from "./ledger.ts";

/** Remembered accounts of an instrument: clearing and fees, in quote and in base. */
const PLACES = 4;
const CLEARING = 0;
const FEES = 1;
const OF_BASE = 2;

function placeOf(instrument: Instrument, coin: number, kind: number): number {
  return instrument.index * PLACES + (coin === instrument.base ? OF_BASE : 0) + kind;
}

export class HouseAccounts {
  readonly #ledger: Ledger;
  readonly #accounts = new Int32Array(INSTRUMENTS_MAX * PLACES);

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  /** Where one side of a fill leaves a coin of the instrument and the other side takes it. */
  clearing(instrument: Instrument, coin: number): number {
    const place = placeOf(instrument, coin, CLEARING);
    const known = this.#accounts[place] as number;
    if (known !== 0) return known;
    const owner = exchangeUserOf(instrument.realm);
    const { clearing } = WALLET_INDEX;
    const account = this.#ledger.account(owner, clearing, coin, instrument.index + 1);
    this.#accounts[place] = account;
    return account;
  }

  /** Where fees in a coin of the instrument go. */
  fees(instrument: Instrument, coin: number): number {
    const place = placeOf(instrument, coin, FEES);
    const known = this.#accounts[place] as number;
    if (known !== 0) return known;
    const owner = exchangeUserOf(instrument.realm);
    const account = this.#ledger.account(owner, WALLET_INDEX.fees, coin);
    this.#accounts[place] = account;
    return account;
  }
}
