/** Sets the terms on which a coin is deposited and withdrawn on a chain. */
import { CHAINS_MAX } from "../base/limits.ts";
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { chainTermsFrom, findChain } from "../instruments/chain-terms.ts";
import type { Emit, State } from "../state.ts";

/**
 * Emits `chain_terms_changed`, or `command_rejected`. The first terms of a coin on a chain list it;
 * later ones replace them and apply to deposits that are not yet credited and to new withdrawals.
 * The outcome's id is the index of the coin on the chain.
 */
export function setChainTerms(state: State, command: DraftOf<"set_chain_terms">, emit: Emit): void {
  const currency = state.currencies[command.currency];
  if (currency === undefined) return rejectCommand(state, 0, "currency_not_found", emit);
  const { chains } = state;
  const known = findChain(chains, currency.index, command.chain);
  const index = known?.index ?? chains.length;
  const terms = chainTermsFrom(command, currency, index);
  if (terms === undefined || index >= CHAINS_MAX) {
    return rejectCommand(state, 0, "chain_terms_out_of_bounds", emit);
  }
  chains[index] = known === undefined ? terms : { ...terms, chain: known.chain };
  state.outcome.id = index;
  emit.write("chain_terms_changed", { chain: index, currency: currency.index });
}
