/** Commands of the operator about the terms of listed instruments and of users. */
import { FEE_COMMANDS } from "./fee-commands.ts";
import type { GroupedFields } from "./schema.ts";

export const TERMS_COMMANDS = {
  ...FEE_COMMANDS,

  /**
   * Replaces the order limits of a listed instrument: sizes in lots, `valueMin` in quote atoms,
   * bands in millionths, as in `list_instrument` (decision 0096).
   */
  set_order_limits: {
    instrument: "int",
    sizeLotsMin: "lots",
    sizeLotsMax: "lots",
    sizeLotsMarketMax: "lots",
    valueMin: "money",
    buyLimitRatioE6: "int",
    sellLimitRatioE6: "int",
  },
} as const satisfies Readonly<Record<string, GroupedFields>>;
