/** Order limits that the operator changes (decision 0096). */
import type { PlantedBug } from "./planted-bug.ts";

const PROFILE = { profile: "order_limits" } as const;
const LIMITS = { ...PROFILE, file: "core/instruments/changed-order-limits.ts" };
const CHECKS = { ...PROFILE, file: "core/orders/order-checks.ts" };

export const ORDER_LIMIT_BUGS: readonly PlantedBug[] = [
  {
    name: "changed order limits are announced and not made",
    ...PROFILE,
    file: "core/listing/set-order-limits.ts",
    find: "  changeOrderLimits(instrument, limits);",
    replace: "",
  },
  {
    ...CHECKS,
    name: "closing orders have the raised smallest size",
    find: "const min = isClosing ? instrument.closingLotsMin : instrument.sizeLotsMin;",
    replace: "const min = instrument.sizeLotsMin;",
  },
  {
    ...CHECKS,
    name: "closing orders have the raised smallest notional",
    find: "isClosing ? instrument.closingTickLotsMin : instrument.valueTickLotsMin",
    replace: "instrument.valueTickLotsMin",
  },
  {
    ...LIMITS,
    name: "a lowered smallest size does not reach closing orders",
    find: "lots(Math.min(limits.sizeLotsMin, listedLimits.sizeLotsMin))",
    replace: "listedLimits.sizeLotsMin",
  },
  {
    ...LIMITS,
    name: "a changed smallest notional is compared as before",
    find: "instrument.valueTickLotsMin = tickLotsRoundedUp(limits.valueMin, atomsPerTickLot);",
    replace: "",
  },
  {
    ...LIMITS,
    name: "a changed band of buys is that of sells",
    find: "instrument.buyLimitRatio = limits.buyLimitRatio;",
    replace: "instrument.buyLimitRatio = limits.sellLimitRatio;",
  },
  {
    ...LIMITS,
    name: "a raised largest order leaves the range of amounts",
    find: "const value = largest * atomsPerTickLot * BigInt(priceTicksMax);",
    replace: "const value = largest * atomsPerTickLot;",
  },
  {
    ...LIMITS,
    name: "no market order of the smallest size need be possible",
    find: "!areSoundLimits(terms) || terms.sizeLotsMin > terms.sizeLotsMarketMax",
    replace: "!areSoundLimits(terms)",
  },
  {
    ...LIMITS,
    name: "the largest order ever is the largest now",
    find: "lots(Math.max(sizeLotsMaxEver, limits.sizeLotsMax))",
    replace: "limits.sizeLotsMax",
  },
  {
    ...LIMITS,
    name: "a snapshot forgets the largest order ever",
    find: "instrument.sizeLotsMaxEver = sizeLotsMaxEver;",
    replace: "",
  },
  {
    ...LIMITS,
    name: "a snapshot forgets a changed largest market order",
    find: "sizeLotsMarketMax: lots(from.varint()),",
    replace: "sizeLotsMarketMax: lots(from.varint() + 1),",
  },
  {
    name: "no trade above the largest order now can be corrected",
    ...PROFILE,
    file: "core/operating/bust-trade.ts",
    find: "size <= sizeLotsMaxEver",
    replace: "size <= instrument.sizeLotsMax",
  },
  {
    name: "plans that only close have the raised smallest size",
    ...PROFILE,
    file: "core/triggers/plan-checks.ts",
    find: "const isClosing = instrument.isFutures && order.isClosing;",
    replace: "const isClosing = false;",
  },
  {
    name: "a closing order is amended by the raised smallest size",
    ...PROFILE,
    file: "core/orders/amendment-refusal.ts",
    find: "checkSize(instrument, { size, price, isClosing })",
    replace: "checkSize(instrument, { size, price, isClosing: false })",
  },
];
