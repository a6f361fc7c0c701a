/** Administrative actions that list coins and instruments (decision 0095). */
import { CURRENCIES_MAX, INSTRUMENTS_MAX } from "../../core/base/limits.ts";
import { CATEGORIES } from "../../core/base/vocabulary.ts";
import { CATEGORY_TRAITS } from "../../core/base/word-traits.ts";
import type { CommandDraft } from "../../core/commands/commands.ts";
import { findFund } from "../../core/instruments/fund-terms.ts";
import type { Currency, Instrument } from "../../core/instruments/instrument.ts";
import type { AdminRefusal } from "../../ops/admin-outcome.ts";
import type { CoinState, ListingActions, NewInstrument } from "../../ops/listing-port.ts";
import { lossLimitsWith } from "../founding/loss-terms.ts";
import { firstGuards } from "../founding/price-guards.ts";
import { type ActingEngine, refusalOf, refuse, submit } from "./admin-command.ts";
import { rateE6Of } from "./decimal-units.ts";
import { detailsOf } from "./instrument-actions.ts";
import { coinFault, isDatedSymbol, namesFault, quoteOf } from "./listing-names.ts";
import { type ListedCoins, listingDraft } from "./listing-terms.ts";
import { beyondLoanMargin, loanLeverages } from "./loan-margin.ts";

type Parts = { readonly engine: ActingEngine };

/** Places that stay for coins and instruments of later versions of the product. */
const COIN_PLACES_KEPT = 64;
const INSTRUMENT_PLACES_KEPT = 512;
/** The fund pays at most this part of its own bound in an hour for a contract that is new. */
const NEW_CONTRACT_DIVISOR = 20n;

function coinState({ state }: ActingEngine, coin: Currency): CoinState {
  const { code, decimals, index, isPractice } = coin;
  return {
    ...{ code, decimals, isPractice },
    chains: state.chains.filter(({ currency }) => currency === index).map(({ chain }) => chain),
    instruments: state.instruments.filter(({ base, quote, settle }) =>
      [base, quote, settle].includes(index),
    ).length,
  };
}

function listCoin({ engine }: Parts): ListingActions["listCoin"] {
  return async (coin) => {
    const { state } = engine;
    const { code, isPractice } = coin;
    const fault = coinFault(code, isPractice);
    if (fault !== undefined) return refuse("invalid", fault);
    const most = CURRENCIES_MAX - COIN_PLACES_KEPT;
    if (state.currencies.length >= most) {
      return refuse("conflict", `the exchange has ${state.currencies.length} coins of ${most}`);
    }
    const outcome = await submit(engine, { kind: "list_currency", ...coin });
    if (outcome.rejection !== undefined) return refusalOf(outcome.rejection);
    return { done: coinState(engine, state.currencies[outcome.id] as Currency) };
  };
}

function coinsOf(engine: ActingEngine, listing: NewInstrument): ListedCoins | AdminRefusal {
  const { base: baseCode, category } = listing;
  const quoteCode = quoteOf(category, listing.quote);
  if (quoteCode === undefined) return refuse("invalid", "a spot pair needs a quote coin");
  if (listing.quote !== undefined && listing.quote !== quoteCode) {
    return refuse("invalid", `${category} are quoted in ${quoteCode}, got ${listing.quote}`);
  }
  const base = engine.accounts.currency(baseCode);
  if (base === undefined) return refuse("not_found", `there is no coin ${baseCode}: list it first`);
  const quote = engine.accounts.currency(quoteCode);
  if (quote === undefined) {
    return refuse("not_found", `there is no coin ${quoteCode}: list it first`);
  }
  return { base, quote };
}

/** Refuses a symbol that names another contract of the realm: dialects look it up in all lines. */
function takenSymbol({ accounts }: ActingEngine, listing: NewInstrument): AdminRefusal | undefined {
  const { category, realm, symbol } = listing;
  const isRival = (other: (typeof CATEGORIES)[number]): boolean =>
    other === category || (CATEGORY_TRAITS[other].isFutures && CATEGORY_TRAITS[category].isFutures);
  const taken = CATEGORIES.filter(isRival).find(
    (other) => accounts.instrument(realm, other, symbol) !== undefined,
  );
  if (taken === undefined) return undefined;
  return refuse("conflict", `${symbol} is listed in ${taken} of the ${realm} realm`);
}

/** First guards and loss limits: careful ones, which the operator may change before opening. */
function firstTerms(engine: ActingEngine, instrument: Instrument, isDated: boolean) {
  const { funds } = engine.state;
  const drafts: CommandDraft[] = [firstGuards(instrument, isDated)];
  if (!instrument.isFutures) return drafts;
  const bound = findFund(funds, instrument.realm, instrument.settle)?.drawMax ?? 0n;
  drafts.push(lossLimitsWith(instrument, bound / NEW_CONTRACT_DIVISOR));
  return drafts;
}

function listInstrument({ engine }: Parts): ListingActions["listInstrument"] {
  return async (listing) => {
    const { category, realm, symbol } = listing;
    const coins = coinsOf(engine, listing);
    if ("refused" in coins) return coins;
    const fault = namesFault({ category, realm, symbol, ...coins });
    if (fault !== undefined) return refuse("invalid", fault);
    const taken = takenSymbol(engine, listing);
    if (taken !== undefined) return taken;
    const { instruments } = engine.state;
    const most = INSTRUMENTS_MAX - INSTRUMENT_PLACES_KEPT;
    if (instruments.length >= most) {
      return refuse("conflict", `the exchange has ${instruments.length} instruments of ${most}`);
    }
    const draft = listingDraft(listing, coins);
    if ("refused" in draft) return draft;
    const outcome = await submit(engine, draft);
    if (outcome.rejection !== undefined) return refusalOf(outcome.rejection);
    const instrument = instruments[outcome.id] as Instrument;
    const isDated = isDatedSymbol(category, coins.base.code, symbol);
    for (const terms of firstTerms(engine, instrument, isDated)) {
      const { rejection } = await submit(engine, terms);
      if (rejection !== undefined) return refusalOf(rejection);
    }
    return { done: detailsOf(engine, instrument) };
  };
}

/** Whether the bands of a new spot pair let its MARGIN orders lose more than their margin. */
function listsBeyondLoans(engine: ActingEngine, listing: NewInstrument): boolean {
  const coins = coinsOf(engine, listing);
  if ("refused" in coins || listing.category !== "spot") return false;
  const buyE6 = rateE6Of(listing.buyBand) ?? 0;
  const sellE6 = rateE6Of(listing.sellBand) ?? 0;
  const { base, quote } = coins;
  const pair = { base: base.index, quote: quote.index, realm: listing.realm };
  const { buy, sell } = beyondLoanMargin({ buyE6, sellE6 }, loanLeverages(engine.state, pair));
  return buy || sell;
}

/** Returns all administrative actions that list something. */
export function listingActions(parts: Parts): ListingActions {
  const { engine } = parts;
  return {
    listCoins: () => engine.state.currencies.map((coin) => coinState(engine, coin)),
    listCoin: listCoin(parts),
    listsBeyondLoans: (listing) => listsBeyondLoans(engine, listing),
    listInstrument: listInstrument(parts),
  };
}
