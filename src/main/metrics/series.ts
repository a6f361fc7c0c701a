/** Gauges and counters whose series are read when the page is rendered. */
import { Counter, Gauge, type Registry } from "prom-client";

export type SeriesTerms<L extends string> = {
  /** Name without the prefix `bourse_`. */
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly L[];
};

/** Sets one series; a metric without labels takes `{}`. */
export type SetSeries<L extends string> = (
  labels: Readonly<Record<L, string>>,
  value: number,
) => void;

function optionsOf<L extends string>(
  registry: Registry,
  { help, labelNames, name }: SeriesTerms<L>,
) {
  return { name: `bourse_${name}`, help, labelNames: [...labelNames], registers: [registry] };
}

/** Registers a gauge. A series that `read` does not set any more is absent from the page. */
export function gaugeSeries<L extends string>(
  registry: Registry,
  terms: SeriesTerms<L>,
  read: (set: SetSeries<L>) => void,
): void {
  new Gauge({
    ...optionsOf(registry, terms),
    collect() {
      this.reset();
      // A reset sets the only series of a metric without labels to 0.
      if (terms.labelNames.length === 0) this.remove();
      read((labels, value) => this.set(labels, value));
    },
  });
}

/** Registers a counter; `read` sets the totals since the start. */
export function counterSeries<L extends string>(
  registry: Registry,
  terms: SeriesTerms<L>,
  read: (set: SetSeries<L>) => void,
): void {
  new Counter({
    ...optionsOf(registry, terms),
    collect() {
      this.reset();
      read((labels, value) => this.inc(labels, value));
    },
  });
}

/** Registers a gauge without labels. */
export function plainGauge(
  registry: Registry,
  name: string,
  help: string,
  read: () => number,
): void {
  gaugeSeries(registry, { name, help, labelNames: [] }, (set) => set({}, read()));
}
