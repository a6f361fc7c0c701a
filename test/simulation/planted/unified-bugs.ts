/** Bugs of the unified account: collateral, margin in dollars, levels. */
import type { PlantedBug } from "./planted-bug.ts";

export const UNIFIED_BUGS: readonly PlantedBug[] = [
  {
    name: "every collateral tier counts from nothing on",
    file: "core/instruments/collateral.ts",
    find: "weighted += ((amount < end ? amount : end) - from) * BigInt(rate);",
    replace: "weighted += (amount < end ? amount : end) * BigInt(rate);",
  },
  {
    name: "what a unified account needs is not turned into dollars",
    file: "core/margin/unified-margin.ts",
    find: "requiredUsd += usdUp(rate, need);",
    replace: "requiredUsd += need;",
  },
  {
    name: "a unified account spends its open profit",
    file: "core/margin/unified-margin.ts",
    find: "const withoutProfit = profit > 0n ? unheld - profit : unheld;",
    replace: "const withoutProfit = unheld;",
  },
  {
    name: "a basic account trades coin-margined futures",
    file: "core/orders/place-order.ts",
    find: 'user.accountKind === "classic" || user.level === "advanced"',
    replace: 'user.accountKind === "classic" || user.level !== undefined',
  },
];
