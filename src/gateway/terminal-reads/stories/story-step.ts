/** Steps of a story as clients see them: the same members in every step, empty where unused. */
import { type Static, Type } from "typebox";
import { wordOf } from "../../../wire/words/word-field.ts";
import { SENDER_FIELDS, SENDERS } from "../command-sender.ts";

export const STEP_KINDS = [
  "placed",
  "resting",
  "amended",
  "exits_set",
  "activated",
  "triggered",
  "filled",
  "cancelled",
  "expired",
  "rejected",
  "executed",
  "liquidation_started",
  "liquidation_step",
  "deleveraged",
  "delivered",
  "coins_exchanged",
  "debt_repaid",
  "loss_covered",
  "fund_received",
  "fund_paid",
  "liquidation_ended",
] as const;
export type StepKind = (typeof STEP_KINDS)[number];

/** Senders of the command of a step, which may have been a plan. */
const STEP_SENDERS = [...SENDERS, "plan"] as const;

/** Other side of a fill or of a step of a liquidation; other users are never named. */
export const COUNTERPARTIES = [
  "",
  "another_user",
  "own_account",
  "insurance_fund",
  "deleveraged_user",
  "liquidated_user",
  "lending_pool",
] as const;

export const storyStepSchema = Type.Object({
  time: Type.String({ description: "Time of the step, in ms since 1970" }),
  seq: Type.String({ description: "Place of the command in the journal" }),
  kind: wordOf(STEP_KINDS),
  orderId: Type.String({ description: "Order or plan that the step belongs to" }),
  symbol: Type.String(),
  side: Type.String(),
  price: Type.String(),
  priceBefore: Type.String(),
  size: Type.String(),
  sizeBefore: Type.String(),
  triggerPrice: Type.String(),
  triggerPriceBefore: Type.String(),
  markPrice: Type.String({ description: "Mark price that decided the step" }),
  markLow: Type.String({ description: "Lowest mark price in the minute of the step, if kept" }),
  markHigh: Type.String(),
  indexLow: Type.String(),
  indexHigh: Type.String(),
  coin: Type.String({ description: "Coin of amount, toCoin of toAmount" }),
  amount: Type.String(),
  toCoin: Type.String(),
  toAmount: Type.String(),
  equity: Type.String(),
  maintenance: Type.String(),
  fee: Type.String({ description: "Positive when paid" }),
  feeCoin: Type.String(),
  role: wordOf(["", "maker", "taker"]),
  counterparty: wordOf(COUNTERPARTIES),
  reason: Type.String({ description: "Closed word for why the step happened; empty for none" }),
  words: Type.String({ description: "What happened, why, and what can be done" }),
  ...SENDER_FIELDS,
  sender: wordOf(["", ...STEP_SENDERS]),
});
export type StoryStep = Static<typeof storyStepSchema>;

/** Moment of a step, in ms since 1970, and the seq of its command. */
export type Moment = { readonly seq: number; readonly timeMs: number };

const EMPTY: Omit<StoryStep, "time" | "seq" | "kind"> = {
  ...{ orderId: "", symbol: "", side: "", price: "", priceBefore: "", size: "", sizeBefore: "" },
  ...{ triggerPrice: "", triggerPriceBefore: "", markPrice: "" },
  ...{ markLow: "", markHigh: "", indexLow: "", indexHigh: "" },
  ...{ coin: "", amount: "", toCoin: "", toAmount: "", equity: "", maintenance: "" },
  ...{ fee: "", feeCoin: "", role: "", counterparty: "", reason: "", words: "" },
  ...{ sender: "", apiKey: "", requestId: "" },
};

/** Returns a step with the given members and all others empty. */
export function storyStep(
  kind: StepKind,
  { seq, timeMs }: Moment,
  members: Partial<StoryStep>,
): StoryStep {
  return { ...EMPTY, time: String(timeMs), seq: String(seq), kind, ...members };
}

/** Returns the steps in the order of their commands; steps of one command keep their order. */
export function inOrder(steps: readonly StoryStep[]): StoryStep[] {
  return [...steps].sort((one, other) => Number(one.seq) - Number(other.seq));
}
