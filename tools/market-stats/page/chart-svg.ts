/** Charts as SVG: lines, bars and dots over two axes. The same input gives the same bytes. */

export type Axis = {
  readonly label: string;
  readonly scale: "linear" | "log";
  /** Bounds of the axis; by default those of the points, extended to whole ticks. */
  readonly min?: number;
  readonly max?: number;
  readonly format: (value: number) => string;
};

export type Point = readonly [x: number, y: number];

export type Series = {
  /** Text of the legend; an empty one has no place in it. */
  readonly label: string;
  readonly colour: string;
  /** Bars stand on zero; `level` is a horizontal line at the y of its first point. */
  readonly shape: "line" | "bars" | "dots" | "level";
  readonly points: readonly Point[];
};

export type Chart = {
  readonly title: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly series: readonly Series[];
};

const WIDTH = 760;
const HEIGHT = 380;
const LEFT = 82;
const RIGHT = 28;
const TOP = 62;
const BOTTOM = 52;

const INK = "#24292f";
const FAINT_INK = "#57606a";
const GRID = "#e3e6ea";

const TICKS = 6;
const LEGEND_GAP = 18;
const LEGEND_MARK = 18;
/** Average width of a character of the legend, in pixels; generous, as fonts differ. */
const CHARACTER = 7;

type Bounds = { readonly min: number; readonly max: number; readonly ticks: readonly number[] };

/** Coordinates have one decimal: enough for a screen, and short. */
const rounded = (value: number): string => String(Number(value.toFixed(1)));

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** A step of 1, 2 or 5 times a power of ten, so that about `TICKS` of them cover the span. */
function niceStep(span: number): number {
  const rough = span / TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((one) => one * power >= rough * 0.999) ?? 10;
  return factor * power;
}

function linearBounds(axis: Axis, low: number, high: number): Bounds {
  const step = niceStep((axis.max ?? high) - (axis.min ?? low) || 1);
  const min = axis.min ?? Math.floor(low / step) * step;
  const max = axis.max ?? Math.ceil(high / step) * step;
  const ticks: number[] = [];
  for (let count = Math.ceil(min / step); count * step <= max + step / 1_000; count++) {
    ticks.push(Number((count * step).toPrecision(12)));
  }
  return { min, max, ticks };
}

/** Ticks at powers of ten, and at 2 and 5 times of them when there are few. */
function logBounds(axis: Axis, low: number, high: number): Bounds {
  const min = axis.min ?? 10 ** Math.floor(Math.log10(low));
  const max = axis.max ?? 10 ** Math.ceil(Math.log10(high));
  const factors = Math.log10(max / min) <= 3 ? [1, 2, 5] : [1];
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(min)); 10 ** power <= max; power++) {
    for (const factor of factors) ticks.push(Number((factor * 10 ** power).toPrecision(12)));
  }
  return { min, max, ticks: ticks.filter((tick) => tick >= min && tick <= max) };
}

function boundsOf(axis: Axis, values: readonly number[]): Bounds {
  const low = Math.min(...values);
  const high = Math.max(...values);
  return axis.scale === "log" ? logBounds(axis, low, high) : linearBounds(axis, low, high);
}

type Project = (value: number) => number;

function projection(axis: Axis, { min, max }: Bounds, from: number, to: number): Project {
  const scale = axis.scale === "log" ? Math.log : (value: number): number => value;
  const span = scale(max) - scale(min) || 1;
  return (value) => from + ((scale(value) - scale(min)) / span) * (to - from);
}

type Frame = { readonly x: Project; readonly y: Project };

function barsOf({ colour, points }: Series, { x, y }: Frame): string {
  const [first, second] = points;
  const gap = first === undefined || second === undefined ? 8 : x(second[0]) - x(first[0]);
  const width = Math.max(1, gap * 0.72);
  const zero = y(0);
  const bars = points.map(([px, py]) => {
    const top = Math.min(zero, y(py));
    const height = Math.max(0.5, Math.abs(zero - y(py)));
    const left = rounded(x(px) - width / 2);
    return `M${left} ${rounded(top)}h${rounded(width)}v${rounded(height)}h-${rounded(width)}z`;
  });
  return `<path d="${bars.join("")}" fill="${colour}" fill-opacity="0.75"/>`;
}

