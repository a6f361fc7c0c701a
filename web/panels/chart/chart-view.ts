/** The drawn chart: candles, volume, indicators and lines, by the library lightweight-charts. */
import {
  CandlestickSeries,
  createChart,
  createSeriesMarkers,
  HistogramSeries,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  LineSeries,
  LineStyle,
  type LogicalRange,
  type SeriesMarker,
  type Time,
  type UTCTimestamp,
} from "lightweight-charts";
import { readTokens, type Tokens } from "../../canvas/tokens.ts";
import type { Instrument } from "../../state/instruments.ts";
import type { Candle } from "./candle.ts";
import type { ChartLine, LineKind } from "./chart-lines.ts";
import { bollinger, ema, type Indicator, rsi, sma, type Values, vwap } from "./indicators.ts";

/** A fill as a mark at its candle. */
export type FillMark = {
  readonly timeMs: number;
  readonly side: "buy" | "sell";
  readonly text: string;
};

export type ChartViewHandlers = {
  /** The pointer is at a candle; undefined when it left. */
  pointed(candle: Candle | undefined): void;
  /** The left end of the data comes near. */
  olderWanted(): void;
};

/** Candles left of the window from which older ones are loaded. */
const OLDER_MARGIN = 40;
/** Room right of the newest candle in px: half the text of a fill at it. */
const NEWEST_ROOM_PX = 76;
const RSI_PANE = 1;

const timeOf = (startMs: number): UTCTimestamp => (startMs / 1000) as UTCTimestamp;

const CLOCK = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });
const DAY = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" });
const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: "short", timeStyle: "short" });

/** Ticks of the time scale in the time zone of the user; kinds 3 and 4 are times of a day. */
function tickText(time: Time, kind: number): string {
  const ms = Number(time) * 1000;
  return kind >= 3 ? CLOCK.format(ms) : DAY.format(ms);
}

export class ChartView {
  readonly #chart: IChartApi;
  readonly #candles: ISeriesApi<"Candlestick">;
  readonly #volume: ISeriesApi<"Histogram">;
  readonly #marks: ReturnType<typeof createSeriesMarkers<Time>>;
  #lines = new Map<string, IPriceLine>();
  #indicators: ISeriesApi<"Line">[] = [];
  #shown: readonly Candle[] = [];
  #byTime = new Map<number, Candle>();
  #tokens: Tokens = readTokens();

