/** Decisions on what waits, with what each causes. */
import Big from "big.js";
import type { Act } from "../acts/asked-act.ts";
import { changeText, type OpenWithdrawal, type WaitingChange } from "./approval-rows.ts";

type Withdrawal = Pick<
  OpenWithdrawal,
  "id" | "coin" | "chain" | "debit" | "fee" | "address" | "tag"
>;

/** Returns what arrives at the address: what the user pays less the fee. */
export function receivedAmount({ debit, fee }: Pick<Withdrawal, "debit" | "fee">): string {
  return new Big(debit).minus(fee).toFixed();
}

/** Returns the act that approves or refuses a withdrawal in review. */
export function withdrawalDecision(row: Withdrawal, isApproved: boolean, onDone: () => void): Act {
  const { address, chain, coin, debit, id, tag } = row;
  const to = `${address}${tag === "" ? "" : ` with the tag ${tag}`}`;
  const common = {
    method: "POST",
    path: `/withdrawals/${id}/decision`,
    body: { isApproved },
    onDone,
  } as const;
  if (!isApproved) {
    return {
      ...common,
      title: "Refuse the withdrawal",
      effects: [`${debit} ${coin} go back to the wallet that paid.`, "Nothing is sent."],
      done: () => "The withdrawal is refused and refunded",
    };
  }
  return {
    ...common,
    title: "Approve the withdrawal",
    effects: [
      `${receivedAmount(row)} ${coin} are sent on ${chain} to ${to}.`,
      "The exchange signs and sends it within seconds. Signed withdrawals cannot be cancelled.",
      "While the account is under review or its withdrawals are frozen, it waits unsigned.",
    ],
    repeat: `${debit} ${coin}`,
    done: () => "The withdrawal is approved",
  };
}

/** Returns the act that approves or declines a change that waits for a second person. */
export function changeDecision(row: WaitingChange, isApproved: boolean, onDone: () => void): Act {
  const { actor, amount, coin, id, kind, realm, uid, wallet } = row;
  const whose =
    uid === "" ? `the fund ${wallet} (${realm})` : `the wallet ${wallet} of user ${uid}`;
  const isDebit = amount.startsWith("-");
  const moved = isDebit
    ? `${amount.slice(1)} ${coin} leave ${whose}.`
    : `${whose} gets ${amount} ${coin}.`;
  const what = kind === "adjustment" ? moved : `${changeText(row)} ${row.correctedId}: ${moved}`;
  return {
    title: isApproved ? "Approve the change" : "Decline the change",
    effects: [
      isApproved ? what : "Nothing is moved, and the change no longer waits.",
      `${actor} asked for it.`,
    ],
    method: "POST",
    path: `/adjustments/${id}/decision`,
    body: { isApproved },
    repeat: isApproved ? `${amount.replace("-", "")} ${coin}` : undefined,
    done: () => (isApproved ? "The change is made" : "The change is declined"),
    onDone,
  };
}

/** Reasons of a review, as the admin API takes them, in words. */
export const REVIEW_REASONS = [
  ["operator_decision", "Decision of the operator"],
  ["self_matching", "Trades with itself"],
  ["wash_trading", "Wash trading"],
  ["band_walking", "Walking the price band"],
  ["fund_draw", "Drew on an insurance fund"],
  ["fast_profit", "Unusually fast profit"],
] as const;
export type ReviewReason = (typeof REVIEW_REASONS)[number][0];

/** Returns the act that begins the review of an account. */
export function beginReviewAct(uid: string, reason: ReviewReason, onDone: () => void): Act {
  return {
    title: `Begin the review of ${uid}`,
    effects: [
      "It covers the main account and all its sub-accounts.",
      "Nothing moves from user to user, and no withdrawal is accepted or signed.",
      "Trading and transfers between wallets of one user go on.",
    ],
    method: "PUT",
    path: `/users/${uid}/review`,
    body: { isHeld: true, reason },
    done: () => `The account of ${uid} is under review`,
    onDone,
  };
}

/** Returns the act that ends the review of an account. */
export function endReviewAct(uid: string, onDone: () => void): Act {
  return {
    title: `End the review of ${uid}`,
    effects: ["Transfers and withdrawals are possible again; approved withdrawals are sent."],
    method: "PUT",
    path: `/users/${uid}/review`,
    body: { isHeld: false },
    repeat: uid,
    done: () => `The review of ${uid} has ended`,
    onDone,
  };
}
