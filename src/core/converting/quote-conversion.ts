/** Quotes the price of a conversion between two coins (decision 0060). */

import { CONVERSION_QUOTE_MS } from "../base/limits.ts";
import type { Rejection } from "../base/rejections.ts";
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import type { Atoms } from "../money/units.ts";
import { type Emit, nextId, ordinaryUser, type State } from "../state.ts";
import { limitRefusal } from "./conversion-limits.ts";
import { amountsAt, quotedPrice } from "./conversion-price.ts";
import { type ConversionTerms, conversionTermsOf } from "./conversions.ts";

/** Whether an amount is outside the bounds of its coin, or `undefined`. */
function boundsRefusal(terms: ConversionTerms, amount: Atoms): Rejection | undefined {
  if (amount < terms.amountMin) return "conversion_below_minimum";
  return amount > terms.amountMax ? "conversion_above_maximum" : undefined;
}

/**
 * Emits `conversion_quoted` or `command_rejected`. The quote belongs to its user and is valid for
 * eight seconds. It reserves nothing: accepting it checks the limits again.
 */
export function quoteConversion(
  state: State,
  command: DraftOf<"quote_conversion">,
  emit: Emit,
): void {
  const reject = (reason: Rejection): void => rejectCommand(state, command.user, reason, emit);
  const user = ordinaryUser(state, command.user);
  if (user === undefined) return reject("user_not_found");
  const { conversions } = state;
  const { realm } = user;
  const from = conversionTermsOf(conversions, realm, command.fromCurrency);
  const to = conversionTermsOf(conversions, realm, command.toCurrency);
  const isOffered = from !== undefined && to !== undefined && from !== to;
  if (!isOffered) return reject("conversion_not_offered");
  if (command.amount <= 0n) return reject("amount_not_positive");
  const { quotes } = conversions;
  const { accountQuotesMax, quotesMax } = conversions.rules[realm];
  const isFull =
    quotes.ofParent(user.parent) >= accountQuotesMax || quotes.inRealm(realm) >= quotesMax;
  if (isFull) return reject("conversion_quotes_limit_reached");
  const price = quotedPrice(state, { from, to });
  if (price === undefined) return reject("conversion_price_missing");
  const converted = amountsAt(state, price, command);
  if (converted === undefined) return reject("conversion_above_maximum");
  const refusal =
    boundsRefusal(from, converted.fromAmount) ??
    boundsRefusal(to, converted.toAmount) ??
    limitRefusal(state, user, converted);
  if (refusal !== undefined) return reject(refusal);
  // From here on the quote must succeed: nothing below may reject.
  const expiresAtMs = state.timeMs + CONVERSION_QUOTE_MS;
  const quote = { ...converted, id: nextId(state), user: user.index, price, expiresAtMs };
  quotes.add(quote, user);
  state.outcome.id = quote.id;
  state.outcome.conversion = { ...converted, price };
  emit.write("conversion_quoted", {
    quoteId: quote.id,
    user: user.index,
    ...converted,
    priceDigits: price.digits,
    priceDecimals: price.decimals,
    expiresAtMs,
  });
}
