/** Commands of the operator about the terms of listed instruments and of users. */
import { FEE_COMMANDS } from "./fee-commands.ts";
import type { Fields, GroupedFields } from "./schema.ts";

/** Limits of single orders: sizes in lots, `valueMin` in quote atoms, bands in millionths. */
export const ORDER_LIMIT_FIELDS = {
  sizeLotsMin: "lots",
  sizeLotsMax: "lots",
  sizeLotsMarketMax: "lots",
  valueMin: "money",
  buyLimitRatioE6: "int",
  sellLimitRatioE6: "int",
} as const satisfies Fields;

export const TERMS_COMMANDS = {
  ...FEE_COMMANDS,

  /** Replaces the order limits of a listed instrument (decision 0096). */
  set_order_limits: { instrument: "int", ...ORDER_LIMIT_FIELDS },
} as const satisfies Readonly<Record<string, GroupedFields>>;
