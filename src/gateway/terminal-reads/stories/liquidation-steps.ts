/** Steps of a liquidation: what it did with positions, coins, debts and the insurance fund. */
import { seqOfId } from "../../../core/base/seq-of-id.ts";
import type { LiquidationStep, LiquidationTaker } from "../../../core/base/vocabulary.ts";
import type { LiquidationPartRow } from "../../../projections/history/liquidation-record-tables.ts";
import type { LiquidationStepRow } from "../../../projections/history/liquidation-step-table.ts";
import type { OrderRow } from "../../../projections/history/tables.ts";
import type { LiveAccounts } from "../../../projections/live/live-accounts.ts";
import { orderAverageText } from "../../../wire/average-price.ts";
import { wireId } from "../../../wire/ids.ts";
import { currencyCode } from "../../../wire/listings.ts";
import { orderViewOfRow } from "../../../wire/order-view.ts";
import { filledText, quantityText } from "../../../wire/sizes.ts";
import { amountText, priceText } from "../../../wire/texts.ts";
import { closeOf } from "./close-words.ts";
import { OTHER_SIDE } from "./order-story.ts";
import { type StoryStep, storyStep } from "./story-step.ts";

const STEP_WORDS: Readonly<Record<LiquidationStep, string>> = {
  offset: "Opposite positions of the account were set off against each other",
  reduce: "The position was reduced to the next lower tier",
  close: "The position was closed",
};

const TAKER_WORDS: Readonly<Record<LiquidationTaker, string>> = {
  own: "inside the account",
  book: "by an order in the book; the price is the order's limit",
  fund: "and taken over by the insurance fund at the bankruptcy price",
  deleveraged: "against users of auto-deleveraging, at the bankruptcy price",
};

/** Returns the steps of the parts of positions that a liquidation closed. */
export function partSteps(
  accounts: LiveAccounts,
  parts: readonly LiquidationPartRow[],
  orders: ReadonlyMap<number, OrderRow>,
): StoryStep[] {
  return parts.flatMap((part): StoryStep[] => {
    const instrument = accounts.instrumentAt(part.instrument);
    if (instrument === undefined) return [];
    const order = orders.get(part.id);
    const filled = order === undefined || order.filled === 0 ? undefined : orderViewOfRow(order);
    const average = filled && orderAverageText(accounts, instrument, filled);
    const done =
      filled === undefined ? "" : ` Filled: ${filledText(instrument, filled)} at ${average}.`;
    const kind = part.taker === "deleveraged" ? "deleveraged" : "liquidation_step";
    return [
      storyStep(
        kind,
        { seq: seqOfId(part.id), timeMs: part.createdAtMs },
        {
          ...{ orderId: wireId(part.id), symbol: instrument.symbol, side: part.positionSide },
          price: priceText(instrument, part.price),
          size: quantityText(instrument, part.size, part.price),
          markPrice: priceText(instrument, part.mark),
          fee:
            filled === undefined ? "" : amountText(accounts, filled.feeCurrency, filled.feeTotal),
          feeCoin: filled === undefined ? "" : currencyCode(accounts, filled.feeCurrency),
          reason: part.step,
          counterparty: OTHER_SIDE[part.taker],
          words: `${STEP_WORDS[part.step]} ${TAKER_WORDS[part.taker]}.${done}`,
          sender: "exchange",
        },
      ),
    ];
  });
}

/** Returns the step of a row. */
function coinStep(accounts: LiveAccounts, row: LiquidationStepRow): StoryStep {
  const { amount, createdAtMs: timeMs, currency, id, interest, poolLoss, toAmount } = row;
  const moment = { seq: seqOfId(id), timeMs };
  const text = (value: bigint): string => amountText(accounts, currency, value);
  const coin = currencyCode(accounts, currency);
  const common = { coin, amount: text(amount), reason: row.kind, sender: "exchange" } as const;
  switch (row.kind) {
    case "fund_swap":
    case "pool_exchange":
      return storyStep("coins_exchanged", moment, {
        ...common,
        toCoin: currencyCode(accounts, row.toCurrency),
        toAmount: amountText(accounts, row.toCurrency, toAmount),
        counterparty: row.kind === "fund_swap" ? "insurance_fund" : "lending_pool",
        words: "Coins were exchanged for the coin of a debt.",
      });
    case "repayment": {
      const words = `A loan was repaid, and ${text(interest)} ${coin} of interest besides.`;
      return storyStep("debt_repaid", moment, { ...common, counterparty: "lending_pool", words });
    }
    case "cover": {
      const words =
        `The collateral did not cover the loan: the insurance fund paid ${text(amount)}, the ` +
        `lending pool bore ${text(poolLoss)}, and ${text(interest)} of interest was dropped.`;
      return storyStep("loss_covered", moment, {
        ...common,
        counterparty: "insurance_fund",
        words,
      });
    }
    case "fee": {
      const words = "The liquidation fee went to the insurance fund.";
      return storyStep("fund_received", moment, {
        ...common,
        counterparty: "insurance_fund",
        words,
      });
    }
  }
}

/** Returns the steps of exchanged coins, repaid debts, covered losses and fees. */
export function coinSteps(
  accounts: LiveAccounts,
  rows: readonly LiquidationStepRow[],
): StoryStep[] {
  return rows.map((row) => coinStep(accounts, row));
}

/** Returns the steps of orders that a liquidation cancelled. */
export function cancelledSteps(accounts: LiveAccounts, orders: readonly OrderRow[]): StoryStep[] {
  return orders.flatMap((order): StoryStep[] => {
    const instrument = accounts.instrumentAt(order.instrument);
    if (instrument === undefined) return [];
    const moment = { seq: order.closedSeq, timeMs: order.updatedAtMs };
    const about = { orderId: wireId(order.id), symbol: instrument.symbol, side: order.side };
    const size = order.price === 0 ? "" : quantityText(instrument, order.remaining, order.price);
    const { closedBy, closeReason: reason } = order;
    if (reason === "none") return [];
    const { words } = closeOf(reason, closedBy);
    return [storyStep("cancelled", moment, { ...about, size, reason, words, sender: "exchange" })];
  });
}
