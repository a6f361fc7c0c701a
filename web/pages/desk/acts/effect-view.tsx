import { For, type JSX, Show } from "solid-js";
import { short, signed } from "../../../numbers/format.ts";
import { Facts } from "../facts.tsx";
import type { Effect } from "../wire/desk-wire.ts";

const USERS_SHOWN = 5;

/** What a dangerous act would cause within 30 seconds, as the exchange computed it. */
export function EffectView(props: { readonly effect: Effect }): JSX.Element {
  const usd = (value: string): string => `${short(value, 2)} USD`;
  return (
    <section class="desk-effect" aria-label="Computed effect">
      <h3>Within 30 seconds, at otherwise unchanged prices</h3>
      <Facts
        facts={[
          ["Liquidated users", props.effect.liquidatedUsers],
          ["Liquidated positions", usd(props.effect.liquidatedUsd)],
          ["Deleveraged", usd(props.effect.deleveragedUsd)],
          ["Change of the insurance funds", `${signed(props.effect.insuranceUsd, 2)} USD`],
          ["Lost by lending pools", usd(props.effect.poolLossUsd)],
          ["Cancelled orders", props.effect.cancelledOrders],
        ]}
      />
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
