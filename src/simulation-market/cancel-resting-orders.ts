import type { DraftOf } from "../core/commands/commands.ts";
import type { InstrumentFacts } from "./market-port.ts";

/**
 * Returns the commands that cancel all resting orders of users of an earlier run. Send them before
 * agents or a replay start, whichever of them runs: abandoned quotes block the orders of all
 * others.
 */
export function cancelRestingOrders(
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
