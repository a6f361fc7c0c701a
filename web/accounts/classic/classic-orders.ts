/** Orders of a classic account. Functions reject with `WireFailure`. */
import { type Instrument, instruments } from "../../state/instruments.ts";
import { post } from "../../wire/rest.ts";
import { WireFailure } from "../../wire/wire-failure.ts";
import type { AccountClient } from "../account-client.ts";
import { newClientId } from "../client-id.ts";
import type { NewOrder, Order } from "../model.ts";
import { placeRequest, present } from "./classic-requests.ts";

type OrderChange = Parameters<AccountClient["amend"]>[1];
export type Placed = { readonly orderId: string };
type Batch = {
  readonly failureList?: readonly { readonly errorCode: string; readonly errorMsg: string }[];
};
type Located = Pick<Order, "category" | "symbol" | "instrumentKey">;

const BATCH_MAX = 50;

/** Throws the first refusal of a batch; the other items stand. */
export function checkBatch({ failureList }: Batch): void {
  const failed = failureList?.[0];
  if (failed !== undefined) throw new WireFailure(failed.errorCode, failed.errorMsg, 200);
}

/** Members that name a futures contract. */
export function contract({ category, instrumentKey, symbol }: Located): Record<string, string> {
  const marginCoin = instruments().get(instrumentKey)?.settle ?? coinOf(category);
  return { symbol, productType: category.toUpperCase(), marginCoin };
}

function coinOf(category: string): string {
  return category === "usdc-futures" ? "USDC" : "USDT";
}

export function keyOf({ category, symbol }: Pick<Order, "category" | "symbol">): string {
  return `${category}:${symbol}`;
}

export async function placeOrder(order: NewOrder): Promise<string> {
  const [path, body] = placeRequest(order, contract({ ...order, instrumentKey: keyOf(order) }));
  return (await post<Placed>(path, body)).orderId;
}

/** A changed exit: 0 removes it, an absent one stays. */
function changedExit(text: string | undefined): string | undefined {
  return text === "" ? "0" : text;
}

export async function amendOrder(order: Order, changed: OrderChange): Promise<void> {
  const { price = order.price, size = order.size } = changed;
  const isMoved = changed.price !== undefined || changed.size !== undefined;
  if (order.category !== "spot") {
    await post(
      "/api/v2/mix/order/modify-order",
      present({
        ...contract(order),
        orderId: order.id,
        newClientOid: isMoved ? newClientId() : undefined,
        newPrice: isMoved ? price : undefined,
        newSize: isMoved ? size : undefined,
        newPresetStopSurplusPrice: changedExit(changed.takeProfit),
        newPresetStopLossPrice: changedExit(changed.stopLoss),
      }),
    );
    return;
  }
  if (order.marginMode !== "spot") {
    // Margin has no change of an order: a new one takes its place.
    await cancelMarginOrder(order);
    const { category, marginMode, side, symbol, timeInForce, type } = order;
    await placeOrder({ category, marginMode, side, symbol, timeInForce, type, price, size });
    return;
  }
  const answer = await post<{ readonly success: string; readonly msg: string | null }>(
    "/api/v2/spot/trade/cancel-replace-order",
    present({
      symbol: order.symbol,
      orderId: order.id,
      newClientOid: newClientId(),
      price,
      size,
      presetTakeProfitPrice: changedExit(changed.takeProfit),
      presetStopLossPrice: changedExit(changed.stopLoss),
    }),
  );
  if (answer.success === "failure") {
    throw new WireFailure("refused", answer.msg ?? "The change was refused", 200);
  }
}

async function cancelMarginOrder({ id, marginMode, symbol }: Order): Promise<void> {
  await post(`/api/v2/margin/${marginMode}/cancel-order`, { symbol, orderId: id });
}

export async function cancelOrders(orders: readonly Order[]): Promise<void> {
  const margin = orders.filter(({ marginMode, category }) => {
    return category === "spot" && marginMode !== "spot";
  });
  const groups = new Map<string, Order[]>();
  for (const order of orders) {
    if (margin.includes(order)) continue;
    const key = order.category === "spot" ? order.category : order.instrumentKey;
    groups.set(key, [...(groups.get(key) ?? []), order]);
  }
  const batches = [...groups.values()].flatMap((group) => {
    const parts: Order[][] = [];
    for (let from = 0; from < group.length; from += BATCH_MAX) {
      parts.push(group.slice(from, from + BATCH_MAX));
    }
    return parts;
  });
  await Promise.all([...batches.map(cancelBatch), ...margin.map(cancelMarginOrder)]);
}

async function cancelBatch(batch: readonly Order[]): Promise<void> {
  const [first] = batch;
  if (first === undefined) return;
  if (first.category === "spot") {
    const orderList = batch.map(({ id, symbol }) => ({ orderId: id, symbol }));
    const body = { batchMode: "multiple", orderList };
    checkBatch(await post<Batch>("/api/v2/spot/trade/batch-cancel-order", body));
    return;
  }
  const orderIdList = batch.map(({ id }) => ({ orderId: id }));
  const body = { ...contract(first), orderIdList };
  checkBatch(await post<Batch>("/api/v2/mix/order/batch-cancel-orders", body));
}

/** Members of an instrument for settings of futures. */
export function contractOf({ category, key, symbol }: Instrument): Record<string, string> {
  return contract({ category, instrumentKey: key, symbol });
}
