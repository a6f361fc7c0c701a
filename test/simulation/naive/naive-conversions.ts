/** Conversions between coins, by the rules as written in decision 0060. */
import { unreachable } from "../../../src/core/base/assert.ts";
import {
  CONVERSION_DAY_USD_MAX,
  CONVERSION_QUOTES_EXPIRED_PER_TICK,
  CONVERSION_QUOTES_MAX,
  CREDIT_ATOMS_MAX,
} from "../../../src/core/base/limits.ts";
import type { Rejection } from "../../../src/core/base/rejections.ts";
import type { Realm, Wallet } from "../../../src/core/base/vocabulary.ts";
import type { CommandOf } from "../../../src/core/commands/commands.ts";
import { ceilDiv } from "./naive-amounts.ts";
import { chargeHour, isPriced, tellDebt } from "./naive-debts.ts";
import { fundOf } from "./naive-lending.ts";
import { isAccountLiquidating } from "./naive-liquidation-state.ts";
import { spendableOf } from "./naive-money.ts";
import type { NaiveUser } from "./naive-records.ts";
import type { NaiveState } from "./naive-state.ts";
import { dollarsOf, floorDiv } from "./naive-unified.ts";
import { judgeUnitPurchase } from "./naive-units.ts";

const DAY_MS = 86_400_000;
const QUOTE_MS = 8_000;
const INDEX_AGE_MS = 5_000;
const DIGITS = 10;
const DECIMALS_MAX = 24;
const E8 = 100_000_000n;

type Terms = Omit<CommandOf<"set_conversion_terms">, "kind" | "seq" | "timeMs">;
type Rules = Omit<CommandOf<"set_conversion_rules">, "kind" | "seq" | "timeMs" | "realm">;

export type NaiveConverted = {
  readonly fromCurrency: number;
  readonly fromAmount: bigint;
  readonly toCurrency: number;
  readonly toAmount: bigint;
  readonly price: { readonly digits: number; readonly decimals: number };
};

type NaiveQuote = NaiveConverted & {
  readonly id: number;
  readonly user: number;
  readonly expiresAtMs: number;
};

/** A conversion that was done; `dollars` × 10^-8 is the value that was given. */
type Done = NaiveConverted & {
  readonly realm: Realm;
  readonly parent: number;
  readonly atMs: number;
  readonly dollars: bigint;
};

const RULES: Rules = {
  quotesMax: 50_000,
  accountQuotesMax: 100,
  accountDayUsdMax: 1_000_000,
  dayLossUsdMax: 20_000,
};

export class NaiveConversions {
  terms: Terms[] = [];
  readonly rules: Record<Realm, Rules> = { live: RULES, demo: RULES };
  /** Neither used nor removed, oldest first. */
  quotes: NaiveQuote[] = [];
  /** All conversions ever. */
  readonly done: Done[] = [];
}

function setTerms(state: NaiveState, command: CommandOf<"set_conversion_terms">): void {
  const { amountMax, amountMin, currency, netMax, realm, spreadE6 } = command;
  if (currency >= state.currencies.length) return state.rejectCommand(0, "currency_not_found");
  const isGood =
    amountMin > 0n &&
    amountMin <= amountMax &&
    amountMax <= CREDIT_ATOMS_MAX &&
    netMax >= 0n &&
    netMax <= CREDIT_ATOMS_MAX &&
    spreadE6 <= 250_000;
  if (amountMax !== 0n && !isGood) {
    return state.rejectCommand(0, "conversion_terms_out_of_bounds");
  }
  const { conversions } = state;
  conversions.terms = conversions.terms.filter(
    (one) => one.realm !== realm || one.currency !== currency,
  );
  if (amountMax !== 0n) {
    conversions.terms.push({ realm, currency, amountMin, amountMax, spreadE6, netMax });
  }
  state.emit("conversion_terms_changed", { realm, currency });
}

