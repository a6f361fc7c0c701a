/** Traders with classic accounts. */

import type { TestUserPlan } from "./test-exchange.ts";

/** Alice, Bob and Carol, who all start with the same funds. */
export function classicTraders(funds: NonNullable<TestUserPlan["funds"]>): readonly TestUserPlan[] {
  return ["alice", "bob", "carol"].map((name) => ({ name, accountKind: "classic", funds }));
}
