/** Tables of liquidated positions and of movements of the insurance funds. */

import {
  LIQUIDATION_STEPS,
  LIQUIDATION_TAKERS,
  POSITION_SIDES,
  REALMS,
} from "../../core/base/vocabulary.ts";
import type { RecordOf } from "../../core/commands/schema.ts";
import { table } from "./table-shape.ts";

/** Parts of positions that liquidation closed against others; `id` is that of the order. */
export const LIQUIDATED = table("liquidated", ["instrument", "id"], {
  id: "int",
  liquidationId: "int",
  user: "int",
  instrument: "int",
  positionSide: POSITION_SIDES,
  step: LIQUIDATION_STEPS,
  taker: LIQUIDATION_TAKERS,
  mark: "ticks",
  price: "ticks",
  size: "lots",
  createdAtMs: "int",
});
export type LiquidatedRow = RecordOf<typeof LIQUIDATED.fields>;

/** Sum of the movements of an insurance fund in a period of `hours`, and its balance at the end. */
export const FUND_PERIODS = table("fund_periods", ["realm", "currency", "hours", "startMs"], {
  realm: REALMS,
  currency: "int",
  hours: "int",
  startMs: "int",
  amount: "money",
  balance: "money",
});
export type FundPeriodRow = RecordOf<typeof FUND_PERIODS.fields>;
