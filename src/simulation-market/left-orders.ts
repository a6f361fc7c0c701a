import type { DraftOf } from "../core/commands.ts";
import type { InstrumentFacts } from "./market-port.ts";

/**
 * The commands that take back all that users of an earlier run left resting. To be sent before the
 * market comes alive, for agents and replay alike, whichever of them runs this time: an abandoned
 * quote stands in the way of all others.
 */
export function cancelsOfLeftOrders(
  users: Iterable<number>,
  instruments: readonly InstrumentFacts[],
): DraftOf<"cancel_orders">[] {
  const categories = [...new Set(instruments.map(({ category }) => category))];
  return [...users].flatMap((user) =>
    categories.map((category) => {
      return { kind: "cancel_orders", user, category, instrument: 0 } as const;
    }),
  );
}
