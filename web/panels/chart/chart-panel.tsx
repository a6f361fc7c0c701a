import { createEffect, createSignal, type JSX, on, onCleanup, onMount, Show } from "solid-js";
import { account } from "../../accounts/current-account.ts";
import { short } from "../../numbers/format.ts";
import { showFailure } from "../../parts/toasts.tsx";
import type { Instrument } from "../../state/instruments.ts";
import { preferences } from "../../state/preferences.ts";
import { tickerOf } from "../../streams/tickers.ts";
import type { Candle } from "./candle.ts";
import { CandleLegend, CandleTable, summaryText } from "./candle-text.tsx";
import { CandleStream } from "./candles.ts";
import { type ChartLine, linesOf } from "./chart-lines.ts";
import { ChartTools, chosenIndicators, chosenInterval } from "./chart-tools.tsx";
import { ChartView } from "./chart-view.ts";
import { dayStartMs } from "./indicators.ts";
import { followDrags } from "./line-drag.ts";
import { LinesDialog } from "./lines-dialog.tsx";
import { moveLine } from "./move-line.ts";
import "./chart.css";

/** Candles of the shown market with indicators and own orders, which can be dragged. */
export function ChartPanel(props: { readonly instrument: Instrument }): JSX.Element {
  const chart = createChartState(() => props.instrument);
  const [isEditing, setEditing] = createSignal(false);
  let place: HTMLDivElement | undefined;
  onMount(() => {
    if (place !== undefined) chart.mount(place);
  });
  return (
    <section class="chart-panel" aria-label={`Chart of ${props.instrument.symbol}`}>
      <div class="chart-head">
        <ChartTools onLines={() => setEditing(true)} />
        <CandleLegend candle={chart.pointed() ?? chart.newest()} instrument={props.instrument} />
      </div>
      <div
        class="chart-place"
        role="img"
        aria-label={summaryText(chart.spoken(), props.instrument)}
        ref={(element) => {
          place = element;
        }}
      />
      <CandleTable candles={chart.spoken()} instrument={props.instrument} />
      <p class="chart-notice">
        <a href="https://www.tradingview.com/" target="_blank" rel="noopener noreferrer">
          Charts by TradingView
        </a>
      </p>
      <Show when={isEditing()}>
        <LinesDialog
          lines={chart.lines()}
          instrument={props.instrument}
          current={chart.lineOf}
          onClose={() => setEditing(false)}
        />
      </Show>
    </section>
  );
}

/** Candles of the market and what the panel says about them; `mount` draws them. */
function createChartState(instrument: () => Instrument) {
  const [pointed, setPointed] = createSignal<Candle>();
  const [newest, setNewest] = createSignal<Candle>();
  // Screen readers get the list as it was when it was loaded and at each new candle.
  const [spoken, setSpoken] = createSignal<readonly Candle[]>([]);
  const lines = (): readonly ChartLine[] => {
    const client = account();
    return client === undefined ? [] : linesOf(client, instrument());
  };
  const lineOf = (id: string): ChartLine | undefined => lines().find((line) => line.id === id);
  const mount = (place: HTMLElement): void => {
    let stream: CandleStream | undefined;
    const view = new ChartView(place, {
      pointed: setPointed,
      olderWanted: () => void stream?.loadOlder(),
    });
    onCleanup(() => view.close());
    createEffect(
      on([() => instrument().key, chosenInterval], ([key, interval]) => {
        setNewest(undefined);
        setSpoken([]);
        view.setPrecision(instrument());
        view.setCandles([], []);
        const opened = new CandleStream(key, interval, {
          replaced(candles) {
            loadDay(opened);
            view.setCandles(candles, chosenIndicators());
            setNewest(candles.at(-1));
            setSpoken(candles);
          },
          changed(candle) {
            view.update(candle, opened.candles, chosenIndicators());
            if (newest()?.startMs !== candle.startMs) setSpoken(opened.candles);
            setNewest(candle);
          },
          failed: showFailure,
        });
        stream = opened;
        onCleanup(() => opened.close());
      }),
    );
    followSettings(view);
    followAccount(view, { instrument, lines });
    const stop = followDrags(place, {
      ...{ view, lines, instrument },
      lastPrice: () => tickerOf(instrument().key)?.lastPrice ?? "",
      moved: (line, price) => {
        void moveLine(line, price, lineOf).finally(() => view.setLines(lines()));
      },
      reverted: () => view.setLines(lines()),
    });
    onCleanup(stop);
  };
  return { pointed, newest, spoken, lines, lineOf, mount };
}

/** Loads candles back to midnight, from which the average by volume counts. */
function loadDay(stream: CandleStream): void {
  const [oldest] = stream.candles;
  const newest = stream.candles.at(-1);
  if (oldest === undefined || newest === undefined || !chosenIndicators().includes("vwap")) return;
  if (oldest.startMs > dayStartMs(newest.startMs)) void stream.loadOlder();
}

function followSettings(view: ChartView): void {
  createEffect(on(chosenIndicators, (indicators) => view.setIndicators(indicators)));
  createEffect(() => view.setLogScale(preferences().isChartLog));
  createEffect(
    on(
      () => [preferences().theme, preferences().palette, preferences().upColour],
      () => {
        // The attributes of the page change in an effect of their own, perhaps after this one.
        queueMicrotask(() => {
          view.recolour();
          view.setIndicators(chosenIndicators());
        });
      },
      { defer: true },
    ),
  );
}

function followAccount(
  view: ChartView,
  of: { readonly instrument: () => Instrument; readonly lines: () => readonly ChartLine[] },
): void {
  createEffect(() => view.setLines(of.lines()));
  createEffect(() => {
    const fills = account()?.state.freshFills() ?? [];
    const own = fills.filter(({ instrumentKey }) => instrumentKey === of.instrument().key);
    view.setMarks(
      own.map(({ price, side, size, timeMs }) => ({
        ...{ side, timeMs },
        text: `${short(size)} at ${short(price)}`,
      })),
    );
  });
}