function setRules(state: NaiveState, command: CommandOf<"set_conversion_rules">): void {
  const { accountDayUsdMax, accountQuotesMax, dayLossUsdMax, quotesMax, realm } = command;
  const counts = [quotesMax, accountQuotesMax];
  const values = [accountDayUsdMax, dayLossUsdMax];
  const isBad =
    counts.some((one) => one > CONVERSION_QUOTES_MAX) ||
    values.some((one) => one > CONVERSION_DAY_USD_MAX);
  if (isBad) return state.rejectCommand(0, "conversion_terms_out_of_bounds");
  state.conversions.rules[realm] = {
    ...{ accountDayUsdMax, accountQuotesMax, dayLossUsdMax, quotesMax },
  };
  state.emit("conversion_rules_changed", { realm });
}

function termsOf(state: NaiveState, realm: Realm, currency: number): Terms | undefined {
  return state.conversions.terms.find((one) => one.realm === realm && one.currency === currency);
}

/** Whether both coins have prices that are fresh enough. */
function areFresh(state: NaiveState, user: NaiveUser, coins: readonly number[]): boolean {
  return coins.every(
    (coin) => isPriced(state, user, coin, INDEX_AGE_MS) && dollarsOf(state, user, coin)[0] !== 0n,
  );
}

/** A quotient with ten significant digits, written out and cut off. */
function priceOf(top: bigint, bottom: bigint): NaiveConverted["price"] | undefined {
  const text = ((top * 10n ** BigInt(DECIMALS_MAX)) / bottom).toString();
  const whole = text.length > DECIMALS_MAX ? text.slice(0, -DECIMALS_MAX) : "0";
  const part = text.padStart(DECIMALS_MAX, "0").slice(-DECIMALS_MAX);
  const leading = whole === "0" ? /^0*/.exec(part)?.[0].length : undefined;
  const kept = leading === undefined ? Math.max(0, DIGITS - whole.length) : leading + DIGITS;
  const trimmed = part.slice(0, kept).replace(/0+$/, "");
  const digits = Number(`${whole}${trimmed}`);
  if (digits === 0 || BigInt(`${whole}${trimmed}`) > BigInt(Number.MAX_SAFE_INTEGER)) {
    return undefined;
  }
  return { digits, decimals: trimmed.length };
}

/** Price and amounts of a quote, or why there is none. */
function judgeQuote(
  state: NaiveState,
  user: NaiveUser,
  command: CommandOf<"quote_conversion">,
): NaiveConverted | Rejection {
  const { amount, fromCurrency, isFromAmount, toCurrency } = command;
  const from = termsOf(state, user.realm, fromCurrency);
  const to = termsOf(state, user.realm, toCurrency);
  if (from === undefined || to === undefined || fromCurrency === toCurrency) {
    return "conversion_not_offered";
  }
  if (amount <= 0n) return "amount_not_positive";
  const rules = state.conversions.rules[user.realm];
  const open = state.conversions.quotes.map((one) => state.userAt(one.user));
  const own = open.filter((one) => one.parent === user.parent);
  const all = open.filter((one) => one.realm === user.realm);
  if (own.length >= rules.accountQuotesMax || all.length >= rules.quotesMax) {
    return "conversion_quotes_limit_reached";
  }
  if (!areFresh(state, user, [fromCurrency, toCurrency])) return "conversion_price_missing";
  const [fromTop, fromBottom] = dollarsOf(state, user, fromCurrency);
  const [toTop, toBottom] = dollarsOf(state, user, toCurrency);
  const fromUnit = 10n ** BigInt(state.currencies[fromCurrency]?.decimals ?? 0);
  const toUnit = 10n ** BigInt(state.currencies[toCurrency]?.decimals ?? 0);
  const kept = BigInt(1_000_000 - from.spreadE6 - to.spreadE6);
  const price = priceOf(
    fromTop * toBottom * fromUnit * kept,
    fromBottom * toTop * toUnit * 1_000_000n,
  );
  if (price === undefined) return "conversion_price_missing";
  const top = BigInt(price.digits) * toUnit;
  const bottom = 10n ** BigInt(price.decimals) * fromUnit;
  const fromAmount = isFromAmount ? amount : ceilDiv(amount * bottom, top);
  const toAmount = isFromAmount ? (amount * top) / bottom : amount;
  if (fromAmount >= 2n ** 63n || toAmount >= 2n ** 63n) return "conversion_above_maximum";
  for (const [terms, size] of [[from, fromAmount] as const, [to, toAmount] as const]) {
    if (size < terms.amountMin) return "conversion_below_minimum";
    if (size > terms.amountMax) return "conversion_above_maximum";
  }
  const converted = { fromCurrency, fromAmount, toCurrency, toAmount };
  return judgeLimits(state, user, converted) ?? { ...converted, price };
}

