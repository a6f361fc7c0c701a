import { type JSX, Suspense } from "solid-js";
import { Dynamic } from "solid-js/web";
import type { Instrument } from "../../state/instruments.ts";
import { AREAS, type AreaName } from "./areas.tsx";

/** An area of the trade screen, with the panel that stands in it and has a name of its own. */
export function Area(props: {
  readonly name: AreaName;
  readonly instrument: Instrument;
}): JSX.Element {
  return (
    <div class="area" data-area={props.name}>
      {/* A panel that is still loading leaves the others as they are. */}
      <Suspense fallback={<p class="quiet area-loading">Loading…</p>}>
        <Dynamic component={AREAS[props.name]} instrument={props.instrument} />
      </Suspense>
    </div>
  );
}
