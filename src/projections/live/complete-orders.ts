/**
 * Completes the records of open orders after a start. A state, from which they are made, keeps
 * neither their realised profit nor their leverage at acceptance or the time of their last change;
 * the rows of the history do.
 */
import { HistoryFault } from "../history/history-fault.ts";
import { PAGE_ROWS_MAX } from "../history/limits.ts";
import type { HistoryReader } from "../history/queries.ts";
import type { LiveOrders } from "./live-orders.ts";

type NamedOrder = { readonly user: number; readonly orderId: number };

/** Reads of an order that is filled again whenever its row arrives. */
const READS_MAX = 10;

export type OrderCompletion = {
  readonly history: Pick<HistoryReader, "namedOrders">;
  readonly orders: LiveOrders;
  /** Ends the completion. */
  readonly signal: AbortSignal;
  /** Resolves when a read may be tried again that the history has refused, as while it lags. */
  readonly pause: () => Promise<void>;
};

/** Completes a page of orders; returns those that were filled between the read and its answer. */
async function completePage(
  { history, orders, pause, signal }: OrderCompletion,
  page: readonly NamedOrder[],
): Promise<readonly NamedOrder[]> {
  while (!signal.aborted) {
    try {
      const { rows } = await history.namedOrders({ orders: page });
      const kept = rows.map((row) => ({ ...row, orderId: row.id }));
      return kept.filter((row) => !orders.complete(row));
    } catch (thrown) {
      if (!(thrown instanceof HistoryFault)) throw thrown;
      await pause();
    }
  }
  return [];
}

/**
 * Completes every order that is open now, a page at a time: other reads of the history come
 * between. Orders without a row, such as those of the market's agents, stay as they are.
 */
export async function completeOrders(completion: OrderCompletion): Promise<void> {
  let page: NamedOrder[] = [];
  const complete = async (): Promise<void> => {
    let left: readonly NamedOrder[] = page;
    page = [];
    for (let reads = 0; left.length > 0 && reads < READS_MAX; reads++) {
      left = await completePage(completion, left);
    }
  };
  for (const { orderId, user } of completion.orders.everyOpen()) {
    page.push({ user, orderId });
    if (page.length < PAGE_ROWS_MAX) continue;
    await complete();
    if (completion.signal.aborted) return;
  }
  await complete();
}
