/** Story of the liquidation of a spot margin account: its collateral is sold for its debts. */
import { seqOfId } from "../../../core/base/seq-of-id.ts";
import { PAGE_ROWS_MAX } from "../../../projections/history/limits.ts";
import type { OrderRow, UnwindRow } from "../../../projections/history/tables.ts";
import type { LiveAccounts } from "../../../projections/live/live-accounts.ts";
import { orderAverageText } from "../../../wire/average-price.ts";
import { wireId } from "../../../wire/ids.ts";
import { currencyCode } from "../../../wire/listings.ts";
import { orderViewOfRow } from "../../../wire/order-view.ts";
import { filledText } from "../../../wire/sizes.ts";
import { amountText, rateE6Text } from "../../../wire/texts.ts";
import type { ExchangeAccess } from "../../exchange-access.ts";
import { coinSteps } from "./liquidation-steps.ts";
import type { LiquidationStory } from "./position-liquidation.ts";
import { inOrder, type StoryStep, storyStep } from "./story-step.ts";

function startStep(accounts: LiveAccounts, row: UnwindRow): StoryStep {
  const { assets, createdAtMs: timeMs, debts, id, place, riskE6, user, wallet } = row;
  const realm = accounts.user(user)?.realm ?? "live";
  const instrument = accounts.instrumentAt(place - 1);
  const currency = accounts.lending.figuresCurrency(realm, instrument);
  const coin = currencyCode(accounts, currency);
  const text = (amount: bigint): string => amountText(accounts, currency, amount);
  return storyStep(
    "liquidation_started",
    { seq: seqOfId(id), timeMs },
    {
      ...{ coin, equity: text(assets - debts), reason: wallet, sender: "exchange" },
      symbol: instrument?.symbol ?? "",
      words:
        `The assets of the margin account were worth ${text(assets)} ${coin} and its debts ` +
        `${text(debts)} ${coin}: a risk ratio of ${rateE6Text(riskE6)}. Repaying a part of the ` +
        "debt or adding collateral before this moment avoids it.",
    },
  );
}

/** Whether an order was placed by a liquidation: an account has at most one at a time. */
function isOf(order: OrderRow, row: UnwindRow): boolean {
  const place = row.wallet === "isolated_margin" ? order.instrument + 1 : 0;
  const isBefore = row.state === "open" || order.createdAtMs <= row.endedAtMs;
  return place === row.place && row.id < order.id && isBefore;
}

function saleSteps(accounts: LiveAccounts, orders: readonly OrderRow[]): StoryStep[] {
  return orders.flatMap((row): StoryStep[] => {
    const instrument = accounts.instrumentAt(row.instrument);
    if (instrument === undefined) return [];
    const order = orderViewOfRow(row);
    const { feeCurrency, feeTotal, filled } = order;
    return [
      storyStep(
        "liquidation_step",
        { seq: seqOfId(row.id), timeMs: row.createdAtMs },
        {
          ...{ orderId: wireId(row.id), symbol: instrument.symbol, side: row.side },
          price: filled === 0 ? "" : orderAverageText(accounts, instrument, order),
          size: filledText(instrument, order),
          fee: filled === 0 ? "" : amountText(accounts, feeCurrency, feeTotal),
          feeCoin: filled === 0 ? "" : currencyCode(accounts, feeCurrency),
          ...{ counterparty: "another_user", reason: "sale", sender: "exchange" },
          words: "Collateral was sold, or the coin of a debt bought, in the book.",
        },
      ),
    ];
  });
}

function endSteps(row: UnwindRow, seq: string): StoryStep[] {
  const { endedAtMs: timeMs, state } = row;
  if (state === "open") return [];
  const words =
    state === "success" ? "The debts are repaid." : "The collateral did not cover the debts.";
  const about = { reason: state, words, sender: "exchange" } as const;
  return [storyStep("liquidation_ended", { seq: Number(seq), timeMs }, about)];
}

/** Returns the story of a liquidation of a margin account. Fails with a `HistoryFault`. */
export async function marginLiquidation(
  { accounts, history }: ExchangeAccess,
  row: UnwindRow,
): Promise<LiquidationStory> {
  const { createdAtMs: fromMs, endedAtMs, id, state, user, wallet } = row;
  const [coins, sales] = await Promise.all([
    history.liquidationSteps({ user, liquidationIds: [id] }),
    history.orders({
      ...{ user, backing: wallet, liquidating: wallet, sources: ["system"], fromMs },
      toMs: state === "open" ? undefined : endedAtMs,
      limit: PAGE_ROWS_MAX,
    }),
  ]);
  const own = sales.rows.filter((order) => isOf(order, row));
  const steps = inOrder([
    startStep(accounts, row),
    ...saleSteps(accounts, own).reverse(),
    ...coinSteps(accounts, coins.rows).reverse(),
  ]);
  const ends = endSteps(row, steps.at(-1)?.seq ?? "0");
  return { steps: [...steps, ...ends], isComplete: !(coins.hasMore || sales.hasMore) };
}
