import { type JSX, onMount } from "solid-js";
import { Field } from "./field.tsx";

/** Field of a one-time code; takes the focus when it appears, unless other fields come first. */
export function CodeField(props: {
  readonly value: string;
  readonly fault?: string | undefined;
  /** Whether other fields come first. */
  readonly isLate?: boolean;
  readonly onValue: (code: string) => void;
}): JSX.Element {
  let input: HTMLInputElement | undefined;
  onMount(() => {
    if (props.isLate !== true) input?.focus();
  });
  return (
    <Field
      ref={(element) => {
        input = element;
      }}
      label="One-time code"
      name="one-time-code"
      autocomplete="one-time-code"
      inputmode="numeric"
      pattern="\s*[0-9]{6}\s*"
      title="Six digits"
      maxLength={8}
      required
      value={props.value}
      hint="The six digits that your app shows now"
      fault={props.fault}
      onValue={props.onValue}
    />
  );
}
