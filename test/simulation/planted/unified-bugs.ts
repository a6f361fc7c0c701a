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
    find: "needUsd: usdUp(rate, plus(required, need)) };",
    replace: "needUsd: plus(required, need) };",
  },
  {
    name: "a unified account spends its open profit",
    file: "core/margin/unified-margin.ts",
    find: "const withoutProfit = profit > 0n ? minus(equity, profit) : equity;",
    replace: "const withoutProfit = equity;",
  },
  {
    name: "a basic account trades coin-margined futures",
    file: "core/orders/placing-refusal.ts",
    find: "!user.isUnified || isAdvanced(user.level)",
    replace: "!user.isUnified || user.level !== undefined",
  },
];
