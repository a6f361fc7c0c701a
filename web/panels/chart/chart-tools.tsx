import { createSignal, For, type JSX, Show } from "solid-js";
import { Button } from "../../parts/button.tsx";
import { Check } from "../../parts/check.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Select } from "../../parts/select.tsx";
import { prefer, preferences } from "../../state/preferences.ts";
import { INTERVALS, type Interval } from "./candles.ts";
import { INDICATORS, type Indicator } from "./indicators.ts";

const QUICK: readonly Interval[] = ["1m", "15m", "1H", "1D"];

const NAMES: Readonly<Record<Indicator, string>> = {
  sma: "Simple average (20)",
  ema: "Exponential average (20)",
  bollinger: "Bollinger bands (20, 2)",
  vwap: "Average by volume since midnight UTC (VWAP), up to 12H",
  rsi: "Relative strength (RSI, 14), below the chart",
};

/** Interval of the chart that the user chose. */
export function chosenInterval(): Interval {
  return INTERVALS.find((known) => known === preferences().chartInterval) ?? "15m";
}

/** Intervals of which a day has one candle or less. */
const DAYS: readonly Interval[] = ["1D", "1W", "1M"];

/** Indicators that the user chose and the interval allows. */
export function chosenIndicators(): readonly Indicator[] {
  return INDICATORS.filter(
    (known) =>
      preferences().chartIndicators.includes(known) &&
      (known !== "vwap" || !DAYS.includes(chosenInterval())),
  );
}

/** Interval, indicators and lines of the chart. */
export function ChartTools(props: { readonly onLines: () => void }): JSX.Element {
  const [isOpen, setOpen] = createSignal(false);
  return (
    <div class="chart-tools">
      <For each={QUICK}>
        {(interval) => (
          <Button
            size="small"
            look="plain"
            aria-pressed={chosenInterval() === interval}
            onClick={() => prefer({ chartInterval: interval })}
          >
            {interval}
          </Button>
        )}
      </For>
      <Select
        label="Interval"
        isLabelUnseen
        options={INTERVALS.map((interval) => [interval, interval] as const)}
        value={chosenInterval()}
        onValue={(chartInterval) => prefer({ chartInterval })}
      />
      <Button size="small" look="plain" onClick={() => setOpen(true)}>
        Indicators
      </Button>
      <Button size="small" look="plain" onClick={() => props.onLines()}>
        Edit lines
      </Button>
      <Show when={isOpen()}>
        <Dialog title="Indicators of the chart" onClose={() => setOpen(false)}>
          <For each={INDICATORS}>
            {(indicator) => (
              <Check
                label={NAMES[indicator]}
                checked={preferences().chartIndicators.includes(indicator)}
                onValue={(isShown) => choose(indicator, isShown)}
              />
            )}
          </For>
          <Check
            label="Logarithmic price scale"
            checked={preferences().isChartLog}
            onValue={(isChartLog) => prefer({ isChartLog })}
          />
        </Dialog>
      </Show>
    </div>
  );
}

function choose(indicator: Indicator, isShown: boolean): void {
  const others = preferences().chartIndicators.filter((known) => known !== indicator);
  prefer({ chartIndicators: isShown ? [...others, indicator] : others });
}
