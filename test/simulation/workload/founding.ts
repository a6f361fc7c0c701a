/** The commands with which each run begins: coins, instruments, users, funds, index prices. */

import type { Wallet } from "../../../src/core/base/vocabulary.ts";
import type { CommandDraft } from "../../../src/core/commands/commands.ts";
import type { Instrument } from "../../../src/core/instruments/instrument.ts";
import type { Random } from "../random.ts";
import { chainFounding } from "./custody-draws.ts";
import { draft } from "./draft.ts";
import { marketFounding } from "./generated-market-draws.ts";
import { loanTerms, marginRules } from "./lending-draws.ts";
import { guardsOf } from "./price-draws.ts";
import type { Profile } from "./profile.ts";
import { collateral } from "./unified-draws.ts";

const COINS = [
  { code: "USDT", decimals: 6 },
  { code: "BTC", decimals: 8 },
  { code: "USD", decimals: 2 },
  { code: "USDC", decimals: 8 },
  { code: "SUSDT", decimals: 8 },
  { code: "SUSDC", decimals: 6 },
  { code: "SBTC", decimals: 8 },
  { code: "ETH", decimals: 4 },
] as const;
const [USDT, BTC, USD, USDC, SUSDT, SUSDC, SBTC, ETH] = [0, 1, 2, 3, 4, 5, 6, 7];
export const COINS_COUNT = COINS.length;
const PRACTICE_COINS: readonly number[] = [SUSDT, SUSDC, SBTC];

type Line = Pick<Instrument, "symbol" | "category" | "realm" | "base" | "quote" | "settle">;

/** Spot, linear in two coins, inverse, demo spot, one without an index price, practice futures. */
const LINES: readonly Line[] = [
  {
    symbol: "BTCUSDT",
    category: "spot",
    realm: "live",
    base: BTC,
    quote: USDT,
    settle: USDT,
  },
  {
    symbol: "BTCUSDT",
    category: "usdt_futures",
    realm: "live",
    base: BTC,
    quote: USDT,
    settle: USDT,
  },
  {
    symbol: "BTCUSD",
    category: "coin_futures",
    realm: "live",
    base: BTC,
    quote: USD,
    settle: BTC,
  },
  {
    symbol: "BTCUSDC",
    category: "usdc_futures",
    realm: "live",
    base: BTC,
    quote: USDC,
    settle: USDC,
  },
  {
    symbol: "BTCUSDT",
    category: "spot",
    realm: "demo",
    base: BTC,
    quote: USDT,
    settle: USDT,
  },
  {
    symbol: "SBTCSUSDT",
    category: "susdt_futures",
    realm: "live",
    base: BTC,
    quote: SUSDT,
    settle: SUSDT,
  },
  {
    symbol: "NEWUSDT",
    category: "usdt_futures",
    realm: "live",
    base: BTC,
    quote: USDT,
    settle: USDT,
  },
  {
    symbol: "SBTCSUSDC",
    category: "susdc_futures",
    realm: "live",
    base: BTC,
    quote: SUSDC,
    settle: SUSDC,
  },
  {
    symbol: "SBTCSUSD",
    category: "scoin_futures",
    realm: "live",
    base: SBTC,
    quote: USD,
    settle: SBTC,
  },
  {
    symbol: "ETHUSDT",
    category: "spot",
    realm: "live",
    base: ETH,
    quote: USDT,
    settle: USDT,
  },
  {
    symbol: "NEWETH",
    category: "spot",
    realm: "live",
    base: ETH,
    quote: USDT,
    settle: USDT,
  },
  {
    symbol: "BTCUSDM",
    category: "coin_futures",
    realm: "live",
    base: BTC,
    quote: USD,
    settle: BTC,
  },
  {
    symbol: "BTCUSDTM",
    category: "usdt_futures",
    realm: "live",
    base: BTC,
    quote: USDT,
    settle: USDT,
  },
];
export const LINES_COUNT = LINES.length;

/** The instruments that become dated contracts. */
export const DATED_INSTRUMENTS: readonly number[] = [11, 12];

/** Instruments without an index price: market orders there are refused. */
export const UNPRICED_INSTRUMENT = 6;
export const PRICED_INSTRUMENTS: readonly number[] = [0, 1, 2, 3, 4, 5, 7, 8, 9, 11, 12];

/** A spot instrument whose coins are lent, in isolated and in crossed margin. */
export type LoanLine = Line & { readonly index: number };
export const LOAN_LINES: readonly LoanLine[] = LINES.map((line, index) => ({
  ...line,
  index,
})).filter(({ category }) => category === "spot");

