import type { Registry } from "prom-client";
import type { EventCounts } from "./event-counts.ts";
import type { LabelledCounts } from "./labelled-counts.ts";
import { counterSeries } from "./series.ts";

/** Registers the counters of events. A series begins with its first event since the start. */
export function eventMetrics(registry: Registry, counts: EventCounts): void {
  const counter = <L extends string>(
    name: string,
    help: string,
    values: LabelledCounts<L>,
  ): void => {
    const { labelNames } = values;
    counterSeries(registry, { name, help, labelNames }, (set) => values.forEach(set));
  };
  counter("liquidations_total", "Liquidations begun, by product", counts.liquidations);
  counter(
    "liquidation_steps_total",
    "Steps of liquidations that closed a part of a position",
    counts.liquidationSteps,
  );
  counter(
    "deleveragings_total",
    "Positions closed to end the liquidation of another account",
    counts.deleveragings,
  );
  counter(
    "insurance_fund_draws_total",
    "Payments of insurance funds, by product",
    counts.fundDraws,
  );
  counter(
    "insurance_fund_paid_total",
    "Amount that insurance funds paid, in the coin",
    counts.fundPaid,
  );
  counter(
    "insurance_fund_backstopped_total",
    "Amount that the exchange's own account paid for a fund, in the coin",
    counts.fundBackstopped,
  );
  counter(
    "lending_pool_written_off_total",
    "Amount that lending pools wrote off, in the coin",
    counts.poolLosses,
  );
  counter(
    "funding_settlements_total",
    "Funding settlements of contracts",
    counts.fundingSettlements,
  );
  counter(
    "funding_payments_total",
    "Payments of funding to or from positions",
    counts.fundingPayments,
  );
  counter("trading_halts_total", "Halts of instruments", counts.halts);
  counter(
    "rejections_total",
    "Orders, other commands and orders of plans that the core rejected",
    counts.rejections,
  );
}
