/** Story of a liquidation of positions: of an isolated position, or of a whole account. */
import { seqOfId } from "../../../core/base/seq-of-id.ts";
import type { LiquidationOutcome } from "../../../core/base/vocabulary.ts";
import type {
  LiquidationPaymentRow,
  LiquidationRow,
} from "../../../projections/history/liquidation-record-tables.ts";
import type { OrderRow } from "../../../projections/history/tables.ts";
import type { LiveAccounts } from "../../../projections/live/live-accounts.ts";
import { liquidationMoney } from "../../../wire/liquidation-money.ts";
import { currencyCode } from "../../../wire/listings.ts";
import { amountText, knownPriceText } from "../../../wire/texts.ts";
import type { ExchangeAccess } from "../../exchange-access.ts";
import { cancelledSteps, coinSteps, partSteps } from "./liquidation-steps.ts";
import { inOrder, type StoryStep, storyStep } from "./story-step.ts";

/** Parts of which the order is looked up, for its fills and fee. */
const ORDERS_READ_MAX = 50;
/** Newest orders among which those that the liquidation cancelled are looked for. */
const ORDERS_SEARCHED_MAX = 500;

const SCOPE_WORDS: Readonly<Record<LiquidationRow["scope"], string>> = {
  isolated: "isolated position",
  crossed: "futures account",
  unified: "unified account",
};

function startStep(accounts: LiveAccounts, row: LiquidationRow): StoryStep {
  const { createdAtMs: timeMs, equity, id, maintenance, positionSide, scope } = row;
  const instrument = accounts.instrumentAt(row.instrument - 1);
  const { coin, text } = liquidationMoney(accounts, row);
  const markPrice = instrument === undefined ? "" : knownPriceText(instrument, row.mark);
  const mark = markPrice === "" ? "" : `, at the mark price ${markPrice}`;
  return storyStep(
    "liquidation_started",
    { seq: seqOfId(id), timeMs },
    {
      ...{ coin, equity: text(equity), maintenance: text(maintenance), markPrice },
      ...{ symbol: instrument?.symbol ?? "", side: instrument === undefined ? "" : positionSide },
      reason: scope,
      words:
        `The equity of the ${SCOPE_WORDS[scope]} fell to ${text(equity)} ${coin}, and the ` +
        `maintenance margin of its tiers was ${text(maintenance)} ${coin}${mark}. ` +
        "More margin or a smaller position before this moment avoids it.",
      sender: "exchange",
    },
  );
}

const OUTCOME_WORDS: Readonly<Record<LiquidationOutcome, string>> = {
  recovered: "The equity covers the maintenance margin again.",
  closed: "Nothing is left to close.",
  paused: "The liquidation stopped because prices are unknown.",
};

/** Returns the end; it has no seq of its own in the record, and is not before any other step. */
function endSteps(accounts: LiveAccounts, row: LiquidationRow, seq: string): StoryStep[] {
  const { endEquity, endMaintenance, endedAtMs: timeMs, state } = row;
  if (state === "open") return [];
  const { coin, text } = liquidationMoney(accounts, row);
  const figures = { coin, equity: text(endEquity), maintenance: text(endMaintenance) };
  const about = { reason: state, words: OUTCOME_WORDS[state], sender: "exchange" } as const;
  return [storyStep("liquidation_ended", { seq: Number(seq), timeMs }, { ...figures, ...about })];
}

function paymentSteps(accounts: LiveAccounts, rows: readonly LiquidationPaymentRow[]): StoryStep[] {
  return rows.map(({ amount, createdAtMs: timeMs, currency, id, isPaidIn, reason }) =>
    storyStep(
      isPaidIn ? "fund_received" : "fund_paid",
      { seq: seqOfId(id), timeMs },
      {
        coin: currencyCode(accounts, currency),
        amount: amountText(accounts, currency, amount),
        counterparty: "insurance_fund",
        reason,
        words: isPaidIn
          ? "What was left of the margin went to the insurance fund."
          : "The insurance fund paid the loss that the margin did not cover.",
        sender: "exchange",
      },
    ),
  );
}

async function ordersOf(
  { history }: ExchangeAccess,
  user: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, OrderRow>> {
  const orders = await Promise.all(
    ids.slice(0, ORDERS_READ_MAX).map((orderId) => history.order({ user, orderId })),
  );
  return new Map(orders.flatMap((order) => (order === undefined ? [] : [[order.id, order]])));
}

/** Steps of a liquidation, oldest first, and whether none is missing. */
export type LiquidationStory = { readonly steps: StoryStep[]; readonly isComplete: boolean };

/** Returns the story of a liquidation of positions. Fails with a `HistoryFault`. */
export async function positionLiquidation(
  exchange: ExchangeAccess,
  row: LiquidationRow,
): Promise<LiquidationStory> {
  const { accounts, history } = exchange;
  const { createdAtMs, endedAtMs, id, state, user } = row;
  const query = { user, liquidationIds: [id] };
  const toMs = state === "open" ? undefined : endedAtMs;
  const [parts, payments, coins, closed] = await Promise.all([
    history.liquidationParts(query),
    history.liquidationPayments(query),
    history.liquidationSteps(query),
    history.orders({ user, toMs, statuses: ["cancelled"], limit: ORDERS_SEARCHED_MAX }),
  ]);
  const orders = await ordersOf(
    exchange,
    user,
    parts.rows.map((part) => part.id),
  );
  const cancelled = closed.rows.filter(
    ({ closeReason, updatedAtMs }) =>
      (closeReason === "liquidation" || closeReason === "insolvent") &&
      updatedAtMs >= createdAtMs &&
      (toMs === undefined || updatedAtMs <= toMs),
  );
  const steps = inOrder([
    startStep(accounts, row),
    ...cancelledSteps(accounts, cancelled).reverse(),
    ...partSteps(accounts, parts.rows, orders).reverse(),
    ...coinSteps(accounts, coins.rows).reverse(),
    ...paymentSteps(accounts, payments.rows).reverse(),
  ]);
  const ends = endSteps(accounts, row, steps.at(-1)?.seq ?? "0");
  const isComplete =
    ![parts, payments, coins, closed].some(({ hasMore }) => hasMore) &&
    parts.rows.length <= ORDERS_READ_MAX;
  return { steps: [...steps, ...ends], isComplete };
}
