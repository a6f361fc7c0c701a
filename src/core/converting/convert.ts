/** Executes a quoted conversion against the exchange's inventory (decision 0060). */

import { exchangeUserOf, type User } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import type { Rejection } from "../base/rejections.ts";
import { WALLETS, wordAt } from "../base/vocabulary.ts";
import { chargeDebtInterest } from "../borrowing/charge-debt-interest.ts";
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { purchaseRefusal } from "../institutional/unit-refusals.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { mayOwe, recordDebt } from "../lending/record-debt.ts";
import { canSpend } from "../margin/coverage.ts";
import { isAccountLiquidating } from "../margin/liquidating.ts";
import { type Emit, nextId, ordinaryUser, type State } from "../state.ts";
import { convertedUsd, limitRefusal } from "./conversion-limits.ts";
import { pairRates } from "./conversion-price.ts";
import { type ConversionQuote, type ConvertedAmounts, conversionTermsOf } from "./conversions.ts";

type Convert = DraftOf<"convert">;

/** Wallet whose coins a user converts. */
export function convertedWallet(user: User): number {
  return user.isUnified ? WALLET_INDEX.unified : WALLET_INDEX.spot;
}

/** Whether a command repeats all terms of its quote. */
function isAsQuoted(quote: ConversionQuote, command: Convert): boolean {
  return (
    command.fromCurrency === quote.fromCurrency &&
    command.fromAmount === quote.fromAmount &&
    command.toCurrency === quote.toCurrency &&
    command.toAmount === quote.toAmount &&
    command.priceDigits === quote.price.digits &&
    command.priceDecimals === quote.price.decimals
  );
}

/**
 * Why the present market does not allow the conversion. The exchange never gives more than it
 * takes, both at present index prices: a quote that a move has made a loss is refused.
 */
function marketRefusal(state: State, user: User, quote: ConversionQuote): Rejection | undefined {
  const { fromAmount, fromCurrency, toAmount, toCurrency } = quote;
  const isOffered = [fromCurrency, toCurrency].every(
    (coin) => conversionTermsOf(state.conversions, user.realm, coin) !== undefined,
  );
  if (!isOffered) return "conversion_not_offered";
  const rates = pairRates(state, user.realm, quote);
  if (rates === undefined) return "conversion_price_missing";
  const given = toAmount * rates.to.top * rates.from.bottom;
  const taken = fromAmount * rates.from.top * rates.to.bottom;
  return given > taken ? "conversion_price_moved" : limitRefusal(state, user, quote);
}

/** Why the user's account cannot give the amount, or `undefined`. */
function accountRefusal(state: State, user: User, quote: ConversionQuote): Rejection | undefined {
  const wallet = convertedWallet(user);
  for (const coin of [quote.fromCurrency, quote.toCurrency]) {
    if (isAccountLiquidating(state, user.index, wallet, coin)) return "account_liquidating";
  }
  const account = state.ledger.find(user.index, wallet, quote.fromCurrency);
  const isCovered = account !== 0 && canSpend(state, user, account, quote.fromAmount);
  if (!isCovered) return "insufficient_available";
  return purchaseRefusal(state, user, quote.toCurrency);
}

/** Posts both sides, records changed debts, counts the conversion, and emits it. */
function execute(state: State, user: User, quote: ConversionQuote, emit: Emit): void {
  const { conversions, ledger } = state;
  const { fromAmount, fromCurrency, price, toAmount, toCurrency } = quote;
  const { realm } = user;
  const converted: ConvertedAmounts = { fromCurrency, fromAmount, toCurrency, toAmount };
  const usd = convertedUsd(state, realm, converted);
  if (state.debts.nextUser !== 0) chargeDebtInterest(state, user, emit);
  const wallet = convertedWallet(user);
  const owner = exchangeUserOf(realm);
  const payer = ledger.account(user.index, wallet, fromCurrency);
  const payee = ledger.account(user.index, wallet, toCurrency);
  ledger.post(payer, ledger.account(owner, WALLET_INDEX.conversion, fromCurrency), fromAmount);
  const source = ledger.account(owner, WALLET_INDEX.conversion, toCurrency);
  ledger.post(source, payee, toAmount);
  assert(ledger.balance(source) >= 0n, "the inventory of conversions is never overdrawn");
  conversions.quotes.remove(quote.id, user);
  conversions.day.add({ ...converted, realm }, { parent: user.parent, usd }, state.timeMs);
  state.outcome.id = nextId(state);
  state.outcome.conversion = { ...converted, price };
  emit.write("conversion_executed", {
    conversionId: state.outcome.id,
    quoteId: quote.id,
    user: user.index,
    wallet: wordAt(WALLETS, wallet),
    fromCurrency,
    fromAmount,
    fromBalance: ledger.balance(payer),
    toCurrency,
    toAmount,
    toBalance: ledger.balance(payee),
    priceDigits: price.digits,
    priceDecimals: price.decimals,
  });
  for (const end of [payer, payee]) if (mayOwe(state, end)) recordDebt(state, end, emit);
}

/**
 * Emits `conversion_executed`, or `command_rejected`. A quote that has expired, was used, belongs
 * to another user or never existed is refused for one reason; so the outcome reveals no quote of
 * another user, and a repeat executes nothing. A refused quote stays open until it expires.
 */
export function convert(state: State, command: Convert, emit: Emit): void {
  const reject = (reason: Rejection): void => rejectCommand(state, command.user, reason, emit);
  const user = ordinaryUser(state, command.user);
  if (user === undefined) return reject("user_not_found");
  const quote = state.conversions.quotes.find(command.quoteId);
  const isOpen =
    quote !== undefined && quote.user === user.index && state.timeMs < quote.expiresAtMs;
  if (!isOpen) return reject("conversion_quote_expired");
  if (!isAsQuoted(quote, command)) return reject("conversion_quote_altered");
  const refusal = marketRefusal(state, user, quote) ?? accountRefusal(state, user, quote);
  if (refusal !== undefined) return reject(refusal);
  // From here on the conversion must succeed: nothing below may reject.
  execute(state, user, quote, emit);
}
