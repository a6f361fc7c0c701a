/** Conversions between coins: the operator's terms, quotes, and quotes that are accepted. */
import { CREDIT_ATOMS_MAX } from "../../../src/core/base/limits.ts";
import type { CommandDraft } from "../../../src/core/commands/commands.ts";
import { fundOf } from "../naive/naive-lending.ts";
import type { NaiveInstrument } from "../naive/naive-records.ts";
import { draft } from "./draft.ts";
import type { Draw, Draws } from "./draws.ts";
import { COINS_COUNT } from "./founding.ts";
import { type Spoil, UNKNOWN_USER } from "./spoil.ts";

/** Dollars, bitcoin and ether: the coins that have prices. */
const CONVERTED_COINS = [0, 1, 7] as const;
const PRICE_AGE_MS = 5_000;

function coin(draws: Draws): number {
  const { random } = draws;
  return random.chance(96) ? random.pick(CONVERTED_COINS) : random.below(COINS_COUNT);
}

/** One whole coin, and of bitcoin a tenth. */
function unitOf(draws: Draws, currency: number): bigint {
  const scale = 10n ** BigInt(draws.state.currencies[currency]?.decimals ?? 0);
  return currency === 1 ? scale / 10n : scale;
}

/** Now and then withdraws the coin. */
function terms(draws: Draws): CommandDraft {
  const { random } = draws;
  const currency = coin(draws);
  const unit = unitOf(draws, currency);
  return draft("set_conversion_terms", {
    realm: random.chance(85) ? "live" : "demo",
    currency,
    amountMin: BigInt(1 + random.below(1_000)),
    amountMax: random.chance(8) ? 0n : unit * BigInt(1 + random.below(400)),
    spreadE6: random.pick([0, 500, 500, 2_000, 20_000, 250_000]),
    netMax: random.chance(4) ? 0n : unit * BigInt(1 + random.below(random.pick([60, 9_000]))),
  });
}

function rules(draws: Draws): CommandDraft {
  const { random } = draws;
  return draft("set_conversion_rules", {
    realm: random.chance(85) ? "live" : "demo",
    quotesMax: random.pick([1, 6, 1_000, 100_000]),
    accountQuotesMax: random.pick([1, 4, 100, 100]),
    accountDayUsdMax: random.pick([40, 400, 1_000_000, 1_000_000]),
    dayLossUsdMax: random.pick([0, 20, 20_000, 20_000]),
  });
}

/** What must come first: coins that convert, funds of the exchange, prices that are fresh. */
function preparation(draws: Draws, user: number): CommandDraft | undefined {
  const { random, state } = draws;
  const { realm } = state.userAt(user);
  const offered = state.conversions.terms.filter((one) => one.realm === realm);
  if (offered.length < 2 && random.chance(90)) return { ...terms(draws), realm } as CommandDraft;
  const poor = offered.find(({ currency }) => {
    return fundOf(state, realm, "conversion", currency).balance === 0n;
  });
  if (poor !== undefined && random.chance(70)) {
    const { currency } = poor;
    const amount = unitOf(draws, currency) * BigInt(1 + random.below(400));
    return draft("endow", { realm, wallet: "conversion", currency, amount });
  }
  const spot = state.instruments.filter((one) => [0, 4, 9].includes(one.index));
  const isStale = spot.some((one) => {
    return one.realm === realm && state.timeMs - one.indexedAtMs > PRICE_AGE_MS;
  });
  return isStale && random.chance(85) ? prices(draws, spot) : undefined;
}

/** Prices of the converted coins: most moves are smaller than the spread. */
function prices({ random }: Draws, spot: readonly NaiveInstrument[]): CommandDraft {
  const step = random.pick([1, 4, 4, 40]);
  return draft("set_index_prices", {
    instruments: spot.map(({ index }) => index),
    prices: spot.map(({ indexPrice }) => {
      return Math.max(120, indexPrice + random.between(-step, step));
    }),
  });
}

/** An account with debt in a coin that converts, and what the debt may be paid with. */
function owing(draws: Draws): { user: number; coin: number } | undefined {
  const { profile, state } = draws;
  const one = state.accounts.find(({ balance, currency, user }) => {
    const isConverted = (CONVERTED_COINS as readonly number[]).includes(currency);
    return balance < 0n && isConverted && profile.people.includes(user);
  });
  return one === undefined ? undefined : { user: one.user, coin: one.currency };
}

