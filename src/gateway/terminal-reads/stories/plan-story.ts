/** Story of one plan: trigger order, take-profit, stop-loss or trailing order. */
import { seqOfId } from "../../../core/base/seq-of-id.ts";
import type { Instrument } from "../../../core/instruments/instrument.ts";
import type { OrderStepRow } from "../../../projections/history/order-step-table.ts";
import type { PlanRow } from "../../../projections/history/tables.ts";
import { wireId } from "../../../wire/ids.ts";
import { orderSizeText } from "../../../wire/sizes.ts";
import { callbackText, knownPriceText } from "../../../wire/texts.ts";
import type { ExchangeAccess } from "../../exchange-access.ts";
import { rejectionError } from "../../rejection-codes.ts";
import { planCloseWords } from "./close-words.ts";
import { changeSteps, STORY_ROWS_MAX } from "./order-story.ts";
import { inOrder, type StoryStep, storyStep } from "./story-step.ts";

const WATCHED: Readonly<Record<PlanRow["triggerBy"], string>> = {
  last: "last price",
  mark: "mark price",
  index: "index price",
};

/** Returns the step in which a plan was placed, by a request or with the order that it exits. */
function placedStep(instrument: Instrument, plan: PlanRow, first: OrderStepRow | undefined) {
  const { callbackE4, createdAtMs: timeMs, id, parentOrderId, planKind, triggerBy } = plan;
  const before = { price: first?.priceBefore, size: first?.sizeBefore };
  const terms = {
    ...plan,
    price: before.price ?? plan.price,
    size: before.size ?? plan.size,
    triggerPrice: first?.triggerPriceBefore ?? plan.triggerPrice,
  };
  const callback = callbackE4 === 0 ? "" : `, with a callback of ${callbackText(callbackE4)} %`;
  const words = `The plan waits for the ${WATCHED[triggerBy]}${callback}.`;
  const parent =
    parentOrderId === 0 ? "" : ` It closes what the order ${wireId(parentOrderId)} opens.`;
  return storyStep(
    "placed",
    { seq: seqOfId(id), timeMs },
    {
      price: knownPriceText(instrument, terms.price),
      size: terms.size === 0 ? "" : orderSizeText(instrument, terms),
      triggerPrice: knownPriceText(instrument, terms.triggerPrice),
      reason: planKind,
      words: words + parent,
    },
  );
}

/** Returns the end of a plan; none while it is pending. */
function endSteps(plan: PlanRow, end: OrderStepRow | undefined): StoryStep[] {
  if (end === undefined) return [];
  const { cancelReason, executeOrderId, failReason, status } = plan;
  const moment = { seq: seqOfId(end.id), timeMs: end.createdAtMs };
  switch (status) {
    case "executed": {
      const words = `The plan placed the order ${wireId(executeOrderId)}.`;
      return [storyStep("executed", moment, { words, sender: "exchange" })];
    }
    case "failed": {
      const { code, message } =
        failReason === "none" ? { code: "", message: "" } : rejectionError(failReason, "v3");
      const words = `The order of the plan was refused with code ${code}: ${message}.`;
      return [storyStep("rejected", moment, { reason: failReason, words, sender: "exchange" })];
    }
    case "cancelled": {
      const words = cancelReason === "none" ? "" : planCloseWords(cancelReason);
      const sender = cancelReason === "user_cancelled" ? "" : "exchange";
      return [storyStep("cancelled", moment, { reason: cancelReason, words, sender })];
    }
    default:
      return [];
  }
}

/** Story of a plan: its steps, oldest first, and whether none is missing. */
export type PlanStory = { readonly steps: readonly StoryStep[]; readonly isComplete: boolean };

/** Returns the story of a plan of a user. Fails with a `HistoryFault`. */
export async function planStory(
  { history }: ExchangeAccess,
  instrument: Instrument,
  plan: PlanRow,
): Promise<PlanStory> {
  const { id: subject, side, user } = plan;
  const changes = await history.orderSteps({ user, subject, limit: STORY_ROWS_MAX });
  const first = changes.rows.findLast(({ kind }) => kind === "amended");
  const about = { orderId: wireId(subject), symbol: instrument.symbol, side };
  const steps = [
    placedStep(instrument, plan, first),
    ...changeSteps(instrument, plan, changes.rows).reverse(),
    ...endSteps(
      plan,
      changes.rows.find(({ kind }) => kind === "ended"),
    ),
  ];
  return {
    steps: inOrder(steps).map((step) => ({ ...step, ...about })),
    isComplete: !changes.hasMore,
  };
}
