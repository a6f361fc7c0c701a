import { createEffect, createMemo, createSignal, For, type JSX, onCleanup, Show } from "solid-js";
import { account } from "../../accounts/current-account.ts";
import { clock, fixed } from "../../numbers/format.ts";
import { EmptyState } from "../../parts/empty-state.tsx";
import { NumberField } from "../../parts/number-field.tsx";
import type { Instrument } from "../../state/instruments.ts";
import { prefer, preferences } from "../../state/preferences.ts";
import { marketStreams } from "../../streams/market-streams.ts";
import { onFrame } from "../../streams/on-frame.ts";
import type { Trade } from "../../streams/trades.ts";
import { executionKey, ownKeys, shownTrades } from "./tape-rows.ts";
import "./tape.css";

/** Latest trades of a market, newest first: a plus where the taker bought, a minus for a sale. */
export function Tape(props: { readonly instrument: Instrument }): JSX.Element {
  const [all, setAll] = createSignal<readonly Trade[]>([]);
  const stream = createMemo(() => {
    const streams = marketStreams();
    return streams?.key === props.instrument.key ? streams.trades : undefined;
  });
  createEffect(() => {
    const trades = stream();
    const frame = onFrame(() => setAll(trades?.trades ?? []));
    frame.request();
    const stop = trades?.onTrades(() => frame.request());
    onCleanup(() => {
      stop?.();
      frame.stop();
    });
  });
  const sizeMin = () => preferences().tapeSizesMin[props.instrument.key] ?? "";
  const filter = (value: string): void => {
    prefer({ tapeSizesMin: { ...preferences().tapeSizesMin, [props.instrument.key]: value } });
  };
  const shown = createMemo(() => shownTrades(all(), sizeMin()));
  const own = createMemo(() => ownKeys(account()?.state.freshFills() ?? [], props.instrument.key));
  return (
    <section class="tape" aria-label={`Trades of ${props.instrument.symbol}`}>
      <NumberField
        label="Trades from size"
        unit={props.instrument.base}
        placeholder="all"
        step={props.instrument.sizeStep}
        value={sizeMin()}
        onValue={filter}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it */}
      <section class="tape-rows" tabIndex={0} aria-label="Latest trades">
        <table>
          <thead>
            <tr>
              <th scope="col">Price ({props.instrument.quote})</th>
              <th scope="col">Size ({props.instrument.base})</th>
              <th scope="col">Time</th>
            </tr>
          </thead>
          <tbody>
            <For each={shown()}>
              {(trade) => (
                <TapeRow
                  trade={trade}
                  instrument={props.instrument}
                  isOwn={own().has(executionKey(trade))}
                />
              )}
            </For>
          </tbody>
        </table>
        <Show when={shown().length === 0}>
          <EmptyState title={all().length === 0 ? "No trades yet" : "No trades of this size"}>
            {all().length === 0
              ? "A trade appears here when two orders of this market meet."
              : "Write a smaller size above to see more of the latest trades."}
          </EmptyState>
        </Show>
      </section>
    </section>
  );
}

function TapeRow(props: {
  readonly trade: Trade;
  readonly instrument: Instrument;
  readonly isOwn: boolean;
}): JSX.Element {
  const isBuy = () => props.trade.side === "buy";
  return (
    <tr classList={{ own: props.isOwn }}>
      <td class={isBuy() ? "up" : "down"}>
        <span aria-hidden="true">{isBuy() ? "+" : "−"}</span>
        <span class="unseen">{isBuy() ? "Buy " : "Sell "}</span>
        {fixed(props.trade.price, props.instrument.priceDecimals)}
      </td>
      <td>
        <Show when={props.isOwn}>
          <span class="own-mark">own </span>
        </Show>
        {fixed(props.trade.size, props.instrument.sizeDecimals)}
      </td>
      <td class="quiet">{clock(props.trade.timeMs)}</td>
    </tr>
  );
}
