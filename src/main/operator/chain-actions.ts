/** Administrative actions on the chains of coins: lists them and sets their terms. */
import type { DraftOf } from "../../core/commands/commands.ts";
import { type ChainTerms, findChain } from "../../core/instruments/chain-terms.ts";
import type { Currency } from "../../core/instruments/instrument.ts";
import { formatTrimmed, parseUnits } from "../../core/money/decimals.ts";
import { ATOMS_MAX, atoms } from "../../core/money/units.ts";
import type { ChainActions, ChainChange, ChainState } from "../../ops/chain-port.ts";
import { rateE6Text } from "../../wire/texts.ts";
import { type ActingEngine, refusalOf, refuse, submit } from "./admin-command.ts";
import { RATE_E6_DECIMALS, rateE6Of } from "./decimal-units.ts";

const AMOUNTS = [
  "withdrawFee",
  "depositMin",
  "withdrawMin",
  "withdrawStep",
  "unattendedMax",
] as const;

function chainState(terms: ChainTerms, { code, decimals }: Currency): ChainState {
  const { currency: _, depositMin, extraFee, index: __, unattendedMax, ...same } = terms;
  const { withdrawFee, withdrawMin, withdrawStep } = terms;
  return {
    ...same,
    coin: code,
    extraFee: rateE6Text(extraFee),
    withdrawFee: formatTrimmed(withdrawFee, decimals),
    depositMin: formatTrimmed(depositMin, decimals),
    withdrawMin: formatTrimmed(withdrawMin, decimals),
    withdrawStep: formatTrimmed(withdrawStep, decimals),
    unattendedMax: formatTrimmed(unattendedMax, decimals),
  };
}

/** Returns the terms of a chain that is listed by the change. */
function newChain(coin: string, chain: string, decimals: number): ChainState {
  return {
    ...{ coin, chain, needsTag: false, isByInvoice: false, isCongested: false },
    ...{ isRechargeable: true, isWithdrawable: true, withdrawFee: "0", extraFee: "0" },
    ...{ depositConfirmations: 1, withdrawConfirmations: 1, depositMin: "0", withdrawMin: "0" },
    ...{ withdrawStep: "0", withdrawDecimals: decimals, unattendedMax: "0" },
    ...{ browserUrl: "", contractAddress: "" },
  };
}

/** Returns the command for terms in texts, or `undefined` when an amount has too many decimals. */
function commandOf(wanted: ChainState, currency: Currency): DraftOf<"set_chain_terms"> | undefined {
  const { coin: _, extraFee, ...same } = wanted;
  const amounts = AMOUNTS.map((name) => parseUnits(wanted[name], currency.decimals));
  const extraFeeE6 = rateE6Of(extraFee);
  if (extraFeeE6 === undefined) return undefined;
  const [withdrawFee, depositMin, withdrawMin, withdrawStep, unattendedMax] = amounts.map(
    (units) => (units === undefined || units > ATOMS_MAX ? undefined : atoms(units)),
  );
  if (withdrawFee === undefined || depositMin === undefined || withdrawMin === undefined) {
    return undefined;
  }
  if (withdrawStep === undefined || unattendedMax === undefined) return undefined;
  return {
    kind: "set_chain_terms",
    ...same,
    currency: currency.index,
    extraFeeE6,
    ...{ withdrawFee, depositMin, withdrawMin, withdrawStep, unattendedMax },
  };
}

/** Returns all administrative actions on chains. */
export function chainActions({ engine }: { readonly engine: ActingEngine }): ChainActions {
  const { accounts, state } = engine;
  const stateOf = (terms: ChainTerms): ChainState =>
    chainState(terms, state.currencies[terms.currency] as Currency);
  return {
    listChains: () => state.chains.map(stateOf),
    async setChain(change: ChainChange) {
      const { chain, coin } = change;
      const currency = accounts.currency(coin.toUpperCase());
      if (currency === undefined) return refuse("not_found", `no coin is called ${coin}`);
      const known = findChain(state.chains, currency.index, chain);
      const present =
        known === undefined ? newChain(coin, chain, currency.decimals) : stateOf(known);
      const stated = Object.entries(change).filter(([, value]) => value !== undefined);
      const wanted: ChainState = { ...present, ...Object.fromEntries(stated) };
      const command = commandOf(wanted, currency);
      if (command === undefined) {
        const decimals = `${currency.decimals} and ${RATE_E6_DECIMALS} decimals`;
        return refuse("invalid", `amounts and a further fee with at most ${decimals}`);
      }
      const outcome = await submit(engine, command);
      if (outcome.rejection !== undefined) return refusalOf(outcome.rejection);
      return { done: stateOf(state.chains[outcome.id] as ChainTerms) };
    },
  };
}
