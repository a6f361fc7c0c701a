import type { JSX } from "solid-js";
import "./controls.css";

/** A box to tick, with its label. */
export function Check(props: {
  readonly label: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onValue: (checked: boolean) => void;
}): JSX.Element {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={props.checked}
        disabled={props.disabled ?? false}
        onChange={(event) => props.onValue(event.currentTarget.checked)}
      />
      {props.label}
    </label>
  );
}
