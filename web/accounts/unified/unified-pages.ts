/** Records of a unified account in pages. All functions reject with `WireFailure`. */
import { get } from "../../wire/rest.ts";
import type { PageRequest } from "../account-client.ts";
import { mergedPage } from "../merged-page.ts";
import type { Bill, Fill, FundingPayment, Order, Page } from "../model.ts";
import {
  billOf,
  type FillRow,
  fillOf,
  fundingPaymentOf,
  type OrderRow,
  orderOf,
  type RecordRow,
} from "./unified-rows.ts";

const PAGE_ROWS = 50;

type Listed<Row> = { readonly list: readonly Row[]; readonly cursor: string };

/** Categories whose records belong to a category of the panels. */
function linesOf({ category }: PageRequest): readonly string[] {
  return category === "spot" ? ["SPOT", "MARGIN"] : [category.toUpperCase()];
}

async function page<Row, T extends { readonly id: string }>(
  path: string,
  request: PageRequest,
  queries: readonly Readonly<Record<string, string>>[],
  read: (row: Row) => T,
): Promise<Page<T>> {
  const { cursor, symbol } = request;
  const pages = await Promise.all(
    queries.map(async (query) => {
      const sent = { ...query, symbol, cursor, limit: PAGE_ROWS };
      const answer = await get<Listed<Row>>(path, sent);
      const next = answer.cursor === "" ? undefined : answer.cursor;
      return { rows: answer.list.map(read), next };
    }),
  );
  return mergedPage(pages);
}

export function orderHistory(request: PageRequest): Promise<Page<Order>> {
  const queries = linesOf(request).map((category) => ({ category }));
  return page<OrderRow, Order>("/api/v3/trade/history-orders", request, queries, orderOf);
}

export function fillHistory(request: PageRequest): Promise<Page<Fill>> {
  const queries = linesOf(request).map((category) => ({ category }));
  return page<FillRow, Fill>("/api/v3/trade/fills", request, queries, fillOf);
}

/** With the movements that belong to no instrument, unless the request names one. */
export function billHistory(request: PageRequest): Promise<Page<Bill>> {
  const lines = [...linesOf(request), ...(request.symbol === undefined ? ["OTHER"] : [])];
  const queries = lines.map((category) => ({ category }));
  return page<RecordRow, Bill>("/api/v3/account/financial-records", request, queries, billOf);
}

const FUNDING_TYPES = [
  "CONTRACT_MAIN_SETTLE_FEE_USER_IN",
  "CONTRACT_MAIN_SETTLE_FEE_USER_OUT",
] as const;

export async function fundingHistory(request: PageRequest): Promise<Page<FundingPayment>> {
  if (request.category === "spot") return { rows: [], next: undefined };
  const category = request.category.toUpperCase();
  const queries = FUNDING_TYPES.map((type) => ({ category, type }));
  const path = "/api/v3/account/financial-records";
  return page<RecordRow, FundingPayment>(path, request, queries, fundingPaymentOf);
}
