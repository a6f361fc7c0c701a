import { For, type JSX, Show } from "solid-js";
import { compact, fixed, moment, signClass, signedPercent } from "../../numbers/format.ts";
import type { Instrument } from "../../state/instruments.ts";
import type { Candle } from "./candle.ts";

/** Candles that the table for screen readers lists. */
const TABLE_ROWS = 50;

const NAMES = ["open", "high", "low", "close"] as const;

function changeOf({ close, open }: Candle): number {
  return open === 0 ? 0 : close / open - 1;
}

/** Figures of the pointed candle, or of the newest one. */
export function CandleLegend(props: {
  readonly candle: Candle | undefined;
  readonly instrument: Instrument;
}): JSX.Element {
  return (
    <Show when={props.candle}>
      {(candle) => (
        <p class="chart-legend" aria-hidden="true">
          <For each={NAMES}>
            {(name) => (
              <span>
                {name.charAt(0).toUpperCase()}{" "}
                <b>{fixed(candle()[name], props.instrument.priceDecimals)}</b>
              </span>
            )}
          </For>
          <span>
            V <b>{compact(candle().volume)}</b>
          </span>
          <span class={signClass(changeOf(candle()))}>{signedPercent(changeOf(candle()))}</span>
        </p>
      )}
    </Show>
  );
}

/** The latest candles as a table, for those who do not see the chart. */
export function CandleTable(props: {
  readonly candles: readonly Candle[];
  readonly instrument: Instrument;
}): JSX.Element {
  return (
    <div class="unseen">
      <table>
        <caption>Latest candles of {props.instrument.symbol}, newest first</caption>
        <thead>
          <tr>
            <th scope="col">Begin</th>
            <For each={NAMES}>{(name) => <th scope="col">{name}</th>}</For>
            <th scope="col">volume</th>
          </tr>
        </thead>
        <tbody>
          <For each={props.candles.slice(-TABLE_ROWS).toReversed()}>
            {(candle) => (
              <tr>
                <th scope="row">{moment(candle.startMs)}</th>
                <For each={NAMES}>
                  {(name) => <td>{fixed(candle[name], props.instrument.priceDecimals)}</td>}
                </For>
                <td>{compact(candle.volume)}</td>
              </tr>
            )}
          </For>
        </tbody>
      </table>
    </div>
  );
}

/** Returns one sentence about the shown candles. */
export function summaryText(candles: readonly Candle[], instrument: Instrument): string {
  const [first] = candles;
  const last = candles.at(-1);
  if (first === undefined || last === undefined) return `Chart of ${instrument.symbol}, loading`;
  const high = Math.max(...candles.map((candle) => candle.high));
  const low = Math.min(...candles.map((candle) => candle.low));
  const price = (value: number): string => fixed(value, instrument.priceDecimals);
  const change = first.open === 0 ? 0 : last.close / first.open - 1;
  return (
    `Chart of ${instrument.symbol}: ${candles.length} candles, from ${price(first.open)} to ` +
    `${price(last.close)} (${signedPercent(change)}), between ${price(low)} and ${price(high)}`
  );
}
