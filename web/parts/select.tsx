import { createUniqueId, For, type JSX } from "solid-js";
import "./controls.css";

/** A choice of one among many. */
export function Select<T extends string>(props: {
  readonly label: string;
  /** Whether the label is for screen readers alone. */
  readonly isLabelUnseen?: boolean;
  readonly options: readonly (readonly [value: T, text: string])[];
  readonly value: T;
  readonly onValue: (value: T) => void;
}): JSX.Element {
  const id = createUniqueId();
  return (
    <div class="field">
      <label for={id} classList={{ unseen: props.isLabelUnseen ?? false }}>
        {props.label}
      </label>
      <select
        id={id}
        class="select"
        value={props.value}
        onChange={(event) => props.onValue(event.currentTarget.value as T)}
      >
        <For each={props.options}>
          {([value, text]) => (
            <option value={value} selected={value === props.value}>
              {text}
            </option>
          )}
        </For>
      </select>
    </div>
  );
}
