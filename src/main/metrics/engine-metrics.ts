import type { Registry } from "prom-client";
import type { Engine } from "../engine.ts";
import { DebtTotals } from "./debt-totals.ts";
import { EventCounts } from "./event-counts.ts";
import { eventMetrics } from "./event-metrics.ts";
import { loadMetrics } from "./load-metrics.ts";
import { marketMetrics } from "./market-metrics.ts";
import { moneyMetrics } from "./money-metrics.ts";

/** Registers the metrics of money, markets and load; counts the events of all further batches. */
export function engineMetrics(registry: Registry, engine: Engine): void {
  const { sequencer, state, time } = engine;
  const debts = new DebtTotals(state);
  const counts = new EventCounts(state, debts);
  sequencer.onBatch((events) => counts.onBatch(events.words()));
  moneyMetrics(registry, state, debts);
  marketMetrics(registry, { state, nowMs: () => time.nowMs() });
  eventMetrics(registry, counts);
  loadMetrics(registry, sequencer);
}
