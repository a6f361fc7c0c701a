import { For, type JSX, Show } from "solid-js";
import "./tabs.css";

/**
 * A row of tabs. The panel that they choose has `role="tabpanel"` and the id `<id>-panel`; arrow
 * keys move between tabs.
 */
export function Tabs<T extends string>(props: {
  readonly id: string;
  readonly label: string;
  readonly tabs: readonly (readonly [value: T, text: string])[];
  readonly value: T;
  /** Number beside the text of a tab; none at zero. */
  readonly count?: (value: T) => number | undefined;
  readonly onValue: (value: T) => void;
}): JSX.Element {
  const move = (event: KeyboardEvent & { currentTarget: HTMLElement }): void => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const now = props.tabs.findIndex(([value]) => value === props.value);
    const next = (now + step + props.tabs.length) % props.tabs.length;
    const [value] = props.tabs[next] ?? [];
    if (value === undefined) return;
    props.onValue(value);
    event.currentTarget.querySelectorAll("button")[next]?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={props.label} onKeyDown={move}>
      <For each={props.tabs}>
        {([value, text]) => (
          <button
            type="button"
            role="tab"
            id={`${props.id}-${value}`}
            aria-selected={props.value === value}
            aria-controls={`${props.id}-panel`}
            tabIndex={props.value === value ? 0 : -1}
            onClick={() => props.onValue(value)}
          >
            {text}
            <Show when={props.count?.(value)}>
              {(count) => <span class="count">{count()}</span>}
            </Show>
          </button>
        )}
      </For>
    </div>
  );
}