function today(state: NaiveState): Done[] {
  const day = Math.floor(state.timeMs / DAY_MS);
  return state.conversions.done.filter((one) => Math.floor(one.atMs / DAY_MS) === day);
}

/** What the inventory of a coin has gained today, or lost. */
function netOf(state: NaiveState, realm: Realm, currency: number): bigint {
  return today(state)
    .filter((one) => one.realm === realm)
    .reduce((sum, one) => {
      const taken = one.fromCurrency === currency ? one.fromAmount : 0n;
      const given = one.toCurrency === currency ? one.toAmount : 0n;
      return sum + taken - given;
    }, 0n);
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function givenDollars(
  state: NaiveState,
  user: NaiveUser,
  { fromAmount, fromCurrency }: Pick<NaiveConverted, "fromAmount" | "fromCurrency">,
): bigint {
  const [top, bottom] = dollarsOf(state, user, fromCurrency);
  return ceilDiv(fromAmount * top, bottom);
}

function judgeLimits(
  state: NaiveState,
  user: NaiveUser,
  converted: Omit<NaiveConverted, "price">,
): Rejection | undefined {
  const { fromAmount, fromCurrency, toAmount, toCurrency } = converted;
  const { realm } = user;
  const { accountDayUsdMax, dayLossUsdMax } = state.conversions.rules[realm];
  const own = today(state).filter((one) => one.parent === user.parent);
  const done = own.reduce((sum, one) => sum + one.dollars, 0n);
  if (done + givenDollars(state, user, converted) > BigInt(accountDayUsdMax) * E8) {
    return "conversion_account_limit_reached";
  }
  if (fundOf(state, realm, "conversion", toCurrency).balance < toAmount) {
    return "conversion_limit_reached";
  }
  const changes = [[fromCurrency, fromAmount] as const, [toCurrency, -toAmount] as const];
  for (const [coin, change] of changes) {
    const before = netOf(state, realm, coin);
    const after = absolute(before + change);
    const most = termsOf(state, realm, coin)?.netMax ?? 0n;
    if (after > most && after > absolute(before)) return "conversion_limit_reached";
  }
  const result = state.currencies.reduce((sum, _, coin) => {
    const [top, bottom] = dollarsOf(state, user, coin);
    return sum + floorDiv(netOf(state, realm, coin) * top, bottom);
  }, 0n);
  return result < -BigInt(dayLossUsdMax) * E8 ? "conversion_limit_reached" : undefined;
}

function quoteConversion(state: NaiveState, command: CommandOf<"quote_conversion">): void {
  const user = state.ordinary(command.user);
  if (user === undefined) return state.rejectCommand(command.user, "user_not_found");
  const judged = judgeQuote(state, user, command);
  if (typeof judged === "string") return state.rejectCommand(user.index, judged);
  const { price, ...converted } = judged;
  const expiresAtMs = state.timeMs + QUOTE_MS;
  const id = state.nextId();
  state.conversions.quotes.push({ ...judged, id, user: user.index, expiresAtMs });
  state.outcome = { ...state.outcome, id, conversion: { ...converted, price } };
  state.emit("conversion_quoted", {
    ...{ quoteId: id, user: user.index, ...converted, expiresAtMs },
    ...{ priceDigits: price.digits, priceDecimals: price.decimals },
  });
}

function judgeConversion(
  state: NaiveState,
  user: NaiveUser,
  command: CommandOf<"convert">,
): NaiveQuote | Rejection {
  const quote = state.conversions.quotes.find(
    (one) => one.id === command.quoteId && one.user === user.index,
  );
  if (quote === undefined || quote.expiresAtMs <= state.timeMs) return "conversion_quote_expired";
  const { fromAmount, fromCurrency, price, toAmount, toCurrency } = quote;
  const isSame =
    fromCurrency === command.fromCurrency &&
    fromAmount === command.fromAmount &&
    toCurrency === command.toCurrency &&
    toAmount === command.toAmount &&
    price.digits === command.priceDigits &&
    price.decimals === command.priceDecimals;
  if (!isSame) return "conversion_quote_altered";
  const coins = [fromCurrency, toCurrency];
  if (coins.some((coin) => termsOf(state, user.realm, coin) === undefined)) {
    return "conversion_not_offered";
  }
  if (!areFresh(state, user, coins)) return "conversion_price_missing";
  const [fromTop, fromBottom] = dollarsOf(state, user, fromCurrency);
  const [toTop, toBottom] = dollarsOf(state, user, toCurrency);
  if (toAmount * toTop * fromBottom > fromAmount * fromTop * toBottom) {
    return "conversion_price_moved";
  }
  const limit = judgeLimits(state, user, quote);
  if (limit !== undefined) return limit;
  const wallet = walletOf(user);
  if (coins.some((coin) => isAccountLiquidating(state, user.index, wallet, coin))) {
    return "account_liquidating";
  }
  const isCovered = spendableOf(state, user, wallet, fromCurrency) >= fromAmount;
  if (!isCovered) return "insufficient_available";
  return judgeUnitPurchase(state, user.index, toCurrency) ?? quote;
}

function walletOf(user: NaiveUser): Wallet {
  return user.accountKind === "unified" ? "unified" : "spot";
}

function convert(state: NaiveState, command: CommandOf<"convert">): void {
  const user = state.ordinary(command.user);
  if (user === undefined) return state.rejectCommand(command.user, "user_not_found");
  const judged = judgeConversion(state, user, command);
  if (typeof judged === "string") return state.rejectCommand(user.index, judged);
  const { fromAmount, fromCurrency, price, toAmount, toCurrency } = judged;
  const { conversions } = state;
  const dollars = givenDollars(state, user, judged);
  chargeHour(state, user.index);
  const wallet = walletOf(user);
  const from = state.account(user.index, wallet, fromCurrency, undefined);
  const to = state.account(user.index, wallet, toCurrency, undefined);
  from.balance -= fromAmount;
  fundOf(state, user.realm, "conversion", fromCurrency).balance += fromAmount;
  fundOf(state, user.realm, "conversion", toCurrency).balance -= toAmount;
  to.balance += toAmount;
  conversions.quotes = conversions.quotes.filter((one) => one !== judged);
  const converted = { fromCurrency, fromAmount, toCurrency, toAmount };
  const { parent, realm } = user;
  conversions.done.push({ ...converted, price, realm, parent, atMs: state.timeMs, dollars });
  const id = state.nextId();
  state.outcome = { ...state.outcome, id, conversion: { ...converted, price } };
  state.emit("conversion_executed", {
    ...{ conversionId: id, quoteId: judged.id, user: user.index, wallet, ...converted },
    ...{ fromBalance: from.balance, toBalance: to.balance },
    ...{ priceDigits: price.digits, priceDecimals: price.decimals },
  });
  tellDebt(state, from);
  tellDebt(state, to);
}

/** A tick forgets quotes that are over, so many at once. */
export function expireQuotes(state: NaiveState): void {
  const { conversions } = state;
  const over = conversions.quotes.filter((one) => one.expiresAtMs <= state.timeMs);
  const gone = over.slice(0, CONVERSION_QUOTES_EXPIRED_PER_TICK);
  conversions.quotes = conversions.quotes.filter((one) => !gone.includes(one));
}

type Kind = "set_conversion_terms" | "set_conversion_rules" | "quote_conversion" | "convert";

/** Applies one of them. */
export function dispatchConversions(
  state: NaiveState,
  command: { [K in Kind]: CommandOf<K> }[Kind],
): void {
  switch (command.kind) {
    case "set_conversion_terms":
      return setTerms(state, command);
    case "set_conversion_rules":
      return setRules(state, command);
    case "quote_conversion":
      return quoteConversion(state, command);
    case "convert":
      return convert(state, command);
    default:
      return unreachable(command);
  }
}
