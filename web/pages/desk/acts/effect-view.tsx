import { For, type JSX, Show } from "solid-js";
import { short } from "../../../numbers/format.ts";
import type { Effect } from "../wire/desk-wire.ts";

const USERS_SHOWN = 5;

/** What a dangerous act would cause within 30 seconds, as the exchange computed it. */
export function EffectView(props: { readonly effect: Effect }): JSX.Element {
  const usd = (value: string): string => `${short(value, 2)} USD`;
  return (
    <section class="desk-effect" aria-label="Computed effect">
      <h3>Within 30 seconds, at otherwise unchanged prices</h3>
      <dl class="desk-facts">
        <div>
          <dt>Liquidated users</dt>
          <dd>{props.effect.liquidatedUsers}</dd>
        </div>
        <div>
          <dt>Liquidated positions</dt>
          <dd>{usd(props.effect.liquidatedUsd)}</dd>
        </div>
        <div>
          <dt>Deleveraged</dt>
          <dd>{usd(props.effect.deleveragedUsd)}</dd>
        </div>
        <div>
          <dt>Paid by insurance funds</dt>
          <dd>{usd(props.effect.insuranceUsd)}</dd>
        </div>
        <div>
          <dt>Lost by lending pools</dt>
          <dd>{usd(props.effect.poolLossUsd)}</dd>
        </div>
        <div>
          <dt>Cancelled orders</dt>
          <dd>{props.effect.cancelledOrders}</dd>
        </div>
      </dl>
      <Show when={props.effect.users.length > 0}>
        <ul>
          <For each={props.effect.users.slice(0, USERS_SHOWN)}>
            {(user) => (
              <li>
                {`${user.uid} ${user.name}: ${usd(user.liquidatedUsd)} liquidated, `}
                {`${usd(user.lossUsd)} lost`}
              </li>
            )}
          </For>
        </ul>
      </Show>
    </section>
  );
}
