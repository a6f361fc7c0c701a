/** Chains of coins, by the written rule. */
import { CHAIN_TEXT_LENGTH_MAX, CHAINS_MAX } from "../../../src/core/base/limits.ts";
import type { CommandOf } from "../../../src/core/commands/commands.ts";
import type { NaiveState } from "./naive-state.ts";

/** The terms as they were last set; the name of the chain as it was first spelt. */
export type NaiveChain = Omit<CommandOf<"set_chain_terms">, "kind" | "seq" | "timeMs">;

const PRACTICE = ["SUSDT", "SUSDC", "SBTC"];

export function isPlain(text: string): boolean {
  const isPrintable = [...text].every((letter) => letter > " " && letter <= "~");
  return isPrintable && text.length <= CHAIN_TEXT_LENGTH_MAX;
}

export function setChainTerms(state: NaiveState, command: CommandOf<"set_chain_terms">): void {
  const { kind: _, seq: __, timeMs: ___, ...terms } = command;
  const coin = state.currencies[terms.currency];
  if (coin === undefined) return state.rejectCommand(0, "currency_not_found");
  const amounts = [
    terms.withdrawFee,
    terms.depositMin,
    terms.withdrawMin,
    terms.withdrawStep,
    terms.unattendedMax,
  ];
  const counts = [terms.depositConfirmations, terms.withdrawConfirmations];
  const letters = terms.chain.replace(/[a-z0-9-]/gi, "");
  const isBad =
    PRACTICE.includes(coin.code) ||
    terms.chain.length === 0 ||
    terms.chain.length > 20 ||
    letters.length > 0 ||
    terms.extraFeeE6 > 1_000_000 ||
    counts.some((count) => count === 0 || count > 10_000) ||
    amounts.some((amount) => amount < 0n) ||
    terms.withdrawDecimals > coin.decimals ||
    !isPlain(terms.browserUrl) ||
    !isPlain(terms.contractAddress);
  const spelling = terms.chain.toLowerCase();
  const known = state.chains.findIndex(
    (one) => one.currency === terms.currency && one.chain.toLowerCase() === spelling,
  );
  const isFull = known === -1 && state.chains.length >= CHAINS_MAX;
  if (isBad || isFull) return state.rejectCommand(0, "chain_terms_out_of_bounds");
  const index = known === -1 ? state.chains.length : known;
  const chain = state.chains[index]?.chain ?? terms.chain;
  state.chains[index] = { ...terms, chain };
  state.outcome.id = index;
  state.emit("chain_terms_changed", { chain: index, currency: terms.currency });
}
