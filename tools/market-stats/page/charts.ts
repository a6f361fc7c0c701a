import type { Curves } from "../figures.ts";
import { quantile } from "../measures/series.ts";
import { type Axis, type Chart, chartSvg, type Point, type Series } from "./chart-svg.ts";

/** A chart of the page: its file in docs/market, the text for those who do not see it. */
export type PageChart = { readonly file: string; readonly text: string; readonly svg: string };

const GENERATED = "#1f5fbf";
const REAL = "#d9730d";
const REAL_LIGHT = "#e8a868";

const HOURS_PER_DAY = 24;
/** Settlements of funding a day. */
const SETTLEMENTS = 3;

const number = (value: number): string => String(value);
const percent = (value: number): string => `${Number((value * 100).toPrecision(6))} %`;
const grouped = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ",");

function dollars(value: number): string {
  if (value >= 1e9) return `$${value / 1e9} G`;
  if (value >= 1e6) return `$${value / 1e6} M`;
  return value >= 1e3 ? `$${value / 1e3} k` : `$${value}`;
}

const linear = (label: string, format = number, more: Partial<Axis> = {}): Axis => {
  return { label, scale: "linear", format, ...more };
};
const logarithmic = (label: string, format = number, more: Partial<Axis> = {}): Axis => {
  return { label, scale: "log", format, ...more };
};

const generated = (points: readonly Point[], shape: Series["shape"] = "line"): Series => {
  return { label: "generated", colour: GENERATED, shape, points };
};
const real = (points: readonly Point[], shape: Series["shape"] = "line"): Series => {
  return { label: "real", colour: REAL, shape, points };
};
const level = (label: string, colour: string, value: number): Series => {
  return { label, colour, shape: "level", points: [[0, value]] };
};

function priceChart({ hourlyPrices = [] }: Curves): Chart {
  return {
    title: "Bitcoin, generated, one price an hour",
    x: linear("days"),
    y: linear("dollars", grouped),
    series: [generated(hourlyPrices.map((price, hour) => [hour / HOURS_PER_DAY, price]))],
  };
}

function volatilityChart(curves: Curves, reference: Curves): Chart {
  const days = curves.dailyVolatility ?? [];
  const recorded = reference.dailyVolatility ?? [];
  return {
    title: "Volatility of each day, annualised",
    x: linear("day", number, { min: 0, max: days.length + 1 }),
    y: linear("", percent, { min: 0 }),
    series: [
      generated(
        days.map((value, day) => [day + 1, value]),
        "bars",
      ),
      level("real, median", REAL, quantile(recorded, 0.5)),
      level("real, 5 % and 95 % of the days", REAL_LIGHT, quantile(recorded, 0.05)),
      level("", REAL_LIGHT, quantile(recorded, 0.95)),
    ],
  };
}

function memoryChart(curves: Curves, reference: Curves): Chart {
  return {
    title: "Autocorrelation of absolute minute returns",
    x: logarithmic("lag, minutes", grouped, { min: 1, max: 1_440 }),
    y: linear("", (value) => value.toFixed(2), { min: 0 }),
    series: [
      generated(curves.absoluteAutocorrelation ?? []),
      real(reference.absoluteAutocorrelation ?? []),
    ],
  };
}

function depthChart(curves: Curves, reference: Curves): Chart {
  return {
    title: "Depth of the BTC perpetual, per side",
    x: logarithmic("distance from the middle price, basis points", number, { min: 1, max: 100 }),
    y: logarithmic("dollars within the distance", dollars),
    series: [generated(curves.depthProfile ?? []), real(reference.depthProfile ?? [])],
  };
}

function rangeChart(curves: Curves, reference: Curves): Chart {
  const pointsOf = ({ volumeByRange = [] }: Curves): Point[] =>
    volumeByRange.flatMap(({ range, volume }) => (range > 0 ? [[range, volume]] : []));
  return {
    title: "Volume of a minute by its range",
    x: logarithmic("range ÷ mean range, minutes in groups of 5 %"),
    y: logarithmic("volume ÷ mean volume"),
    series: [generated(pointsOf(curves), "dots"), real(pointsOf(reference), "dots")],
  };
}

function fundingChart({ fundingRates = [] }: Curves): Chart {
  return {
    title: "Settled funding of the BTC perpetual, generated",
    x: linear("days"),
    y: linear("basis points", number),
    series: [
      generated(
        fundingRates.map((rate, index) => [index / SETTLEMENTS, rate * 10_000]),
        "bars",
      ),
    ],
  };
}

function sizeChart(curves: Curves, reference: Curves): Chart {
  return {
    title: "Sizes of taker orders of the BTC perpetual",
    x: logarithmic("dollars", dollars),
    y: logarithmic("share of orders that are larger", percent, { min: 0.001, max: 1 }),
    series: [generated(curves.orderSizes ?? []), real(reference.orderSizes ?? [])],
  };
}

/** Charts of the page; those without measured points are left out. */
export function pageCharts(curves: Curves, reference: Curves): PageChart[] {
  const charts: [file: string, chart: Chart][] = [
    ["price", priceChart(curves)],
    ["daily-volatility", volatilityChart(curves, reference)],
    ["memory", memoryChart(curves, reference)],
    ["depth", depthChart(curves, reference)],
    ["volume-and-range", rangeChart(curves, reference)],
    ["funding", fundingChart(curves)],
    ["order-sizes", sizeChart(curves, reference)],
  ];
  return charts
    .filter(([, { series }]) => (series[0]?.points.length ?? 0) > 0)
    .map(([file, chart]) => ({ file: `${file}.svg`, text: chart.title, svg: chartSvg(chart) }));
}
