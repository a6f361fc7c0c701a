import { createSignal, type JSX, onCleanup, Show } from "solid-js";
import {
  compact,
  countdown,
  fixed,
  percent,
  signClass,
  signedPercent,
} from "../../numbers/format.ts";
import type { Instrument } from "../../state/instruments.ts";
import { tickerOf } from "../../streams/tickers.ts";
import { exchangeNowMs } from "../../wire/traffic.ts";
import "./statistics-bar.css";

/** Figures of one market: last, mark, index, 24 hours, funding with countdown, open interest. */
export function StatisticsBar(props: { readonly instrument: Instrument }): JSX.Element {
  const ticker = () => tickerOf(props.instrument.key);
  const price = (value: string | undefined) => fixed(value, props.instrument.priceDecimals);
  return (
    <dl class="statistics-bar" tabIndex={0} aria-label={`Statistics of ${props.instrument.symbol}`}>
      <Figure name="Last" isLarge class={signClass(ticker()?.price24hPcnt)}>
        {price(ticker()?.lastPrice)}
      </Figure>
      <Figure name="24 h" class={signClass(ticker()?.price24hPcnt)}>
        {signedPercent(ticker()?.price24hPcnt)}
      </Figure>
      <Show when={props.instrument.isFutures}>
        <Figure name="Mark">{price(ticker()?.markPrice)}</Figure>
        <Figure name="Index">{price(ticker()?.indexPrice)}</Figure>
      </Show>
      <Show when={props.instrument.fundingHours > 0}>
        <Figure name="Funding / in">
          {percent(ticker()?.fundingRate, 4)} / <Countdown atMs={ticker()?.nextFundingTime} />
        </Figure>
      </Show>
      <Figure name="24 h high">{price(ticker()?.highPrice24h)}</Figure>
      <Figure name="24 h low">{price(ticker()?.lowPrice24h)}</Figure>
      <Figure name={`24 h volume (${props.instrument.quote})`}>
        {compact(ticker()?.turnover24h)}
      </Figure>
      <Show when={props.instrument.isFutures}>
        <Figure name={`Open interest (${props.instrument.base})`}>
          {compact(ticker()?.openInterest)}
        </Figure>
      </Show>
    </dl>
  );
}

function Figure(props: {
  readonly name: string;
  readonly isLarge?: boolean;
  readonly class?: string;
  readonly children: JSX.Element;
}): JSX.Element {
  return (
    <div class="figure" classList={{ large: props.isLarge ?? false }}>
      <dt>{props.name}</dt>
      <dd class={props.class ?? ""}>{props.children}</dd>
    </div>
  );
}

/** Time left until a moment, Unix ms as text. */
function Countdown(props: { readonly atMs: string | undefined }): JSX.Element {
  const [nowMs, setNowMs] = createSignal(exchangeNowMs());
  const timer = setInterval(() => setNowMs(exchangeNowMs()), 1000);
  onCleanup(() => clearInterval(timer));
  return <>{props.atMs === undefined ? "–" : countdown(Number(props.atMs) - nowMs())}</>;
}
