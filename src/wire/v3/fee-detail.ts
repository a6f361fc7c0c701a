import { type Static, Type } from "typebox";
import { currencyCode, type Listings } from "../listings.ts";
import { amountText } from "../texts.ts";

/** Fees of an order or fill on v3; one entry, of the currency that was charged. */
export const feeDetailSchema = Type.Array(
  Type.Object({
    feeCoin: Type.String(),
    fee: Type.String({ description: "Positive when paid; empty before the first fill" }),
  }),
);
export type FeeDetailV3 = Static<typeof feeDetailSchema>;

/** The fee in a currency; both members are empty for `NO_CURRENCY`. */
export function feeDetail(listings: Listings, currency: number, fee: bigint): FeeDetailV3 {
  return [{ feeCoin: currencyCode(listings, currency), fee: amountText(listings, currency, fee) }];
}