function shapeOf(series: Series, frame: Frame): string {
  const { colour, points, shape } = series;
  const { x, y } = frame;
  if (shape === "bars") return barsOf(series, frame);
  if (shape === "dots") {
    const dots = points.map(
      ([px, py]) => `<circle cx="${rounded(x(px))}" cy="${rounded(y(py))}" r="3.5"/>`,
    );
    return `<g fill="${colour}">${dots.join("")}</g>`;
  }
  const stroke = `fill="none" stroke="${colour}" stroke-width="1.8" stroke-linejoin="round"`;
  if (shape === "level") {
    const level = rounded(y(points[0]?.[1] ?? 0));
    return `<path d="M${LEFT} ${level}H${WIDTH - RIGHT}" ${stroke} stroke-dasharray="6 4"/>`;
  }
  const steps = points.map(([px, py]) => `${rounded(x(px))} ${rounded(y(py))}`);
  return `<path d="M${steps.join("L")}" ${stroke}/>`;
}

function gridOf(chart: Chart, frame: Frame, xBounds: Bounds, yBounds: Bounds): string[] {
  const bottom = HEIGHT - BOTTOM;
  const text = `fill="${FAINT_INK}" font-size="12"`;
  const columns = xBounds.ticks.map((tick) => {
    const x = rounded(frame.x(tick));
    const label = escaped(chart.x.format(tick));
    return (
      `<path d="M${x} ${TOP}V${bottom}" stroke="${GRID}"/>` +
      `<text x="${x}" y="${bottom + 18}" text-anchor="middle" ${text}>${label}</text>`
    );
  });
  const rows = yBounds.ticks.map((tick) => {
    const y = frame.y(tick);
    const label = escaped(chart.y.format(tick));
    return (
      `<path d="M${LEFT} ${rounded(y)}H${WIDTH - RIGHT}" stroke="${GRID}"/>` +
      `<text x="${LEFT - 8}" y="${rounded(y + 4)}" text-anchor="end" ${text}>${label}</text>`
    );
  });
  return [...columns, ...rows];
}

function legendOf(series: readonly Series[]): string[] {
  let x = LEFT;
  const labelled = series.filter(({ label }) => label !== "");
  return labelled.map(({ label, colour, shape }) => {
    const dash = shape === "level" ? ' stroke-dasharray="6 4"' : "";
    const thickness = shape === "line" || shape === "level" ? 2.4 : 8;
    const mark = `<path d="M${x} 46h${LEGEND_MARK}" stroke="${colour}" stroke-width="${thickness}"`;
    const text = `<text x="${x + LEGEND_MARK + 6}" y="50" fill="${INK}" font-size="13">`;
    x += LEGEND_MARK + 6 + label.length * CHARACTER + LEGEND_GAP;
    return `${mark}${dash}/>${text}${escaped(label)}</text>`;
  });
}

function axisLabels({ title, x, y }: Chart): string[] {
  const middle = (TOP + HEIGHT - BOTTOM) / 2;
  const centre = (LEFT + WIDTH - RIGHT) / 2;
  const text = `fill="${FAINT_INK}" font-size="12" text-anchor="middle"`;
  const heading = `fill="${INK}" font-size="16" font-weight="600"`;
  return [
    `<text x="${LEFT}" y="26" ${heading}>${escaped(title)}</text>`,
    `<text x="${centre}" y="${HEIGHT - 12}" ${text}>${escaped(x.label)}</text>`,
    `<text transform="translate(15 ${middle}) rotate(-90)" ${text}>${escaped(y.label)}</text>`,
  ];
}

/** Returns the chart as an SVG document on a light background, readable on dark pages too. */
export function chartSvg(chart: Chart): string {
  const points = chart.series.flatMap((series) => series.points);
  const isBarred = chart.series.some(({ shape }) => shape === "bars");
  const xs = chart.series.flatMap((series) =>
    series.shape === "level" ? [] : series.points.map(([x]) => x),
  );
  const ys = points.map(([, y]) => y);
  const xBounds = boundsOf(chart.x, xs);
  const yBounds = boundsOf(chart.y, isBarred ? [0, ...ys] : ys);
  const frame = {
    x: projection(chart.x, xBounds, LEFT, WIDTH - RIGHT),
    y: projection(chart.y, yBounds, HEIGHT - BOTTOM, TOP),
  };
  const size = `width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}"`;
  const font = 'font-family="system-ui, sans-serif"';
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} ${font} role="img">`,
    `<title>${escaped(chart.title)}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" rx="6" fill="#fdfdfc"/>`,
    ...gridOf(chart, frame, xBounds, yBounds),
    ...chart.series.map((series) => shapeOf(series, frame)),
    ...legendOf(chart.series),
    ...axisLabels(chart),
    "</svg>",
  ];
  return `${lines.join("\n")}\n`;
}
