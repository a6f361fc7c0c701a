/** Table of the listed coins, so that amounts can be read without the core. */
import type { RecordOf } from "../../core/commands/schema.ts";
import { table } from "./table-shape.ts";

/** `decimals` is the number of decimals of an atom: an amount in coins is atoms / 10^decimals. */
export const CURRENCIES = table("currencies", ["currency"], {
  currency: "int",
  code: "text",
  decimals: "int",
});
export type CurrencyRow = RecordOf<typeof CURRENCIES.fields>;