  constructor(place: HTMLElement, handlers: ChartViewHandlers) {
    this.#chart = createChart(place, {
      autoSize: true,
      layout: { attributionLogo: false },
      localization: { timeFormatter: (time: Time) => MOMENT.format(Number(time) * 1000) },
      timeScale: {
        ...{ timeVisible: true, rightOffsetPixels: NEWEST_ROOM_PX, tickMarkFormatter: tickText },
      },
    });
    this.#candles = this.#chart.addSeries(CandlestickSeries, {});
    this.#volume = this.#chart.addSeries(HistogramSeries, {
      priceFormat: { type: "volume" },
      priceScaleId: "volume",
      lastValueVisible: false,
      priceLineVisible: false,
    });
    this.#volume.priceScale().applyOptions({ scaleMargins: { top: 0.82, bottom: 0 } });
    this.#marks = createSeriesMarkers(this.#candles, []);
    this.#chart.subscribeCrosshairMove(({ time }) => {
      handlers.pointed(time === undefined ? undefined : this.#byTime.get(Number(time)));
    });
    this.#chart.timeScale().subscribeVisibleLogicalRangeChange((range: LogicalRange | null) => {
      if (range !== null && range.from < OLDER_MARGIN) handlers.olderWanted();
    });
    this.recolour();
  }

  /** Reads colours and sizes of the design again. */
  recolour(): void {
    const tokens = readTokens();
    this.#tokens = tokens;
    const { down, font, line, panel, quiet, textSize, up } = tokens;
    this.#chart.applyOptions({
      layout: {
        background: { color: panel },
        textColor: quiet,
        fontFamily: font,
        fontSize: textSize,
        panes: { separatorColor: line },
      },
      grid: { vertLines: { color: line }, horzLines: { color: line } },
      rightPriceScale: { borderColor: line },
      timeScale: { borderColor: line },
    });
    this.#candles.applyOptions({
      ...{ upColor: up, borderUpColor: up, wickUpColor: up },
      ...{ downColor: down, borderDownColor: down, wickDownColor: down },
    });
    this.#drawVolume();
  }

  setPrecision({ priceDecimals, priceStep }: Instrument): void {
    this.#candles.applyOptions({
      priceFormat: { type: "price", precision: priceDecimals, minMove: Number(priceStep) },
    });
  }

  setLogScale(isLog: boolean): void {
    // 1 is the logarithmic mode of the library, 0 the normal one.
    this.#candles.priceScale().applyOptions({ mode: isLog ? 1 : 0 });
  }

  /** Draws a whole list, in order of time. */
  setCandles(candles: readonly Candle[], indicators: readonly Indicator[]): void {
    this.#shown = candles;
    this.#byTime = new Map(candles.map((candle) => [candle.startMs / 1000, candle]));
    this.#candles.setData(candles.map((candle) => ({ ...candle, time: timeOf(candle.startMs) })));
    this.#drawVolume();
    this.setIndicators(indicators);
  }

  /** Draws the newest candle. */
  update(candle: Candle, candles: readonly Candle[], indicators: readonly Indicator[]): void {
    this.#shown = candles;
    this.#byTime.set(candle.startMs / 1000, candle);
    const time = timeOf(candle.startMs);
    this.#candles.update({ ...candle, time });
    this.#volume.update({ time, value: candle.volume, color: this.#volumeColour(candle) });
    const values = this.#valuesOf(indicators);
    for (const [at, series] of this.#indicators.entries()) {
      const value = values[at]?.values.at(-1);
      if (value !== undefined) series.update({ time, value });
    }
  }

  setIndicators(indicators: readonly Indicator[]): void {
    for (const series of this.#indicators) this.#chart.removeSeries(series);
    this.#indicators = this.#valuesOf(indicators).map(({ colour, pane, values }) => {
      const series = this.#chart.addSeries(
        LineSeries,
        {
          ...{ color: colour, lineWidth: 1, lastValueVisible: pane === RSI_PANE },
          ...{ priceLineVisible: false, crosshairMarkerVisible: false },
        },
        pane,
      );
      series.setData(
        this.#shown.flatMap((candle, at) => {
          const value = values[at];
          return value === undefined ? [] : [{ time: timeOf(candle.startMs), value }];
        }),
      );
      return series;
    });
  }

  setMarks(marks: readonly FillMark[]): void {
    const { down, up } = this.#tokens;
    const drawn = marks.map(
      ({ side, text, timeMs }): SeriesMarker<Time> => ({
        time: timeOf(this.#startBefore(timeMs)),
        position: side === "buy" ? "belowBar" : "aboveBar",
        shape: side === "buy" ? "arrowUp" : "arrowDown",
        color: side === "buy" ? up : down,
        text,
      }),
    );
    this.#marks.setMarkers(drawn.sort((one, other) => Number(one.time) - Number(other.time)));
  }

  /** Draws the lines and removes those that are gone. */
  setLines(lines: readonly ChartLine[]): void {
    const known = this.#lines;
    this.#lines = new Map(
      lines.map((line) => {
        const terms = {
          price: Number(line.price),
          title: line.label,
          color: this.#lineColour(line.kind),
          lineStyle: line.kind === "entry" ? LineStyle.Solid : LineStyle.Dashed,
          lineWidth: 1 as const,
        };
        const drawn = known.get(line.id) ?? this.#candles.createPriceLine(terms);
        drawn.applyOptions(terms);
        known.delete(line.id);
        return [line.id, drawn];
      }),
    );
    for (const gone of known.values()) this.#candles.removePriceLine(gone);
  }

  /** Shows a line at another price, while it is dragged. */
  preview(id: string, price: number, title: string): void {
    this.#lines.get(id)?.applyOptions({ price, title });
  }

  /** Height of a price in the chart, px from its top; undefined if it is out of view. */
  heightOf(price: number): number | undefined {
    return this.#candles.priceToCoordinate(price) ?? undefined;
  }

  priceAt(height: number): number | undefined {
    return this.#candles.coordinateToPrice(height) ?? undefined;
  }

  /** Whether the pointer moves the chart; not while it drags a line. */
  setMovable(isMovable: boolean): void {
    this.#chart.applyOptions({ handleScroll: isMovable, handleScale: isMovable });
  }

  close(): void {
    this.#chart.remove();
  }

  #drawVolume(): void {
    this.#volume.setData(
      this.#shown.map((candle) => ({
        time: timeOf(candle.startMs),
        value: candle.volume,
        color: this.#volumeColour(candle),
      })),
    );
  }

  #volumeColour({ close, open }: Candle): string {
    return close < open ? this.#tokens.downWash : this.#tokens.upWash;
  }

  #lineColour(kind: LineKind): string {
    const { accent, down, quiet, up, warn } = this.#tokens;
    const colours = {
      ...{ buy: up, sell: down, plan: accent, entry: quiet },
      ...{ liquidation: warn, profit: up, loss: down },
    };
    return colours[kind];
  }

  #startBefore(timeMs: number): number {
    const before = this.#shown.findLast(({ startMs }) => startMs <= timeMs);
    return before?.startMs ?? timeMs;
  }

  #valuesOf(
    indicators: readonly Indicator[],
  ): readonly { readonly values: Values; readonly colour: string; readonly pane: number }[] {
    const { accent, focus, quiet, text, warn } = this.#tokens;
    const candles = this.#shown;
    const line = (values: Values, colour: string, pane = 0) => [{ values, colour, pane }];
    return indicators.flatMap((indicator) => {
      if (indicator === "sma") return line(sma(candles), accent);
      if (indicator === "ema") return line(ema(candles), warn);
      if (indicator === "vwap") return line(vwap(candles), text);
      if (indicator === "rsi") return line(rsi(candles), focus, RSI_PANE);
      const { lower, upper } = bollinger(candles);
      return [...line(lower, quiet), ...line(upper, quiet)];
    });
  }
}
