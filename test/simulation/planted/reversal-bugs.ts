/** Reversals of positions. */
import type { PlantedBug } from "./planted-bug.ts";

const file = "core/orders/reverse-position.ts";

export const REVERSAL_BUGS: readonly PlantedBug[] = [
  {
    name: "a reversal in one-way mode only closes",
    file,
    profile: "linear_futures",
    find: "size: lots(2 * size), clientOrderId",
    replace: "size: lots(size), clientOrderId",
  },
  {
    name: "a reversal in hedge mode opens what was asked, not what was closed",
    file,
    profile: "hedge",
    find: "size: lots(closed), clientOrderId",
    replace: "size: lots(size), clientOrderId",
  },
  {
    name: "a reversal takes more than the position",
    file,
    profile: "linear_futures",
    find: 'if (size > held) return reject("insufficient_position");',
    replace: "",
  },
  {
    name: "a reversal leaves the closing orders in its way",
    file,
    profile: "hedge",
    find: "size + positions.closingLots.get(position) > held",
    replace: "size > held",
  },
  {
    name: "a reversal repeats with a client id that is taken",
    file,
    profile: "linear_futures",
    find: 'if (isPending || isClientIdKept(user, "order", clientOrderId, state.timeMs))',
    replace: "if (isPending)",
  },
  {
    name: "a reversal opens with the client id of its closing order",
    file,
    profile: "hedge",
    find: 'size: lots(closed), clientOrderId: "" }',
    replace: "size: lots(closed), clientOrderId }",
  },
];
