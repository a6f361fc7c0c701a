/** Countdowns after which the orders of an account are cancelled. */
import type { PlantedBug } from "./planted-bug.ts";

const profile = "accounts";

export const COUNTDOWN_BUGS: readonly PlantedBug[] = [
  {
    name: "a countdown of 0 seconds does not end the running one",
    file: "core/orders/run-countdowns.ts",
    profile,
    find: "  countdowns.end(user.index);\n",
    replace: "  if (seconds !== 0) countdowns.end(user.index);\n",
  },
  {
    name: "a countdown ends a second late",
    file: "core/orders/run-countdowns.ts",
    profile,
    find: "return next !== undefined && next.endsAtMs <= state.timeMs;",
    replace: "return next !== undefined && next.endsAtMs + 1_000 <= state.timeMs;",
  },
  {
    name: "a countdown cancels the first order alone",
    file: "core/orders/run-countdowns.ts",
    profile,
    find: "while (user.ordersFirst !== 0) {",
    replace: "if (user.ordersFirst !== 0) {",
  },
  {
    name: "a countdown leaves the snapshot",
    file: "core/orders/cancel-countdowns.ts",
    profile,
    find: "countdowns.start(user, seconds, endsAtMs - seconds * MS_PER_SECOND);",
    replace: "void [user, endsAtMs];",
  },
  {
    name: "a restored countdown begins again",
    file: "core/orders/cancel-countdowns.ts",
    profile,
    find: "countdowns.start(user, seconds, endsAtMs - seconds * MS_PER_SECOND);",
    replace: "countdowns.start(user, seconds, endsAtMs);",
  },
  {
    name: "a classic account sets a countdown",
    file: "core/orders/run-countdowns.ts",
    profile,
    find: "if (!user.isUnified) return",
    replace: "if (seconds < 0) return",
  },
];
