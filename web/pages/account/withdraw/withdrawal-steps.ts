/** The way of a withdrawal in steps, as its record shows it. */
import type { Movement } from "../custody-wire.ts";

export type WithdrawalStep = {
  readonly text: string;
  readonly state: "done" | "current" | "waiting" | "failed";
};

/** Returns the steps of a withdrawal; `needed` are the confirmations of its chain. */
export function withdrawalSteps(row: Movement, needed: number): readonly WithdrawalStep[] {
  const { confirm, dest, orderId, status, transactionId } = row;
  const requested: WithdrawalStep = { text: "Requested", state: "done" };
  if (status === "reject" || status === "fail") {
    const text = status === "reject" ? "Refused or cancelled" : "Failed";
    return [requested, { text: `${text}: the amount is back`, state: "failed" }];
  }
  const isDone = status === "success";
  if (dest === "internal_transfer") {
    return [requested, { text: "Credited to the user", state: isDone ? "done" : "current" }];
  }
  const isSigned = transactionId !== "" && transactionId !== orderId;
  const isReviewed = isSigned || isDone;
  const review = status === "pending_review";
  const count = `${Math.min(Number(confirm), needed)} of ${needed} confirmations`;
  return [
    requested,
    {
      text: review ? "Waits for the operator" : "Approved",
      state: review ? "current" : "done",
    },
    {
      text: "Sent to the chain",
      state: isReviewed ? "done" : review ? "waiting" : "current",
    },
    {
      text: isDone ? `Confirmed, ${count}` : count,
      state: isDone ? "done" : isSigned ? "current" : "waiting",
    },
  ];
}
