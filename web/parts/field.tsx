import { createUniqueId, type JSX, Show, splitProps } from "solid-js";
import "./controls.css";

export type FieldProps = Omit<JSX.InputHTMLAttributes<HTMLInputElement>, "onInput"> & {
  readonly label: string;
  /** Unit after the value. */
  readonly unit?: string | undefined;
  readonly hint?: string | undefined;
  /** What is wrong with the value and what would be right. */
  readonly fault?: string | undefined;
  readonly onValue: (value: string) => void;
  /** Further elements in the box, after the value. */
  readonly after?: JSX.Element;
};

/** A labelled input with its unit, hint and fault. */
export function Field(props: FieldProps): JSX.Element {
  const [own, rest] = splitProps(props, ["label", "unit", "hint", "fault", "onValue", "after"]);
  const id = createUniqueId();
  return (
    <div class="field" data-faulty={own.fault !== undefined}>
      <label for={id}>{own.label}</label>
      <div class="box">
        <input
          autocomplete="off"
          spellcheck={false}
          {...rest}
          id={id}
          aria-invalid={own.fault !== undefined}
          aria-describedby={`${id}-hint`}
          onInput={(event) => own.onValue(event.currentTarget.value)}
        />
        <Show when={own.unit}>
          <span class="unit">{own.unit}</span>
        </Show>
        {own.after}
      </div>
      <span id={`${id}-hint`} class={own.fault === undefined ? "hint" : "fault"}>
        {own.fault ?? own.hint}
      </span>
    </div>
  );
}
