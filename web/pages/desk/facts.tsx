import { For, type JSX, Show } from "solid-js";
import { NO_VALUE } from "../../numbers/format.ts";

export type Fact = readonly [name: string, value: JSX.Element];

/** Names with their values, side by side. */
export function Facts(props: { readonly facts: readonly Fact[] }): JSX.Element {
  return (
    <dl class="desk-facts">
      <For each={props.facts}>
        {([name, value]) => (
          <div>
            <dt>{name}</dt>
            <dd>
              <Show when={value !== ""} fallback={NO_VALUE}>
                {value}
              </Show>
            </dd>
          </div>
        )}
      </For>
    </dl>
  );
}
