import { For, type JSX } from "solid-js";
import "./controls.css";

/** A choice of one among few, side by side; arrow keys move it. */
export function Segments<T extends string>(props: {
  readonly label: string;
  readonly options: readonly (readonly [value: T, text: string])[];
  readonly value: T;
  readonly onValue: (value: T) => void;
}): JSX.Element {
  const move = (event: KeyboardEvent & { currentTarget: HTMLElement }): void => {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const { options } = props;
    const now = options.findIndex(([value]) => value === props.value);
    const next = (now + step + options.length) % options.length;
    const [value] = options[next] ?? [];
    if (value === undefined) return;
    props.onValue(value);
    event.currentTarget.querySelectorAll("button")[next]?.focus();
  };
  return (
    <div class="segments" role="radiogroup" aria-label={props.label} onKeyDown={move}>
      <For each={props.options}>
        {([value, text]) => (
          // biome-ignore lint/a11y/useSemanticElements: a radio button cannot look like this
          <button
            type="button"
            role="radio"
            aria-checked={props.value === value}
            tabIndex={props.value === value ? 0 : -1}
            onClick={() => props.onValue(value)}
          >
            {text}
          </button>
        )}
      </For>
    </div>
  );
}
