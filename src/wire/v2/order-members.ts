/** Members that rows of spot, futures and margin orders of v2 have in common. */
import { type Static, Type } from "typebox";
import type { LiveFill } from "../../projections/live/live-order.ts";
import { wireId } from "../ids.ts";
import { currencyCode, type ListedInstrument, type Listings } from "../listings.ts";
import type { OrderView } from "../order-view.ts";
import { fillText } from "../sizes.ts";
import { amountText, feeTextV2, priceText } from "../texts.ts";
import { ROLE_LETTERS } from "../words/order-words.ts";

export const feeSchema = Type.Object({
  deduction: Type.String(),
  feeCoin: Type.String(),
  totalDeductionFee: Type.String(),
  totalFee: Type.String({ description: "Negative for a fee paid" }),
});
export type FeeV2 = Static<typeof feeSchema>;

/** Returns a fee in the detailed form of v2; there is no fee deduction in other coins. */
export function feeDetail(listings: Listings, currency: number, fee: bigint): FeeV2 {
  return {
    deduction: "no",
    feeCoin: currencyCode(listings, currency),
    totalDeductionFee: "0",
    totalFee: feeTextV2(listings, currency, fee),
  };
}

export type FeePush = { readonly feeCoin: string; readonly fee: string };

/** Fees of an order on the order channels: none before the first fill. */
export function feesPush(listings: Listings, order: OrderView): readonly FeePush[] {
  const feeCoin = currencyCode(listings, order.feeCurrency);
  if (feeCoin === "") return [];
  return [{ feeCoin, fee: feeTextV2(listings, order.feeCurrency, order.feeTotal) }];
}

/** Members that only a push caused by a fill has. */
export type FillMembers = {
  readonly fillPrice: string;
  readonly tradeId: string;
  readonly baseVolume: string;
  readonly fillTime: string;
  readonly fillFee: string;
  readonly fillFeeCoin: string;
  readonly tradeScope: (typeof ROLE_LETTERS)[keyof typeof ROLE_LETTERS];
};

export function fillMembers(
  listings: Listings,
  instrument: ListedInstrument,
  fill: LiveFill,
): FillMembers {
  return {
    fillPrice: priceText(instrument, fill.price),
    tradeId: wireId(fill.fillId),
    baseVolume: fillText(instrument, fill),
    fillTime: `${fill.timeMs}`,
    fillFee: feeTextV2(listings, fill.feeCurrency, fill.fee),
    fillFeeCoin: currencyCode(listings, fill.feeCurrency),
    tradeScope: ROLE_LETTERS[fill.role],
  };
}

/**
 * Returns the notional in quote currency: of the whole order at its limit price, of a market buy
 * the quote amount, of any other market order the filled notional.
 */
export function notionalText(
  listings: Listings,
  instrument: ListedInstrument,
  order: OrderView,
): string {
  if (order.size === 0) return amountText(listings, instrument.quote, order.quoteAmount);
  if (order.price === 0) return amountText(listings, instrument.quote, order.filledNotional);
  return amountText(listings, instrument.quote, limitNotional(listings, instrument, order));
}

/** Returns limit price × size in quote atoms. */
export function limitNotional(
  listings: Listings,
  instrument: ListedInstrument,
  order: Pick<OrderView, "price" | "size">,
): bigint {
  const decimals = listings.currencyAt(instrument.quote)?.decimals ?? 0;
  const steps = BigInt(order.price) * BigInt(order.size);
  const units = steps * BigInt(instrument.tickStep) * BigInt(instrument.lotStep);
  const shift = decimals - instrument.priceDecimals - instrument.sizeDecimals;
  return shift >= 0 ? units * 10n ** BigInt(shift) : units / 10n ** BigInt(-shift);
}
