/** Table of executed conversions between coins. */
import type { RecordOf } from "../../core/commands/schema.ts";
import { table } from "./table-shape.ts";

/** `id` is that of the conversion; the price is `priceDigits` × 10^-`priceDecimals`. */
export const CONVERSIONS = table("conversions", ["user", "id"], {
  user: "int",
  id: "int",
  fromCurrency: "int",
  fromAmount: "money",
  toCurrency: "int",
  toAmount: "money",
  priceDigits: "int",
  priceDecimals: "int",
  createdAtMs: "int",
});
export type ConversionRow = RecordOf<typeof CONVERSIONS.fields>;
