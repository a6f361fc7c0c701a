import { createEffect, createSignal, type JSX, on, Show } from "solid-js";
import { moment } from "../../numbers/format.ts";
import type { Instrument } from "../../state/instruments.ts";
import { exchangeNowMs } from "../../wire/traffic.ts";
import { statusText } from "./status-text.ts";
import "./market-status.css";

/** Says why a market cannot be traded as usual, and since when; nothing while it can. */
export function MarketStatus(props: { readonly instrument: Instrument }): JSX.Element {
  const [seen, setSeen] = createSignal({ ms: exchangeNowMs(), isChange: false });
  createEffect(
    on(
      () => `${props.instrument.key} ${props.instrument.status}`,
      (now, before) => {
        const isChange = before?.split(" ")[0] === now.split(" ")[0];
        setSeen({ ms: exchangeNowMs(), isChange });
      },
    ),
  );
  const text = () => statusText(props.instrument, exchangeNowMs(), seen(), moment);
  return (
    <span class="market-status" role="status">
      <Show when={text()}>{(words) => <span class="words">{words()}</span>}</Show>
    </span>
  );
}
