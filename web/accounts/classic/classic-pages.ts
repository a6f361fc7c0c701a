/** Records of a classic account in pages. Functions reject with `WireFailure`. */
import type { Category } from "../../state/instruments.ts";
import { get, type Query } from "../../wire/rest.ts";
import type { PageRequest } from "../account-client.ts";
import { mergedPage } from "../merged-page.ts";
import type { Bill, Fill, FundingPayment, Order, Page } from "../model.ts";
import {
  type FillRow,
  futuresBillOf,
  futuresFillOf,
  futuresOrderOf,
  type Row,
} from "./classic-futures-rows.ts";
import { MARGIN_MODES } from "./classic-lists.ts";
import {
  marginBillOf,
  marginOrderOf,
  type FillRow as SpotFillRow,
  spotBillOf,
  spotFillOf,
  spotOrderOf,
} from "./classic-spot-rows.ts";

const PAGE_ROWS = 50;
/** Lists of margin records ask for a beginning, at most this long ago, in ms. */
const MARGIN_SPAN_MS = 89 * 86_400_000;

/** One page of a list that continues below the last id. */
async function pageOf<R, T extends { readonly id: string }>(
  load: (paging: Query) => Promise<readonly R[] | null>,
  read: (row: R) => T,
  { cursor, symbol }: PageRequest,
): Promise<Page<T>> {
  const found = (await load({ symbol, idLessThan: cursor, limit: PAGE_ROWS })) ?? [];
  const rows = found.map(read);
  return { rows, next: rows.length < PAGE_ROWS ? undefined : rows.at(-1)?.id };
}

type Entrusted = { readonly entrustedList: readonly Row[] | null };

export async function orderHistory(request: PageRequest): Promise<Page<Order>> {
  const { category, symbol } = request;
  if (category !== "spot") {
    const load = async (paging: Query) => {
      const query = { ...paging, productType: category.toUpperCase() };
      return (await get<Entrusted>("/api/v2/mix/order/orders-history", query)).entrustedList;
    };
    return pageOf(load, (row) => futuresOrderOf(category, row), request);
  }
  const spot = pageOf(
    (paging) => get<readonly Row[]>("/api/v2/spot/trade/history-orders", paging),
    spotOrderOf,
    request,
  );
  // The lists of margin are per pair.
  const margin =
    symbol === undefined ? [] : MARGIN_MODES.map((mode) => marginOrders(mode, request));
  return mergedPage(await Promise.all([spot, ...margin]));
}

function marginOrders(mode: "crossed" | "isolated", request: PageRequest): Promise<Page<Order>> {
  const load = async (paging: Query) => {
    const query = { ...paging, startTime: Date.now() - MARGIN_SPAN_MS };
    const path = `/api/v2/margin/${mode}/history-orders`;
    return (await get<{ orderList: readonly Row[] | null }>(path, query)).orderList;
  };
  return pageOf(load, (row) => marginOrderOf(mode, row), request);
}

export async function fillHistory(request: PageRequest): Promise<Page<Fill>> {
  const { category, symbol } = request;
  if (category !== "spot") {
    const load = async (paging: Query) => {
      const query = { ...paging, productType: category.toUpperCase() };
      const path = "/api/v2/mix/order/fills";
      return (await get<{ fillList: readonly FillRow[] | null }>(path, query)).fillList;
    };
    return pageOf(load, (row) => futuresFillOf(category, row), request);
  }
  // The lists of spot are per pair: without one, those of the pairs of the latest orders.
  const symbols =
    symbol === undefined
      ? [...new Set((await orderHistory(request)).rows.map((order) => order.symbol))]
      : [symbol];
  const pages = symbols.flatMap((name) => spotFills({ ...request, symbol: name }));
  return mergedPage(await Promise.all(pages));
}

function spotFills(request: PageRequest): Promise<Page<Fill>>[] {
  const spot = pageOf(
    (paging) => get<readonly SpotFillRow[]>("/api/v2/spot/trade/fills", paging),
    spotFillOf,
    request,
  );
  const margin = MARGIN_MODES.map((mode) => {
    const load = async (paging: Query) => {
      const query = { ...paging, startTime: Date.now() - MARGIN_SPAN_MS };
      const path = `/api/v2/margin/${mode}/fills`;
      return (await get<{ fills: readonly SpotFillRow[] | null }>(path, query)).fills;
    };
    return pageOf(load, spotFillOf, request);
  });
  return [spot, ...margin];
}

async function futuresBills(category: Category, query: Query): Promise<readonly Row[] | null> {
  const sent = { ...query, productType: category.toUpperCase() };
  return (await get<{ bills: readonly Row[] | null }>("/api/v2/mix/account/bill", sent)).bills;
}

type MarginRecords = { readonly resultList: readonly Row[] | null };

function marginBills(mode: "crossed" | "isolated", request: PageRequest): Promise<Page<Bill>> {
  const load = async (paging: Query) => {
    const query = { ...paging, startTime: Date.now() - MARGIN_SPAN_MS };
    const path = `/api/v2/margin/${mode}/financial-records`;
    return (await get<MarginRecords>(path, query)).resultList;
  };
  return pageOf(load, (row) => marginBillOf(mode, row), request);
}

/** Pairs whose accounts of isolated margin have a balance or a debt. */
async function isolatedPairs(): Promise<readonly string[]> {
  const rows = await get<readonly Row[]>("/api/v2/margin/isolated/account/assets");
  const held = rows.filter((row) => [row["totalAmount"], row["borrow"]].some(Number));
  return [...new Set(held.flatMap(({ symbol }) => symbol ?? []))];
}

/** Bills of spot and crossed margin name no pair, so that a symbol does not select among them. */
async function spotBills(request: PageRequest): Promise<Page<Bill>> {
  const spot = pageOf(
    ({ idLessThan, limit }) =>
      get<readonly Row[]>("/api/v2/spot/account/bills", { idLessThan, limit }),
    spotBillOf,
    request,
  );
  const crossed = marginBills("crossed", { ...request, symbol: undefined });
  const pairs = request.symbol === undefined ? await isolatedPairs() : [request.symbol];
  const isolated = pairs.map((symbol) => marginBills("isolated", { ...request, symbol }));
  return mergedPage(await Promise.all([spot, crossed, ...isolated]));
}

export async function billHistory(request: PageRequest): Promise<Page<Bill>> {
  const { category } = request;
  if (category === "spot") return spotBills(request);
  const read = (row: Row): Bill => futuresBillOf(category, row);
  return pageOf((paging) => futuresBills(category, paging), read, request);
}

export async function fundingHistory(request: PageRequest): Promise<Page<FundingPayment>> {
  const { category } = request;
  if (category === "spot") return { rows: [], next: undefined };
  const read = (row: Row): FundingPayment => {
    const { amount, coin, id, symbol, timeMs } = futuresBillOf(category, row);
    return { id, category, symbol, instrumentKey: `${category}:${symbol}`, coin, amount, timeMs };
  };
  return pageOf(
    (paging) => futuresBills(category, { ...paging, onlyFunding: "yes" }),
    read,
    request,
  );
}
