import type { JSX } from "solid-js";
import { Dynamic } from "solid-js/web";
import type { Instrument } from "../../state/instruments.ts";
import { AREAS, type AreaName } from "./areas.tsx";

const LABELS: Readonly<Record<AreaName, string>> = {
  chart: "Chart",
  depth: "Depth",
  book: "Order book",
  trades: "Trades",
  ticket: "Order ticket",
  account: "Orders and positions",
};

/** An area of the trade screen, with the panel that stands in it. */
export function Area(props: {
  readonly name: AreaName;
  readonly instrument: Instrument;
}): JSX.Element {
  return (
    <section class="area" data-area={props.name} aria-label={LABELS[props.name]}>
      <Dynamic component={AREAS[props.name]} instrument={props.instrument} />
    </section>
  );
}
