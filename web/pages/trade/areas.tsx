/** What stands in each area of the trade screen. */
import type { Component, JSX } from "solid-js";
import { AccountTabs } from "../../panels/account-tabs/account-tabs.tsx";
import { DepthChart } from "../../panels/depth-chart/depth-chart.tsx";
import { OrderBook } from "../../panels/order-book/order-book.tsx";
import { Tape } from "../../panels/tape/tape.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import type { Instrument } from "../../state/instruments.ts";

export type AreaName = "chart" | "depth" | "book" | "trades" | "ticket" | "account";

type Panel = Component<{ readonly instrument: Instrument }>;

/** Returns a panel that says that an area has none. */
function without(title: string): Panel {
  return (): JSX.Element => <EmptyState title={title}>It is not built yet.</EmptyState>;
}

/** Panels by area. */
export const AREAS: Readonly<Record<AreaName, Panel>> = {
  chart: without("This build has no chart"),
  depth: DepthChart,
  book: OrderBook,
  trades: Tape,
  ticket: without("This build has no order ticket"),
  account: AccountTabs,
};
