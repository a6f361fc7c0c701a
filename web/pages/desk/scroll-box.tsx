import type { JSX } from "solid-js";

/** A table that scrolls inside of its panel; people without a mouse scroll it with arrow keys. */
export function ScrollBox(props: {
  readonly label: string;
  readonly children: JSX.Element;
}): JSX.Element {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: otherwise the keyboard cannot scroll it
    <section class="desk-table" aria-label={`${props.label}, scrollable`} tabIndex={0}>
      {props.children}
    </section>
  );
}
