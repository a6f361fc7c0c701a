/** Story of one order, from its row, its changes and its fills. */
import { seqOfId } from "../../../core/base/seq-of-id.ts";
import type { LiquidationTaker, OrderSource } from "../../../core/base/vocabulary.ts";
import type { Instrument } from "../../../core/instruments/instrument.ts";
import type { LiquidationPartRow } from "../../../projections/history/liquidation-record-tables.ts";
import {
  type ClosedOrder,
  closedOrder,
  liquidationOf,
  liquidationsBehind,
} from "../../../projections/history/liquidations-behind.ts";
import type { OrderStepRow } from "../../../projections/history/order-step-table.ts";
import type { Page } from "../../../projections/history/queries.ts";
import type { FillRow, OrderRow } from "../../../projections/history/tables.ts";
import { wireId } from "../../../wire/ids.ts";
import { currencyCode } from "../../../wire/listings.ts";
import { fillText, orderSizeText, quantityText } from "../../../wire/sizes.ts";
import { amountText, knownPriceText, priceText } from "../../../wire/texts.ts";
import type { ExchangeAccess } from "../../exchange-access.ts";
import { closeOf } from "./close-words.ts";
import { inOrder, type StoryStep, storyStep } from "./story-step.ts";

/** Fills and changes of one story: the newest. */
export const STORY_ROWS_MAX = 200;

/** Order of a user with what the history has of it. */
type OrderRecord = {
  readonly exchange: ExchangeAccess;
  readonly instrument: Instrument;
  readonly order: OrderRow;
  readonly fills: Page<FillRow>;
  readonly changes: Page<OrderStepRow>;
  /** Liquidation that placed or cancelled the order, and its part if it placed it. */
  readonly liquidation: Behind | undefined;
};
type Behind = { readonly id: number; readonly part: LiquidationPartRow | undefined };

const IS_OF_LIQUIDATION: ReadonlySet<OrderSource> = new Set([
  ...(["liquidation", "reduction", "offset"] as const),
]);

/** Other side of an order of a liquidation. */
export const OTHER_SIDE: Readonly<Record<LiquidationTaker, StoryStep["counterparty"]>> = {
  own: "own_account",
  book: "another_user",
  fund: "insurance_fund",
  deleveraged: "deleveraged_user",
};

async function behind(exchange: ExchangeAccess, instrument: Instrument, order: OrderRow) {
  const { createdAtMs, source, user } = order;
  const isPlacedByIt = IS_OF_LIQUIDATION.has(source);
  const closed = closedOrder(order);
  const isInsolvent = closed?.closeReason === "insolvent";
  // An order of a liquidation is looked up as if the liquidation had cancelled it when it was
  // placed, and an order that became insolvent as if a running liquidation had cancelled it.
  const cancelled: ClosedOrder | undefined = isPlacedByIt
    ? { ...order, closeReason: "liquidation", updatedAtMs: createdAtMs }
    : closed && { ...closed, ...(isInsolvent ? { closeReason: "liquidation" } : {}) };
  if (cancelled?.closeReason !== "liquidation") return undefined;
  const { history } = exchange;
  const found = await liquidationsBehind(history, user, [cancelled]);
  const liquidation = liquidationOf(cancelled, instrument, found);
  if (liquidation === undefined) return undefined;
  const { id } = liquidation;
  const parts = isPlacedByIt
    ? (await history.liquidationParts({ user, liquidationIds: [id] })).rows
    : [];
  return { id, part: parts.find((part) => part.id === order.id) };
}

const PLACED_WORDS: Partial<Record<OrderSource, string>> = {
  delivery: "The contract was delivered, which closed the position.",
  liquidation: "A liquidation closed a part of the position by this order.",
  reduction: "A liquidation reduced the position to a lower tier by this order.",
  offset: "A liquidation set positions of opposite sides off against each other.",
  deleveraging:
    "Auto-deleveraging closed the position against a liquidated user, whose loss the book and " +
    "the insurance fund could not take. A smaller leverage and profit rank lower.",
  reversal: "Your reversal of the position placed the order.",
  system: "The exchange placed the order to sell collateral or to repay a debt.",
};

