/** Administrative actions on conversions: lists and sets their terms, rules and inventory. */

import { REALMS } from "../../core/base/vocabulary.ts";
import type { Currency } from "../../core/instruments/instrument.ts";
import { formatTrimmed } from "../../core/money/decimals.ts";
import { rateE6, ZERO_ATOMS } from "../../core/money/units.ts";
import { readConversionRules, readInventory } from "../../core/reads/conversion-reads.ts";
import type { State } from "../../core/state.ts";
import type {
  ConversionActions,
  ConversionTermsChange,
  ConversionTermsState,
} from "../../ops/conversion-port.ts";
import { rateE6Text } from "../../wire/texts.ts";
import { type ActingEngine, refusalOf, refuse, submit } from "./admin-command.ts";
import { amountOf, RATE_E6_DECIMALS, rateE6Or } from "./decimal-units.ts";

const USD_DECIMALS = 8;
const NOT_OFFERED = {
  amountMin: ZERO_ATOMS,
  amountMax: ZERO_ATOMS,
  spread: rateE6(0),
  netMax: ZERO_ATOMS,
} as const;

function termsState(
  state: State,
  realm: ConversionTermsState["realm"],
  { code, decimals, index }: Currency,
): ConversionTermsState {
  const { inventory, net, terms = NOT_OFFERED } = readInventory(state, realm, index);
  return {
    ...{ realm, coin: code },
    amountMin: formatTrimmed(terms.amountMin, decimals),
    amountMax: formatTrimmed(terms.amountMax, decimals),
    spread: rateE6Text(terms.spread),
    netMax: formatTrimmed(terms.netMax, decimals),
    inventory: formatTrimmed(inventory, decimals),
    net: formatTrimmed(net, decimals),
  };
}

/** Returns the terms in the units of the command; `undefined` when one cannot be read. */
function changedTerms(state: State, change: ConversionTermsChange, currency: Currency) {
  const { terms = NOT_OFFERED } = readInventory(state, change.realm, currency.index);
  const { decimals } = currency;
  const amountMin = amountOf(change.amountMin, terms.amountMin, decimals);
  const amountMax = amountOf(change.amountMax, terms.amountMax, decimals);
  const netMax = amountOf(change.netMax, terms.netMax, decimals);
  const spreadE6 = rateE6Or(change.spread, terms.spread);
  if (amountMin === undefined || amountMax === undefined) return undefined;
  if (netMax === undefined || spreadE6 === undefined) return undefined;
  return { amountMin, amountMax, netMax, spreadE6 };
}

/** Returns all administrative actions on conversions. */
export function conversionActions({
  engine,
}: {
  readonly engine: ActingEngine;
}): ConversionActions {
  const { accounts, state } = engine;
  return {
    listConversionTerms: () =>
      REALMS.flatMap((realm) => state.currencies.map((coin) => termsState(state, realm, coin))),
    async setConversionTerms(change) {
      const currency = accounts.currency(change.coin);
      if (currency === undefined) return refuse("not_found", `no coin is called ${change.coin}`);
      const terms = changedTerms(state, change, currency);
      if (terms === undefined) {
        const decimals = `${currency.decimals} and ${RATE_E6_DECIMALS} decimals`;
        return refuse("invalid", `amounts and a spread with at most ${decimals}`);
      }
      const target = { realm: change.realm, currency: currency.index };
      const outcome = await submit(engine, { kind: "set_conversion_terms", ...target, ...terms });
      return outcome.rejection === undefined ? { done: change } : refusalOf(outcome.rejection);
    },
    listConversionRules: () =>
      REALMS.map((realm) => {
        const { dayResult, ...rules } = readConversionRules(state, realm);
        return { realm, ...rules, dayResult: formatTrimmed(dayResult, USD_DECIMALS) };
      }),
    async setConversionRules(change) {
      const { realm } = change;
      const present = readConversionRules(state, realm);
      const outcome = await submit(engine, {
        kind: "set_conversion_rules",
        realm,
        quotesMax: change.quotesMax ?? present.quotesMax,
        accountQuotesMax: change.accountQuotesMax ?? present.accountQuotesMax,
        accountDayUsdMax: change.accountDayUsdMax ?? present.accountDayUsdMax,
        dayLossUsdMax: change.dayLossUsdMax ?? present.dayLossUsdMax,
      });
      return outcome.rejection === undefined ? { done: change } : refusalOf(outcome.rejection);
    },
  };
}
