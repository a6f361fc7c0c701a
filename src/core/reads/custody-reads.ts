/** Reads of address books and of what withdrawals hold. */
import { bookOf } from "../custody/address-book.ts";
import type { AddressEntry } from "../custody/custody-state.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import type { Atoms } from "../money/units.ts";
import { type State, userAt } from "../state.ts";

export type AddressRead = AddressEntry;

/** Returns the address book of the user's main account, newest entry first. */
export function readAddresses(state: State, user: number): readonly AddressRead[] {
  return bookOf(state, userAt(state, user)).toReversed();
}

/** Returns the amount that open withdrawals of a user hold in a coin. */
export function readHeld(state: State, user: number, currency: number): Atoms {
  const account = state.ledger.find(user, WALLET_INDEX.withdrawing, currency);
  return state.ledger.balance(account);
}