function placedKind({ source }: OrderRow): "placed" | "liquidation_step" | "deleveraged" {
  if (source === "deleveraging") return "deleveraged";
  return IS_OF_LIQUIDATION.has(source) ? "liquidation_step" : "placed";
}

/** Price and size of an order when it was placed; undefined where older changes are not known. */
function firstTerms({ changes, order }: OrderRecord): Pick<OrderRow, "price" | "size"> | undefined {
  if (changes.hasMore) return undefined;
  const first = changes.rows.findLast(({ kind }) => kind === "amended");
  return first === undefined ? order : { price: first.priceBefore, size: first.sizeBefore };
}

function termsTexts(record: OrderRecord): Pick<StoryStep, "price" | "size"> {
  const { instrument, order } = record;
  const terms = firstTerms(record);
  if (terms === undefined) return { price: "", size: "" };
  return {
    price: knownPriceText(instrument, terms.price),
    size: terms.size === 0 ? "" : orderSizeText(instrument, { ...order, size: terms.size }),
  };
}

function placedStep(record: OrderRecord): StoryStep {
  const { changes, exchange, instrument, liquidation, order } = record;
  const { createdAtMs: timeMs, id, orderType, quoteAmount, source } = order;
  const plan = changes.rows.find(({ kind }) => kind === "placed_by_plan");
  const isAsked = source === "api" || source === "web" || source === "reversal";
  const part = liquidation?.part;
  const byPlan = plan === undefined ? undefined : `The plan ${wireId(plan.relatedId)} placed it.`;
  const kind = source === "delivery" ? "delivered" : placedKind(order);
  return storyStep(
    kind,
    { seq: seqOfId(id), timeMs },
    {
      ...termsTexts(record),
      coin: quoteAmount === 0n ? "" : currencyCode(exchange.accounts, instrument.quote),
      amount:
        quoteAmount === 0n ? "" : amountText(exchange.accounts, instrument.quote, quoteAmount),
      markPrice: part === undefined ? "" : priceText(instrument, part.mark),
      reason: part === undefined ? source : part.step,
      counterparty: part === undefined ? "" : OTHER_SIDE[part.taker],
      words: byPlan ?? PLACED_WORDS[source] ?? `The ${orderType} order was accepted.`,
      sender: plan === undefined ? (isAsked ? "" : "exchange") : "plan",
    },
  );
}

/** The rest of an order that its own command did not fill; none when the command closed it. */
function restingSteps(record: OrderRecord): StoryStep[] {
  const { fills, instrument, order } = record;
  const seq = seqOfId(order.id);
  const terms = firstTerms(record);
  if (order.closedSeq === seq || order.orderType !== "limit") return [];
  if (terms === undefined || fills.hasMore) return [];
  const atOnce = fills.rows.filter(({ tradeId }) => seqOfId(tradeId) === seq);
  const rest = atOnce.reduce((lots, { size }) => lots - size, Number(terms.size));
  if (rest <= 0) return [];
  const size = quantityText(instrument, rest, terms.price);
  const words = "The rest of the order waits in the book, and fills as maker.";
  return [storyStep("resting", { seq, timeMs: order.createdAtMs }, { size, words })];
}

function fillWords({ role }: FillRow): string {
  return role === "maker"
    ? "An incoming order met your order in the book: you are the maker."
    : "Your order met an order in the book: you are the taker.";
}

function fillSteps({ exchange, fills, instrument, liquidation, order }: OrderRecord): StoryStep[] {
  const taker = liquidation?.part?.taker;
  const usual = order.source === "deleveraging" ? "liquidated_user" : "another_user";
  return fills.rows.map((fill) =>
    storyStep(
      "filled",
      { seq: seqOfId(fill.tradeId), timeMs: fill.createdAtMs },
      {
        price: priceText(instrument, fill.price),
        size: fillText(instrument, fill),
        fee: amountText(exchange.accounts, fill.feeCurrency, fill.fee),
        feeCoin: currencyCode(exchange.accounts, fill.feeCurrency),
        role: fill.role,
        counterparty: taker === undefined ? usual : OTHER_SIDE[taker],
        words: taker === undefined && usual === "another_user" ? fillWords(fill) : "",
      },
    ),
  );
}