function quote(draws: Draws): CommandDraft {
  const { random, state } = draws;
  const debt = random.chance(25) ? owing(draws) : undefined;
  const user = debt?.user ?? draws.user();
  const first = preparation(draws, user);
  if (first !== undefined) return first;
  const { realm } = state.userAt(user);
  const offered = state.conversions.terms.filter((one) => one.realm === realm);
  const isOffered = offered.length >= 2 && random.chance(95);
  const wanted = offered.find(({ currency }) => currency === debt?.coin);
  const to = isOffered ? (wanted ?? random.pick(offered)) : undefined;
  const from = isOffered ? random.pick(offered.filter((one) => one !== to)) : undefined;
  const isFromAmount = random.chance(60);
  const bounded = isFromAmount ? from : to;
  const most = bounded?.amountMax ?? 1_000_000n;
  const share = BigInt(random.pick([1, 3, 10, 10, 30, 30, 100, 300, 1_001]));
  return draft("quote_conversion", {
    user,
    fromCurrency: from?.currency ?? coin(draws),
    toCurrency: to?.currency ?? coin(draws),
    isFromAmount,
    amount: random.chance(5) ? (bounded?.amountMin ?? 1n) : (most * share) / 1_000n + 1n,
  });
}

/** Accepts an open quote, or one that a tick has not removed yet. */
function convert(draws: Draws): CommandDraft {
  const { random, state } = draws;
  const { quotes } = state.conversions;
  const open = quotes.filter((one) => one.expiresAtMs > state.timeMs);
  const from = random.chance(93) ? open : quotes;
  if (from.length === 0) return quote(draws);
  const { id, price, expiresAtMs: _, ...converted } = random.pick(from);
  return draft("convert", {
    ...converted,
    quoteId: id,
    priceDigits: price.digits,
    priceDecimals: price.decimals,
  });
}

export const CONVERSION_DRAWS = {
  set_conversion_terms: terms,
  set_conversion_rules: rules,
  quote_conversion: quote,
  convert,
} as const satisfies Readonly<Record<string, Draw>>;

type Kind = keyof typeof CONVERSION_DRAWS;

export const SPOILED_CONVERSIONS: { readonly [K in Kind]: Spoil<K> } = {
  set_conversion_terms: (command, random) =>
    draft("set_conversion_terms", {
      ...command,
      ...random.pick([
        { currency: 250 },
        { amountMin: 0n },
        { amountMin: command.amountMax + 1n },
        { amountMax: CREDIT_ATOMS_MAX + 1n },
        { netMax: CREDIT_ATOMS_MAX + 1n },
        { netMax: -1n },
        { spreadE6: 250_001 },
      ]),
    }),
  set_conversion_rules: (command, random) =>
    draft("set_conversion_rules", {
      ...command,
      ...random.pick([
        { quotesMax: 100_001 },
        { accountQuotesMax: 100_001 },
        { accountDayUsdMax: 10_000_000_001 },
        { dayLossUsdMax: 10_000_000_001 },
      ]),
    }),
  quote_conversion: (command, random) =>
    draft("quote_conversion", {
      ...command,
      ...random.pick([
        { user: UNKNOWN_USER },
        { user: 1 },
        { user: 8 },
        { toCurrency: command.fromCurrency },
        { fromCurrency: 250 },
        { toCurrency: 2 },
        { amount: 0n },
        { amount: -1n },
        { amount: 2n ** 62n },
      ]),
    }),
  convert: (command, random) =>
    draft("convert", {
      ...command,
      ...random.pick([
        { user: UNKNOWN_USER },
        { user: 3 },
        { quoteId: command.quoteId + 1 },
        { quoteId: 0 },
        { fromAmount: command.fromAmount + 1n },
        { toAmount: command.toAmount + 1n },
        { fromCurrency: command.toCurrency },
        { toCurrency: command.fromCurrency },
        { priceDigits: command.priceDigits + 1 },
        { priceDecimals: command.priceDecimals + 1 },
      ]),
    }),
};
