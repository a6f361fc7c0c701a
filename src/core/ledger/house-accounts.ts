/** Ledger accounts of the exchange itself that fills are posted to, looked up once and cached. */
import { exchangeUserOf } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import { INSTRUMENTS_MAX } from "../base/limits.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { type Ledger, WALLET_INDEX } from "./ledger.ts";

/** Cached accounts of an instrument: clearing and fees, each in quote and in base. */
const ACCOUNTS_PER_INSTRUMENT = 4;
const CLEARING = 0;
const FEES = 1;
const OF_BASE = 2;

function cacheIndexOf(instrument: Instrument, coin: number, kind: number): number {
  return (
    instrument.index * ACCOUNTS_PER_INSTRUMENT + (coin === instrument.base ? OF_BASE : 0) + kind
  );
}

/** Fills of an instrument move only the coins that it is quoted, based and settled in. */
function isCoinOf({ base, quote, settle }: Instrument, coin: number): boolean {
  return coin === base || coin === quote || coin === settle;
}

export class HouseAccounts {
  readonly #ledger: Ledger;
  readonly #accounts = new Int32Array(INSTRUMENTS_MAX * ACCOUNTS_PER_INSTRUMENT);

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  /** Clearing account of a coin of the instrument: one side pays it, the other receives. */
  clearing(instrument: Instrument, coin: number): number {
    const cacheIndex = cacheIndexOf(instrument, coin, CLEARING);
    const cached = this.#accounts[cacheIndex] as number;
    if (cached !== 0) return cached;
    assert(isCoinOf(instrument, coin), "an instrument clears its own coins");
    const owner = exchangeUserOf(instrument.realm);
    const { clearing } = WALLET_INDEX;
    const account = this.#ledger.account(owner, clearing, coin, instrument.index + 1);
    this.#accounts[cacheIndex] = account;
    return account;
  }

  /** Account that receives the fees charged in a coin of the instrument. */
  fees(instrument: Instrument, coin: number): number {
    const cacheIndex = cacheIndexOf(instrument, coin, FEES);
    const cached = this.#accounts[cacheIndex] as number;
    if (cached !== 0) return cached;
    assert(isCoinOf(instrument, coin), "an instrument charges fees in its own coins");
    const owner = exchangeUserOf(instrument.realm);
    const account = this.#ledger.account(owner, WALLET_INDEX.fees, coin);
    this.#accounts[cacheIndex] = account;
    return account;
  }
}
