/** Metrics of the exchange itself. */
import type { Registry } from "prom-client";
import type { Engine } from "./engine.ts";
import { plainGauge } from "./metrics/series.ts";

/** Registers the metrics; each is read when the page is rendered. */
export function exchangeMetrics(registry: Registry, engine: Engine): void {
  const gauge = (name: string, help: string, read: () => number): void => {
    plainGauge(registry, name, help, read);
  };
  gauge("applied_seq", "Commands applied since the exchange was founded", () => engine.state.seq);
  gauge("open_orders", "Orders that rest in the books", () => engine.state.orders.count);
  gauge("users", "Users, the exchange itself among them", () => engine.state.users.length);
  gauge(
    "history_applied_seq",
    "Commands whose rows are in the history",
    () => engine.history.appliedSeq,
  );
  gauge("history_lag_commands", "Commands whose rows are not yet in the history", () =>
    Math.max(0, engine.state.seq - engine.history.appliedSeq),
  );
  gauge(
    "history_lag_seconds",
    "Exchange time between the last command and the history's",
    () => Math.max(0, engine.state.timeMs - engine.history.appliedMs) / 1e3,
  );
  gauge(
    "clock_difference_seconds",
    "Wall clock less exchange time; a jump beyond 5 s either way",
    () => engine.time.view().differenceMs / 1e3,
  );
}
