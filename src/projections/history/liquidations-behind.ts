/** Finds the liquidations that cancelled orders. */
import { type CloseReason, MARGIN_WALLETS, type MarginWallet } from "../../core/base/vocabulary.ts";
import type { Instrument } from "../../core/instruments/instrument.ts";
import type { History } from "./history.ts";
import type { LiquidationRow } from "./liquidation-record-tables.ts";
import type { OrderRow, UnwindRow } from "./tables.ts";

/** Newest liquidations of a user among which that of a cancelled order is looked for. */
const LIQUIDATIONS_SEARCHED = 100;

/** Members of an order that say why it was closed. */
export type ClosedOrder = Pick<OrderRow, "instrument" | "updatedAtMs" | "backing"> & {
  readonly closeReason: CloseReason;
  /** `none` and 0 when they are not recorded. */
  readonly closedBy: OrderRow["closedBy"];
  readonly closedSeq: number;
};

/** Liquidations of positions, and sales of the collateral of margin accounts; newest first. */
export type Liquidations = {
  readonly positions: readonly LiquidationRow[];
  readonly accounts: readonly UnwindRow[];
};
export const NO_LIQUIDATIONS: Liquidations = { positions: [], accounts: [] };

/** Returns the order if it is closed. */
export function closedOrder(row: OrderRow): ClosedOrder | undefined {
  const { closeReason } = row;
  return closeReason === "none" ? undefined : { ...row, closeReason };
}

type Span = Pick<LiquidationRow, "createdAtMs" | "endedAtMs"> & { readonly state: string };

function wasRunning({ createdAtMs, endedAtMs, state }: Span, atMs: number): boolean {
  return createdAtMs <= atMs && (state === "open" || endedAtMs >= atMs);
}

/** Whether a liquidation concerns the account or position that backs an order. */
function concerns(liquidation: LiquidationRow, order: ClosedOrder, instrument: Instrument) {
  if (liquidation.scope === "unified") return true;
  if (liquidation.scope === "crossed") return liquidation.currency === instrument.settle;
  return liquidation.instrument === order.instrument + 1;
}

/** Returns the margin wallet that backs an order, if one does. */
function marginWalletOf({ backing }: ClosedOrder): MarginWallet | undefined {
  return MARGIN_WALLETS.find((wallet) => wallet === backing);
}

/**
 * Returns the liquidations of a user up to the last of the orders that a liquidation cancelled;
 * none when there is no such order. Fails with a `HistoryFault`.
 */
export async function liquidationsBehind(
  history: History,
  user: number,
  orders: readonly ClosedOrder[],
): Promise<Liquidations> {
  const liquidated = orders.filter(({ closeReason }) => closeReason === "liquidation");
  if (liquidated.length === 0) return NO_LIQUIDATIONS;
  const toMs = Math.max(...liquidated.map(({ updatedAtMs }) => updatedAtMs));
  const query = { user, toMs, limit: LIQUIDATIONS_SEARCHED };
  const wallets = new Set(liquidated.map(marginWalletOf));
  const [positions, ...accounts] = await Promise.all([
    history.liquidations(query),
    ...MARGIN_WALLETS.filter((wallet) => wallets.has(wallet)).map((wallet) =>
      history.unwinds({ ...query, wallet }),
    ),
  ]);
  return { positions: positions.rows, accounts: accounts.flatMap(({ rows }) => rows) };
}

/** Returns the liquidation or flash repayment that cancelled an order, if it is known. */
export function liquidationOf(
  order: ClosedOrder,
  instrument: Instrument,
  { accounts, positions }: Liquidations,
): { readonly id: number; readonly isFlash: boolean } | undefined {
  const atMs = order.updatedAtMs;
  const wallet = marginWalletOf(order);
  if (wallet === undefined) {
    const found = positions.find(
      (one) => wasRunning(one, atMs) && concerns(one, order, instrument),
    );
    return found && { id: found.id, isFlash: false };
  }
  const place = wallet === "isolated_margin" ? order.instrument + 1 : 0;
  const found = accounts.find(
    (one) => one.wallet === wallet && one.place === place && wasRunning(one, atMs),
  );
  return found && { id: found.id, isFlash: !found.isForced };
}
