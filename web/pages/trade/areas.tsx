/** What stands in each area of the trade screen. */
import type { Component, JSX } from "solid-js";
import { EmptyState } from "../../parts/empty-state.tsx";
import type { Instrument } from "../../state/instruments.ts";

export type AreaName = "chart" | "depth" | "book" | "trades" | "ticket" | "account";

type Panel = Component<{ readonly instrument: Instrument }>;

/** Returns a panel that says that an area has none. */
function without(title: string): Panel {
  return (props): JSX.Element => (
    <EmptyState title={title}>{props.instrument.symbol} is traded all the same.</EmptyState>
  );
}

/** Panels by area. */
export const AREAS: Readonly<Record<AreaName, Panel>> = {
  chart: without("This build has no chart"),
  depth: without("This build has no depth chart"),
  book: without("This build has no order book"),
  trades: without("This build has no list of trades"),
  ticket: without("This build has no order ticket"),
  account: without("This build has no lists of orders and positions"),
};
