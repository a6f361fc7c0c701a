import { expect, it } from "vitest";
import { stepsOf } from "./order-steps.ts";
import type { OrderStatus } from "./p2p-wire.ts";

const STATUSES: readonly OrderStatus[] = [
  ...(["pending_payment", "pending_release", "in_appeal", "completed", "cancelled"] as const),
];

it("only the buyer pays and cancels, and only the seller releases", () => {
  const steps = (side: "buy" | "sell") => STATUSES.flatMap((status) => stepsOf({ side, status }));
  expect(steps("buy")).toEqual(["pay", "cancel", "appeal"]);
  expect(steps("sell")).toEqual(["release", "appeal", "release"]);
});

it("an order that has ended allows nothing", () => {
  for (const side of ["buy", "sell"] as const) {
    expect(stepsOf({ side, status: "completed" })).toEqual([]);
    expect(stepsOf({ side, status: "cancelled" })).toEqual([]);
  }
});
