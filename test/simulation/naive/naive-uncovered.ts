/** Orders that their accounts no longer afford. */
import { INDEX_AGE_MS_MAX, LIQUIDATION_CANCELS_PER_STEP } from "../../../src/core/base/limits.ts";
import { isWorse } from "./naive-futures-loss.ts";
import { closeOrder } from "./naive-matching.ts";
import { coversAll, walletFor } from "./naive-money.ts";
import { isClosing, type NaiveOrder } from "./naive-records.ts";
import type { NaiveState } from "./naive-state.ts";

/** Futures orders of a user that may open and would lose against mark. */
function losing(state: NaiveState, user: number): NaiveOrder[] {
  return state.openOrdersOf(user).filter((one) => {
    const { isFutures, mark } = state.instrumentAt(one.instrument);
    return isFutures && !isClosing(one) && isWorse(one.side, one.price, mark);
  });
}

/** While an account is short of margin, the newest of its losing orders ends. */
export function endUncovered(state: NaiveState, index: number): void {
  const user = state.userAt(index);
  let left = LIQUIDATION_CANCELS_PER_STEP;
  for (const instrument of state.instruments) {
    if (!losing(state, index).some((one) => one.instrument === instrument.index)) continue;
    if (state.timeMs - instrument.indexedAtMs > INDEX_AGE_MS_MAX) continue;
    const place = { wallet: walletFor(user, instrument), currency: instrument.settle };
    while (left > 0 && !coversAll(state, user, place)) {
      const newest = losing(state, index)
        .filter((one) => {
          const other = state.instrumentAt(one.instrument);
          if (user.accountKind === "unified") return true;
          return other.settle === instrument.settle && walletFor(user, other) === place.wallet;
        })
        .at(-1);
      if (newest === undefined) break;
      closeOrder(state, newest, "insolvent");
      left -= 1;
    }
  }
}
