import { type Static, Type } from "typebox";
import type { Collateral } from "../../../core/instruments/collateral.ts";
import type { Currency } from "../../../core/instruments/instrument.ts";
import { formatTrimmed } from "../../../core/money/decimals.ts";
import { rateE6Text } from "../../../wire/texts.ts";

/** Coins with the shares of their value that count as margin of a unified account. */
export const discountRateRows = Type.Array(
  Type.Object({
    coin: Type.String(),
    list: Type.Array(
      Type.Object({
        tierStartValue: Type.String({ description: "Amount of the coin, from 0 on" }),
        discountRate: Type.String({ description: "Share of the value that counts above it" }),
      }),
    ),
  }),
);

export function discountRateRow({
  collateral,
  currency,
}: {
  readonly collateral: Collateral;
  readonly currency: Currency;
}): Static<typeof discountRateRows>[number] {
  return {
    coin: currency.code,
    list: collateral.tiers.map(({ from, rate }) => ({
      tierStartValue: formatTrimmed(from, currency.decimals),
      discountRate: rateE6Text(rate),
    })),
  };
}