/** Users in the order of creation, from index 2 on; `parent` is an index. */
const PEOPLE = [
  { name: "alice", accountKind: "classic", realm: "live", parent: 0, openOrdersMax: 0 },
  { name: "alice-1", accountKind: "classic", realm: "live", parent: 2, openOrdersMax: 0 },
  { name: "bob", accountKind: "unified", realm: "live", parent: 0, openOrdersMax: 0 },
  { name: "bob-1", accountKind: "unified", realm: "live", parent: 4, openOrdersMax: 0 },
  { name: "carol", accountKind: "classic", realm: "live", parent: 0, openOrdersMax: 3 },
  { name: "dave", accountKind: "unified", realm: "live", parent: 0, openOrdersMax: 12 },
  { name: "erin", accountKind: "classic", realm: "demo", parent: 0, openOrdersMax: 0 },
  { name: "frank", accountKind: "classic", realm: "demo", parent: 8, openOrdersMax: 0 },
] as const;

export const FIRST_PERSON = 2;

/** Instruments whose prices are bounded from the start; the rest has no guards until one comes. */
const GUARDED_PERCENT = 70;

/** Runs that begin with other rules of margin accounts than those of a new exchange. */
const RULED_PERCENT = 60;

/** Middle of the first index prices, in ticks: small, so that books are crowded. */
export const INDEX_TICKS = 400;

export function listing(line: Line, random: Random): CommandDraft {
  const isSpot = line.category === "spot";
  const isInverse = line.category === "coin_futures" || line.category === "scoin_futures";
  return draft("list_instrument", {
    ...line,
    isInverse,
    priceDecimals: isInverse ? 1 : 2,
    tickStep: isInverse ? 1 : random.pick([1, 5, 25]),
    sizeDecimals: isInverse ? 0 : 3,
    lotStep: random.pick([1, 2, 10]),
    sizeLotsMin: random.pick([1, 1, 3]),
    sizeLotsMax: 5_000,
    sizeLotsMarketMax: random.pick([40, 1_000]),
    valueMin: BigInt(random.pick([1, 2_000])),
    makerRateE6: random.pick([0, 200, 137]),
    takerRateE6: random.pick([600, 611, 999]),
    buyLimitRatioE6: random.pick([50_000, 200_000]),
    sellLimitRatioE6: random.pick([50_000, 200_000]),
    leverageMin: isSpot ? 0 : 1,
    leverageMax: isSpot ? 0 : random.pick([10, 50, 125]),
    fundingIntervalHours: isSpot ? 0 : random.pick([1, 8]),
  });
}

type FundedWallet = { readonly wallet: Wallet; readonly coins: readonly number[] };

/** Coins that each wallet starts with: those that something is traded in. */
const CLASSIC_WALLETS: readonly FundedWallet[] = [
  { wallet: "spot", coins: [USDT, BTC, ETH] },
  { wallet: "usdt_futures", coins: [USDT, SUSDT] },
  { wallet: "usdc_futures", coins: [USDC, SUSDC] },
  { wallet: "coin_futures", coins: [BTC, SBTC] },
];
/** Of borrowers: what is lent, and nothing that would cover it. */
const BORROWER_WALLETS: readonly FundedWallet[] = [{ wallet: "unified", coins: [USDT, BTC, ETH] }];
const UNIFIED_WALLETS: readonly FundedWallet[] = [
  { wallet: "unified", coins: [USDT, BTC, USDC, SUSDT, SUSDC, SBTC, ETH] },
];

function funds(random: Random, profile: Profile): CommandDraft[] {
  return PEOPLE.flatMap((person, at) => {
    const isBorrowing = profile.unifiedMarginPercent > 50;
    const isUnified = person.accountKind === "unified";
    const unified = isBorrowing ? BORROWER_WALLETS : UNIFIED_WALLETS;
    const wallets = isUnified ? unified : CLASSIC_WALLETS;
    // Borrowers are poor beside those they trade with: they can borrow all that they may.
    const share = isBorrowing && isUnified ? 20n : 1n;
    return wallets.flatMap(({ coins, wallet }) =>
      coins.map((currency) => {
        const decimals = COINS[currency]?.decimals ?? 0;
        const whole = BigInt(1 + random.below(profile.coins));
        const isHighPriced = currency === BTC || currency === SBTC;
        const amount = (whole * 10n ** BigInt(decimals)) / (isHighPriced ? 10n : 1n) / share;
        return draft("credit", { user: FIRST_PERSON + at, wallet, currency, amount });
      }),
    );
  });
}

