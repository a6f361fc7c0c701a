/** Liquidations of a user as the operator reads them. */
import { MARGIN_WALLETS } from "../../core/base/vocabulary.ts";
import type { LiquidationPage, LiquidationState } from "../../ops/user-history-rows.ts";
import type {
  LiquidationPartRow,
  LiquidationPaymentRow,
  LiquidationRow,
} from "../../projections/history/liquidation-record-tables.ts";
import type { LiquidationStepRow } from "../../projections/history/liquidation-step-table.ts";
import { newestRows } from "../../projections/history/newest-rows.ts";
import type { Page, Paging } from "../../projections/history/queries.ts";
import type { UnwindRow } from "../../projections/history/tables.ts";
import type { LiveAccounts } from "../../projections/live/live-accounts.ts";
import { wireId } from "../../wire/ids.ts";
import { liquidationMoney } from "../../wire/liquidation-money.ts";
import { currencyCode } from "../../wire/listings.ts";
import { quantityText } from "../../wire/sizes.ts";
import { amountText, priceText, rateE6Text, riskRateText } from "../../wire/texts.ts";
import type { Engine } from "../engine.ts";
import { fundRowsOf, type Sales, salesOf, salesWithin, stepsOf } from "./liquidation-steps.ts";
import { instrumentName } from "./order-states.ts";
import { timeText } from "./times.ts";

type Rows = {
  readonly parts: Page<LiquidationPartRow>;
  readonly payments: Page<LiquidationPaymentRow>;
  readonly steps: Page<LiquidationStepRow>;
};

function partsOf(accounts: LiveAccounts, rows: readonly LiquidationPartRow[]) {
  return rows.flatMap((row): LiquidationState["parts"] => {
    const instrument = accounts.instrumentAt(row.instrument);
    if (instrument === undefined) return [];
    return [
      {
        orderId: wireId(row.id),
        ...instrumentName(instrument),
        ...{ side: row.positionSide, step: row.step, taker: row.taker },
        markPrice: priceText(instrument, row.mark),
        price: priceText(instrument, row.price),
        size: quantityText(instrument, row.size, row.price),
        time: timeText(row.createdAtMs),
      },
    ];
  });
}

function fundOf(accounts: LiveAccounts, rows: readonly LiquidationPaymentRow[]) {
  return rows.map(({ amount, createdAtMs, currency, isPaidIn, reason }) => {
    const text = amountText(accounts, currency, amount);
    return {
      ...{ reason, coin: currencyCode(accounts, currency) },
      ...{ received: isPaidIn ? text : "0", paid: isPaidIn ? "0" : text },
      time: timeText(createdAtMs),
    };
  });
}

type IdPage = Pick<Page<{ readonly id: number }>, "rows" | "hasMore">;

/** Whether rows of liquidations, newest first, contain all rows of one of them. */
function hasAll({ hasMore, rows }: IdPage, liquidationId: number): boolean {
  return !hasMore || (rows.at(-1)?.id ?? 0) <= liquidationId;
}

function ofPositions(
  accounts: LiveAccounts,
  row: LiquidationRow,
  { parts, payments, steps }: Rows,
): LiquidationState {
  const { endEquity, endMaintenance, equity, id, maintenance, scope, state } = row;
  const instrument = accounts.instrumentAt(row.instrument - 1);
  const { coin, text: money } = liquidationMoney(accounts, row);
  const own = <R extends { readonly liquidationId: number }>({ rows }: Page<R>): R[] =>
    rows.filter(({ liquidationId }) => liquidationId === id);
  return {
    ...{ liquidationId: wireId(id), scope, wallet: row.wallet, state },
    ...{ symbol: instrument?.symbol ?? "", category: instrument?.category ?? "" },
    side: instrument === undefined ? "" : row.positionSide,
    markPrice: instrument === undefined ? "" : priceText(instrument, row.mark),
    coin,
    ...{ equity: money(equity), maintenance: money(maintenance), debts: "", fee: "" },
    ratio: riskRateText(row),
    endEquity: state === "open" ? "" : money(endEquity),
    endMaintenance: state === "open" ? "" : money(endMaintenance),
    startedAt: timeText(row.createdAtMs),
    endedAt: state === "open" ? "" : timeText(row.endedAtMs),
    ...{ parts: partsOf(accounts, own(parts)), sales: [] },
    ...stepsOf(accounts, own(steps)),
    fund: fundOf(accounts, own(payments)),
    isComplete: [parts, payments, steps].every((rows) => hasAll(rows, id)),
  };
}

