/**
 * Guards taken away, one at a time, each by a textual change of the product: the search for gain
 * must find each hole within a few generations of its venue.
 */
import type { PlantedBug } from "../simulation/planted/planted-bug.ts";
import type { Venue } from "./search/colluders.ts";

export type PlantedHole = Omit<PlantedBug, "profile"> & { readonly venue: Venue };

export const PLANTED_HOLES: readonly PlantedHole[] = [
  {
    name: "margin orders of unified accounts trade at any price",
    file: "core/orders/place-order.ts",
    find: "(checkCollateralPrice(state, instrument, isBuy, limit) ??",
    replace: "(undefined ??",
    venue: "credit",
  },
  {
    name: "margin orders of unified accounts are not weighed",
    file: "core/orders/place-order.ts",
    find: "debtRefusal(state, user, instrument, { paid, bought, more: hold, gain }))",
    replace: "undefined)",
    venue: "credit",
  },
  {
    name: "futures orders need no margin",
    file: "core/orders/place-order.ts",
    find: "marginRefusal(state, row, { before: required, isBuy, isMarket }) ??",
    replace: "",
    venue: "usdt",
  },
  {
    name: "orders on classic margin are neither priced nor weighed",
    file: "core/orders/margin-credit.ts",
    find: 'if (collateralPriceOf(state, instrument) === 0) return "collateral_price_missing";',
    replace: `const limitless = { account, currency, amount: missing };
  if (missing <= 0n) return { limit: order.price, loan: undefined };
  const lent = autoLoanOf(state, limitless);
  return checkBorrow(state, lent) ?? { limit: order.price, loan: lent };`,
    venue: "isolated",
  },
  {
    name: "the price band of spot follows the last trade",
    file: "core/orders/order-checks.ts",
    find: "return instrument.isFutures ? prices.mark : prices.reference;",
    replace: "return instrument.isFutures ? prices.mark : prices.last;",
    venue: "spot",
  },
];
