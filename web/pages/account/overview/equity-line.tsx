import type { JSX } from "solid-js";
import { linePoints } from "./line-points.ts";
import "./equity-line.css";

const WIDTH = 600;
const HEIGHT = 120;

/** A line of values over time, oldest first; the table or figures beside it say them. */
export function EquityLine(props: { readonly values: readonly number[] }): JSX.Element {
  return (
    <svg
      class="equity-line"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`Equity over ${props.values.length} points in time`}
    >
      <polyline points={linePoints(props.values, WIDTH, HEIGHT)} />
    </svg>
  );
}
