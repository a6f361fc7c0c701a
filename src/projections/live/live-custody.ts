/** Chains, address books and deposit wallets, read from the core's own state. */
import { type ChainTerms, findChain } from "../../core/instruments/chain-terms.ts";
import type { Atoms } from "../../core/money/units.ts";
import { type AddressRead, readAddresses, readHeld } from "../../core/reads/custody-reads.ts";
import type { State } from "../../core/state.ts";

export class LiveCustody {
  readonly #state: State;

  constructor(state: State) {
    this.#state = state;
  }

  /** The chains of a coin, in the order in which they were listed. */
  chainsOf(currency: number): readonly ChainTerms[] {
    return this.#state.chains.filter((terms) => terms.currency === currency);
  }

  /** A coin on a chain by the name of the chain, whatever its case. */
  chain(currency: number, name: string): ChainTerms | undefined {
    return findChain(this.#state.chains, currency, name);
  }

  chainAt(index: number): ChainTerms | undefined {
    return this.#state.chains[index];
  }

  /** Address book of the user's main account, newest entry first. */
  addresses(user: number): readonly AddressRead[] {
    return readAddresses(this.#state, user);
  }

  /** Amount that open withdrawals of a user hold in a coin. */
  held(user: number, currency: number): Atoms {
    return readHeld(this.#state, user, currency);
  }
}
