/** Events of the terms of listed instruments and of users. */
import type { Fields } from "../commands/schema.ts";
import { FEE_EVENTS } from "./fee-event-fields.ts";

export const TERMS_EVENTS = {
  ...FEE_EVENTS,

  /** Limits that orders of an instrument have from now on; units as in `set_order_limits`. */
  order_limits_changed: {
    instrument: "int",
    sizeLotsMin: "lots",
    sizeLotsMax: "lots",
    sizeLotsMarketMax: "lots",
    valueMin: "money",
    buyLimitRatioE6: "int",
    sellLimitRatioE6: "int",
  },
} as const satisfies Readonly<Record<string, Fields>>;
