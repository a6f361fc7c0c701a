/** What stands in each area of the trade screen. */
import { type Component, lazy } from "solid-js";
import { AccountTabs } from "../../panels/account-tabs/account-tabs.tsx";
import { DepthChart } from "../../panels/depth-chart/depth-chart.tsx";
import { OrderBook } from "../../panels/order-book/order-book.tsx";
import { Tape } from "../../panels/tape/tape.tsx";
import { TicketPanel } from "../../panels/ticket/ticket-panel.tsx";
import type { Instrument } from "../../state/instruments.ts";

export type AreaName = "chart" | "depth" | "book" | "trades" | "ticket" | "account";

/** The library of the chart is half of the script: everything else is there before it. */
const ChartPanel = lazy(async () => {
  const { ChartPanel } = await import("../../panels/chart/chart-panel.tsx");
  return { default: ChartPanel };
});

/** Panels by area. */
export const AREAS: Readonly<Record<AreaName, Component<{ readonly instrument: Instrument }>>> = {
  chart: ChartPanel,
  depth: DepthChart,
  book: OrderBook,
  trades: Tape,
  ticket: TicketPanel,
  account: AccountTabs,
};
