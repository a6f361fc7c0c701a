import { describe, expect, it } from "vitest";
import type { Movement } from "../custody-wire.ts";
import { withdrawalSteps } from "./withdrawal-steps.ts";

const ROW: Movement = {
  ...{ orderId: "7", coin: "USDT", size: "10", fee: "-1", status: "pending", toAddress: "a" },
  ...{ chain: "ERC20", tag: "", confirm: "0", dest: "on_chain", transactionId: "7", createdMs: 1 },
};

const states = (change: Partial<Movement>): string =>
  withdrawalSteps({ ...ROW, ...change }, 12)
    .map(({ state }) => state)
    .join(" ");

describe("the steps of a withdrawal", () => {
  it.each([
    ["waits for the operator", { status: "pending_review" }, "done current waiting waiting"],
    ["is approved", {}, "done done current waiting"],
    ["is sent", { transactionId: "0xa", confirm: "3" }, "done done done current"],
    ["is confirmed", { status: "success", transactionId: "0xa" }, "done done done done"],
    ["is refused", { status: "reject" }, "done failed"],
    ["goes to a user", { status: "success", dest: "internal_transfer" }, "done done"],
  ])("show that it %s", (_, change, expected) => {
    expect(states(change)).toBe(expected);
  });

  it("count confirmations up to those that are needed", () => {
    const sent = { ...ROW, transactionId: "0xa", confirm: "15" };
    expect(withdrawalSteps(sent, 12).at(-1)?.text).toBe("12 of 12 confirmations");
  });
});