/** Funds of the pools and of insurance, and terms of all coins that are lent. */
function lendingFounding(random: Random, profile: Profile): CommandDraft[] {
  const commands: CommandDraft[] = [];
  const poolMost = profile.unifiedMarginPercent > 50 ? 1_900_000_000 : 80_000_000;
  for (const realm of ["live", "demo"] as const) {
    for (const currency of [USDT, BTC, ETH]) {
      for (const wallet of ["lending_pool", "insurance_fund"] as const) {
        const most = wallet === "lending_pool" ? poolMost : profile.insurance;
        const amount = BigInt(1 + random.below(most));
        commands.push(draft("endow", { realm, wallet, currency, amount }));
      }
    }
  }
  if (random.chance(RULED_PERCENT)) commands.push(marginRules(random));
  for (const isIsolated of [false, true]) {
    for (const line of LOAN_LINES) {
      if (!isIsolated && !PRICED_INSTRUMENTS.includes(line.index)) continue;
      for (const currency of [line.quote, line.base]) {
        commands.push(loanTerms(random, { line, currency, isIsolated }));
      }
    }
  }
  return commands;
}

/** Isolated margin from the start, for some users on some of the profile's futures. */
function isolations(random: Random, profile: Profile): CommandDraft[] {
  const commands: CommandDraft[] = [];
  for (const [at, person] of PEOPLE.entries()) {
    for (const instrument of new Set(profile.instruments)) {
      const line = LINES[instrument];
      if (line === undefined || line.category === "spot" || line.realm !== person.realm) continue;
      if (!random.chance(profile.isolatedPercent)) continue;
      const terms = { user: FIRST_PERSON + at, instrument, marginMode: "isolated" } as const;
      commands.push(draft("set_margin_mode", terms));
    }
  }
  return commands;
}

/** Hedge mode from the start, where most users of the profile are in it. */
function hedges(random: Random, profile: Profile): CommandDraft[] {
  if (profile.hedgePercent <= 50) return [];
  const lines = [...new Set(profile.instruments)].map((index) => LINES[index]?.category ?? "spot");
  return PEOPLE.flatMap((_, at) =>
    [...new Set(lines)]
      .filter((category) => category !== "spot" && random.chance(profile.hedgePercent))
      .map((category) => {
        const terms = { user: FIRST_PERSON + at, category, isHedge: true };
        return draft("set_position_mode", terms);
      }),
  );
}

/** All commands before the first one of the profile. */
export function founding(random: Random, profile: Profile): CommandDraft[] {
  const commands: CommandDraft[] = COINS.map((coin, index) =>
    draft("list_currency", { ...coin, isPractice: PRACTICE_COINS.includes(index) }),
  );
  for (const line of LINES) commands.push(listing(line, random));
  for (const [index, { category }] of LINES.entries()) {
    if (!random.chance(GUARDED_PERCENT)) continue;
    commands.push(guardsOf(random, { index, isFutures: category !== "spot" }));
  }
  for (let currency = 0; currency < COINS.length; currency++) {
    commands.push(collateral(random, currency));
  }
  for (const person of PEOPLE) {
    const parent = person.parent === 0 ? 0 : person.parent + 1;
    commands.push(draft("create_user", { ...person, parent }));
  }
  commands.push(...funds(random, profile));
  commands.push(...chainFounding(random));
  commands.push(...lendingFounding(random, profile));
  commands.push(...isolations(random, profile));
  commands.push(...hedges(random, profile));
  for (const [at, person] of PEOPLE.entries()) {
    const isBorrowing = profile.unifiedMarginPercent > 50;
    if (person.accountKind !== "unified" || (!isBorrowing && random.chance(20))) continue;
    const user = FIRST_PERSON + at;
    const isByOperator = isBorrowing || random.chance(70);
    commands.push(draft("set_questionnaire", { user, isPassed: true }));
    commands.push(draft("set_account_level", { user, level: "advanced", isByOperator }));
    if (!isBorrowing) continue;
    for (const currency of [USDT, BTC, ETH]) {
      commands.push(draft("set_coin_leverage", { user, currency, leverage: 5 }));
    }
  }
  commands.push(...marketFounding(random, DATED_INSTRUMENTS));
  const prices = PRICED_INSTRUMENTS.map(() => INDEX_TICKS + random.below(20));
  commands.push(draft("set_index_prices", { instruments: PRICED_INSTRUMENTS, prices }));
  return commands;
}