function ofMarginAccount(
  accounts: LiveAccounts,
  row: UnwindRow,
  { sales, steps }: { readonly sales: Sales; readonly steps: Page<LiquidationStepRow> },
): LiquidationState {
  const { assets, debts, fee, id, state, user } = row;
  const instrument = accounts.instrumentAt(row.place - 1);
  const realm = accounts.user(user)?.realm ?? "live";
  const currency = accounts.lending.figuresCurrency(realm, instrument);
  const own = steps.rows.filter(({ liquidationId }) => liquidationId === id);
  const money = (amount: bigint): string => amountText(accounts, currency, amount);
  return {
    ...{ liquidationId: wireId(row.id), scope: "margin", wallet: row.wallet, state },
    ...{ symbol: instrument?.symbol ?? "", category: instrument?.category ?? "", side: "" },
    ...{ markPrice: "", coin: currencyCode(accounts, currency) },
    ...{ equity: money(assets - debts), maintenance: "", debts: money(debts) },
    ratio: rateE6Text(row.riskE6),
    ...{ endEquity: "", endMaintenance: "", fee: money(fee) },
    startedAt: timeText(row.createdAtMs),
    endedAt: state === "open" ? "" : timeText(row.endedAtMs),
    ...{ parts: [], sales: salesWithin(accounts, row, sales), ...stepsOf(accounts, own) },
    fund: fundRowsOf(accounts, own),
    isComplete: hasAll(sales, id) && hasAll(steps, id),
  };
}

/** Returns a page of liquidations of positions and margin accounts of a user, newest first. */
export async function liquidationPage(
  { accounts, history }: Pick<Engine, "accounts" | "history">,
  user: number,
  paging: Paging,
): Promise<LiquidationPage> {
  const [positions, ...unwinds] = await Promise.all([
    history.liquidations({ ...paging, user }),
    ...MARGIN_WALLETS.map((wallet) => history.unwinds({ ...paging, user, wallet, isForced: true })),
  ]);
  const byWallet = MARGIN_WALLETS.map((wallet, index) => {
    return { wallet, unwinds: unwinds[index]?.rows ?? [] };
  });
  const liquidationIds = positions.rows.map(({ id }) => id);
  const unwindIds = byWallet.flatMap((account) => account.unwinds.map(({ id }) => id));
  const allIds = [...liquidationIds, ...unwindIds];
  const [parts, payments, steps, ...sales] = await Promise.all([
    history.liquidationParts({ user, liquidationIds }),
    history.liquidationPayments({ user, liquidationIds }),
    history.liquidationSteps({ user, liquidationIds: allIds }),
    ...byWallet.map((account) => salesOf(history, user, account)),
  ]);
  const states = [
    ...positions.rows.map((row) => {
      return { id: row.id, state: ofPositions(accounts, row, { parts, payments, steps }) };
    }),
    ...sales.flatMap((ofWallet, index) =>
      (unwinds[index]?.rows ?? []).map((row) => {
        return { id: row.id, state: ofMarginAccount(accounts, row, { sales: ofWallet, steps }) };
      }),
    ),
  ];
  const found = { rows: states, hasMore: [positions, ...unwinds].some((page) => page.hasMore) };
  const { hasMore, rows: shown } = newestRows([found], paging.limit);
  const last = shown.at(-1);
  return {
    liquidations: shown.map(({ state }) => state),
    cursor: hasMore && last !== undefined ? wireId(last.id) : "",
  };
}
