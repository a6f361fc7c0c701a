/** What the operator does to users: freezes by kind, and cancelling for them. */
import type { PlantedBug } from "./planted-bug.ts";

const profile = "accounts";

export const ACCESS_BUGS: readonly PlantedBug[] = [
  {
    name: "freezes leave the snapshot",
    file: "core/accounts/user-encoding.ts",
    profile,
    find: "out.u8(user.freezes);",
    replace: "out.u8(0);",
  },
  {
    name: "a freeze of trading leaves plans that open",
    file: "core/access/set-user-freezes.ts",
    profile,
    find: "endPlansOf(state, user, { isEnding: (plan) =>",
    replace: "endPlansOf(state, user, { isEnding: (plan) => plan.id < 0 &&",
  },
  {
    name: "a freeze of trading leaves orders on spot",
    file: "core/access/set-user-freezes.ts",
    profile,
    find: "return !isFutures || !isClosingOrder(state, slot);",
    replace: "return isFutures && !isClosingOrder(state, slot);",
  },
  {
    name: "a freeze of trading refuses orders that close",
    file: "core/orders/placing-refusal.ts",
    profile,
    find: 'return instrument.isFutures && !mayOpen(command) ? undefined : "account_frozen";',
    replace: 'return command.reduceOnly ? undefined : "account_frozen";',
  },
  {
    name: "frozen withdrawals leave through another account of the owner",
    file: "core/accounts/freezes.ts",
    profile,
    find: "return (from.freezes & WITHDRAWALS) !== 0 && (to.freezes & WITHDRAWALS) === 0;",
    replace: "return (to.freezes & WITHDRAWALS) !== 0;",
  },
  {
    name: "a frozen trader raises the leverage",
    file: "core/access/freeze-gate.ts",
    profile,
    find: '  set_leverage: "trading",',
    replace: '  set_leverage: "free",',
  },
  {
    name: "cancelling everything passes plans by",
    file: "core/access/cancel-all-of-user.ts",
    profile,
    find: "const left = max - ofOrders.length;",
    replace: "const left = 0;",
  },
  {
    name: "cancelling everything leaves the countdown",
    file: "core/access/cancel-all-of-user.ts",
    profile,
    find: "    countdowns.end(user.index);\n",
    replace: "",
  },
];
