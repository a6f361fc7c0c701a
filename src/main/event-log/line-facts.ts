/** Facts about users, coins and instruments as lines of the log show them. */
import { FIRST_ORDINARY_USER } from "../../core/accounts/user.ts";
import { assert } from "../../core/base/assert.ts";
import { formatTrimmed } from "../../core/money/decimals.ts";
import type { State } from "../../core/state.ts";
import { uidOf } from "../../gateway/auth/uid.ts";
import { isOperatorUser } from "../operator-users.ts";

/** Reads names and units of what events mention by its index. */
export class LineFacts {
  readonly #state: State;

  constructor(state: State) {
    this.#state = state;
  }

  /** `uid` of a user; nothing for the exchange itself. */
  user(index: number): { readonly uid?: string } {
    return index < FIRST_ORDINARY_USER ? {} : { uid: uidOf(index) };
  }

  /** Whether a user is the exchange itself, an agent or a replay. */
  isAgent(index: number): boolean {
    const user = this.#state.users[index];
    return user === undefined || isOperatorUser(user);
  }

  realm(user: number): { readonly realm: string } {
    return { realm: this.#state.users[user]?.realm ?? "live" };
  }

  /** Names an instrument. */
  market(index: number): {
    readonly symbol: string;
    readonly category: string;
    readonly realm: string;
  } {
    const { category, realm, symbol } = this.#instrument(index);
    return { symbol, category, realm };
  }

  /** Names the instrument of index + 1; nothing for 0. */
  marketBehind(number: number): object {
    return number === 0 ? {} : this.market(number - 1);
  }

  price(instrument: number, ticks: number): string {
    const { priceDecimals, tickStep } = this.#instrument(instrument);
    return formatTrimmed(BigInt(ticks) * BigInt(tickStep), priceDecimals);
  }

  size(instrument: number, lots: number): string {
    const { lotStep, sizeDecimals } = this.#instrument(instrument);
    return formatTrimmed(BigInt(lots) * BigInt(lotStep), sizeDecimals);
  }

  /** Currency in which profit and loss of an instrument are paid. */
  settleOf(instrument: number): number {
    return this.#instrument(instrument).settle;
  }

  coin(currency: number): string {
    return this.#state.currencies[currency]?.code ?? "";
  }

  amount(currency: number, atoms: bigint): string {
    return formatTrimmed(atoms, this.#state.currencies[currency]?.decimals ?? 0);
  }

  #instrument(index: number) {
    const instrument = this.#state.instruments[index];
    assert(instrument !== undefined, "an event names a listed instrument");
    return instrument;
  }
}
