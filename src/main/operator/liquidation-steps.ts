/** What liquidations of margin and unified accounts did with coins and debts, for the operator. */
import type { MarginWallet } from "../../core/base/vocabulary.ts";
import type { LiquidationState } from "../../ops/user-history-rows.ts";
import { PAGE_ROWS_MAX } from "../../projections/history/limits.ts";
import type {
  LiquidationStepKind,
  LiquidationStepRow,
} from "../../projections/history/liquidation-step-table.ts";
import type { Page } from "../../projections/history/queries.ts";
import type { OrderRow, UnwindRow } from "../../projections/history/tables.ts";
import type { LiveAccounts } from "../../projections/live/live-accounts.ts";
import { orderAverageText } from "../../wire/average-price.ts";
import { wireId } from "../../wire/ids.ts";
import { currencyCode } from "../../wire/listings.ts";
import { orderViewOfRow } from "../../wire/order-view.ts";
import { filledText } from "../../wire/sizes.ts";
import { amountText } from "../../wire/texts.ts";
import type { Engine } from "../engine.ts";
import { instrumentName } from "./order-states.ts";
import { timeText } from "./times.ts";

/** Members of a liquidation that its steps fill. */
type Steps = Pick<LiquidationState, "swaps" | "repayments" | "losses">;
type FundRows = LiquidationState["fund"];

function fundRow(accounts: LiveAccounts, row: LiquidationStepRow): FundRows {
  const text = amountText(accounts, row.currency, row.amount);
  const common = { coin: currencyCode(accounts, row.currency), time: timeText(row.createdAtMs) };
  if (row.kind === "fee") {
    return [{ ...common, reason: "liquidation_fee", received: text, paid: "0" }];
  }
  if (row.kind !== "cover" || row.amount === 0n) return [];
  return [{ ...common, reason: "loan_cover", received: "0", paid: text }];
}

/** Returns the fees and covers of loans among the steps: payments of the insurance fund. */
export function fundRowsOf(accounts: LiveAccounts, rows: readonly LiquidationStepRow[]): FundRows {
  return rows.flatMap((row) => fundRow(accounts, row));
}

/** Returns swaps, repayments and losses among the steps of one liquidation. */
export function stepsOf(accounts: LiveAccounts, rows: readonly LiquidationStepRow[]): Steps {
  const coin = (currency: number): string => currencyCode(accounts, currency);
  const text = (currency: number, amount: bigint) => amountText(accounts, currency, amount);
  const of = (...kinds: readonly LiquidationStepKind[]) =>
    rows.filter(({ kind }) => kinds.includes(kind));
  return {
    swaps: of("fund_swap", "pool_exchange").map((row) => ({
      with: row.kind === "fund_swap" ? "insurance_fund" : "lending_pool",
      ...{ fromCoin: coin(row.currency), fromAmount: text(row.currency, row.amount) },
      ...{ toCoin: coin(row.toCurrency), toAmount: text(row.toCurrency, row.toAmount) },
      time: timeText(row.createdAtMs),
    })),
    repayments: of("repayment").map(({ amount, createdAtMs, currency, interest }) => ({
      coin: coin(currency),
      principal: text(currency, amount),
      interest: text(currency, interest),
      time: timeText(createdAtMs),
    })),
    losses: of("cover").map(({ amount, createdAtMs, currency, interest, poolLoss }) => ({
      coin: coin(currency),
      fundPaid: text(currency, amount),
      poolLoss: text(currency, poolLoss),
      interestDropped: text(currency, interest),
      time: timeText(createdAtMs),
    })),
  };
}

/** Orders by which liquidations of margin accounts sold and bought coins, newest first. */
export type Sales = Pick<Page<OrderRow>, "rows" | "hasMore">;

/**
 * Returns the orders of the liquidations of a margin wallet, at most `PAGE_ROWS_MAX`, and perhaps
 * some of newer ones. Fails with a `HistoryFault`.
 */
export async function salesOf(
  history: Engine["history"],
  user: number,
  { unwinds, wallet }: { readonly unwinds: readonly UnwindRow[]; readonly wallet: MarginWallet },
): Promise<Sales> {
  if (unwinds.length === 0) return { rows: [], hasMore: false };
  const isRunning = unwinds.some(({ state }) => state === "open");
  return history.orders({
    ...{ user, backing: wallet, liquidating: wallet, sources: ["system"] },
    fromMs: Math.min(...unwinds.map(({ createdAtMs }) => createdAtMs)),
    toMs: isRunning ? undefined : Math.max(...unwinds.map(({ endedAtMs }) => endedAtMs)),
    limit: PAGE_ROWS_MAX,
  });
}

/** Whether an order was placed by a liquidation: an account has at most one at a time. */
function isOf(order: OrderRow, unwind: UnwindRow): boolean {
  const place = unwind.wallet === "isolated_margin" ? order.instrument + 1 : 0;
  const isBefore = unwind.state === "open" || order.createdAtMs <= unwind.endedAtMs;
  return place === unwind.place && unwind.id < order.id && isBefore;
}

/** Returns the sales and purchases of one liquidation of a margin account, newest first. */
export function salesWithin(
  accounts: LiveAccounts,
  unwind: UnwindRow,
  { rows }: Sales,
): LiquidationState["sales"] {
  return rows.flatMap((row) => {
    const instrument = accounts.instrumentAt(row.instrument);
    if (instrument === undefined || !isOf(row, unwind)) return [];
    const order = orderViewOfRow(row);
    const { feeCurrency, feeTotal, filled } = order;
    return [
      {
        ...{ orderId: wireId(row.id), ...instrumentName(instrument), side: row.side },
        averagePrice: orderAverageText(accounts, instrument, order),
        size: filledText(instrument, order),
        fee: filled === 0 ? "0" : amountText(accounts, feeCurrency, feeTotal),
        feeCoin: filled === 0 ? "" : currencyCode(accounts, feeCurrency),
        time: timeText(row.createdAtMs),
      },
    ];
  });
}