/** Returns the step of a change of an order or plan; undefined for one that another step shows. */
function changeStep(
  instrument: Instrument,
  { sizingPriceE6 }: Pick<OrderRow, "sizingPriceE6">,
  row: OrderStepRow,
): StoryStep | undefined {
  const moment = { seq: seqOfId(row.id), timeMs: row.createdAtMs };
  const price = (ticks: number): string => knownPriceText(instrument, ticks);
  const size = (lots: number): string =>
    lots === 0 ? "" : orderSizeText(instrument, { size: lots, sizingPriceE6 });
  switch (row.kind) {
    case "amended":
      return storyStep("amended", moment, {
        ...{ price: price(row.price), priceBefore: price(row.priceBefore) },
        ...{ size: size(row.size), sizeBefore: size(row.sizeBefore) },
        triggerPrice: price(row.triggerPrice),
        triggerPriceBefore: price(row.triggerPriceBefore),
        words: "The terms were changed.",
      });
    case "exits_set":
      return storyStep("exits_set", moment, { words: "Take-profit or stop-loss was set." });
    case "activated": {
      const words = "The price reached the activation price: the trigger now follows the price.";
      return storyStep("activated", moment, { price: price(row.price), words });
    }
    case "triggered": {
      const words = "The price reached the trigger; the next tick places the order.";
      return storyStep("triggered", moment, { price: price(row.price), words });
    }
    case "placed_by_plan":
    case "ended":
      return undefined;
  }
}

/** Returns the steps of the changes of an order or plan. */
export function changeSteps(
  instrument: Instrument,
  terms: Pick<OrderRow, "sizingPriceE6">,
  changes: readonly OrderStepRow[],
): StoryStep[] {
  return changes.flatMap((row) => changeStep(instrument, terms, row) ?? []);
}

function closeSteps({ liquidation, order }: OrderRecord): StoryStep[] {
  const { closedBy, closeReason, closedSeq: seq, updatedAtMs: timeMs } = order;
  if (closeReason === "none" || closeReason === "filled") return [];
  const { kind, words } = closeOf(closeReason, closedBy);
  const isAsked = kind === "cancelled" && closedBy !== "tick" && closeReason === "user_cancelled";
  const id = liquidation?.part === undefined ? liquidation?.id : undefined;
  const more = id === undefined ? "" : ` Its story has the id ${wireId(id)}.`;
  const sender = isAsked ? "" : closeReason === "operator_cancelled" ? "operator" : "exchange";
  return [storyStep(kind, { seq, timeMs }, { reason: closeReason, words: words + more, sender })];
}

/** Story of an order: its steps, oldest first, and whether none is missing. */
export type OrderStory = {
  readonly liquidationId: string;
  readonly steps: readonly StoryStep[];
  readonly isComplete: boolean;
  /** Plan that placed the order; 0 for none. */
  readonly planId: number;
};

/** Returns the story of an order of a user. Fails with a `HistoryFault`. */
export async function orderStory(
  exchange: ExchangeAccess,
  instrument: Instrument,
  order: OrderRow,
): Promise<OrderStory> {
  const { id, side, user } = order;
  const { history } = exchange;
  const [fills, changes, liquidation] = await Promise.all([
    history.fills({ user, orderId: id, limit: STORY_ROWS_MAX }),
    history.orderSteps({ user, subject: id, limit: STORY_ROWS_MAX }),
    behind(exchange, instrument, order),
  ]);
  const record: OrderRecord = { exchange, instrument, order, fills, changes, liquidation };
  const steps = [
    placedStep(record),
    ...fillSteps(record).reverse(),
    ...restingSteps(record),
    ...changeSteps(instrument, order, changes.rows).reverse(),
    ...closeSteps(record),
  ];
  const about = { orderId: wireId(id), symbol: instrument.symbol, side };
  return {
    liquidationId: liquidation === undefined ? "" : wireId(liquidation.id),
    steps: inOrder(steps).map((step) => ({ ...step, ...about })),
    isComplete: !(fills.hasMore || changes.hasMore),
    planId: changes.rows.find(({ kind }) => kind === "placed_by_plan")?.relatedId ?? 0,
  };
}
