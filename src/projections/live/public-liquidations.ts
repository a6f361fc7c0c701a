import type { LiquidationTaker } from "../../core/base/vocabulary.ts";

/**
 * Whether the public is shown the liquidation of a position, by who took the position over. A
 * position that is netted against another one of the same account is not shown.
 */
export const IS_LIQUIDATION_PUBLIC: Readonly<Record<LiquidationTaker, boolean>> = {
  own: false,
  book: true,
  fund: true,
  deleveraged: true,
};
