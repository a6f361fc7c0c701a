/** Records of the v2 channels of spot margin (websocket.md section 8.4). */

import { formatTrimmed } from "../../core/money/decimals.ts";
import type { MarginWallet } from "../../core/vocabulary.ts";
import type { LiveAccounts } from "../../projections/live/live-accounts.ts";
import type { LiveFill, LiveOrder } from "../../projections/live/live-order.ts";
import { wireId } from "../../wire/ids.ts";
import { currencyCode, type ListedInstrument, type Listings } from "../../wire/listings.ts";
import { amountText, knownPriceText, priceText, sizeText } from "../../wire/texts.ts";
import {
  LOAN_TYPE_WORDS,
  MARGIN_ORDER_STATUSES_V2,
  POINT_SOURCES_V2,
} from "../../wire/words/order-words.ts";
import type { AccountOwner } from "./classic-account.ts";
import type { ClassicTopic } from "./private-topics.ts";

/** The channels of each margin wallet. */
export const MARGIN_TOPICS: Readonly<
  Record<MarginWallet, { readonly orders: ClassicTopic; readonly account: ClassicTopic }>
> = {
  crossed_margin: { orders: "orders-crossed", account: "account-crossed" },
  isolated_margin: { orders: "orders-isolated", account: "account-isolated" },
};

/** Quote and base of what was ordered; one of them is 0 for a market order. */
function orderedOf(listings: Listings, instrument: ListedInstrument, order: LiveOrder) {
  return {
    baseSize: sizeText(instrument, order.size),
    quoteSize: amountText(listings, instrument.quote, order.quoteAmount),
  };
}

export function classicMarginOrder(
  listings: Listings,
  instrument: ListedInstrument,
  order: LiveOrder,
  fill: LiveFill | undefined,
): Readonly<Record<string, unknown>> {
  const feeCoin = currencyCode(listings, order.feeCurrency);
  const totalFee = amountText(listings, order.feeCurrency, -order.feeTotal);
  const fee = { feeCoin, deduction: "no", totalDeductionFee: "0", totalFee };
  return {
    instId: instrument.symbol,
    orderId: wireId(order.orderId),
    clientOid: order.clientOrderId,
    orderType: order.orderType,
    force: order.timeInForce,
    side: order.side,
    price: knownPriceText(instrument, order.price),
    ...orderedOf(listings, instrument, order),
    status: MARGIN_ORDER_STATUSES_V2[order.status],
    loanType: LOAN_TYPE_WORDS[order.loanType],
    stpMode: order.stpMode,
    fillPrice: fill === undefined ? "" : priceText(instrument, fill.price),
    baseVolume: sizeText(instrument, order.filled),
    fillTotalAmount: amountText(listings, instrument.quote, order.filledValue),
    feeDetail: feeCoin === "" ? [] : [fee],
    enterPointSource: POINT_SOURCES_V2[order.source],
    cTime: `${order.createdAtMs}`,
    uTime: `${order.updatedAtMs}`,
  };
}

/** Balances and debts of a margin wallet; of all pairs where it is isolated. */
export function classicMarginBalances(
  accounts: LiveAccounts,
  owner: AccountOwner,
  wallet: MarginWallet,
  of: { readonly coin: string | undefined; readonly nowMs: number },
): readonly Readonly<Record<string, string>>[] {
  const isIsolated = wallet === "isolated_margin";
  const pairs = isIsolated ? accounts.instrumentsOf(owner.realm, "spot") : [undefined];
  return pairs.flatMap((instrument) =>
    accounts.lending
      .coins({ user: owner.user, wallet, instrument })
      .filter(({ currency }) => of.coin === undefined || currency.code === of.coin)
      .map(({ available, currency, hold, interest, principal }) => {
        const text = (amount: bigint): string => formatTrimmed(amount, currency.decimals);
        const place = instrument === undefined ? 0 : instrument.index + 1;
        return {
          id: wireId(place * 256 + currency.index),
          coin: currency.code,
          ...(instrument === undefined ? {} : { symbol: instrument.symbol }),
          available: text(available),
          borrow: text(principal),
          frozen: text(hold),
          interest: text(interest),
          coupon: "0",
          uTime: `${of.nowMs}`,
        };
      }),
  );
}
