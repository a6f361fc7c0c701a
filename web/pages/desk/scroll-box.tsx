import type { JSX } from "solid-js";

/** A wide table of text alone, which people without a mouse scroll with the arrow keys. */
export function ScrollBox(props: {
  readonly label: string;
  readonly children: JSX.Element;
}): JSX.Element {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: otherwise the keyboard cannot scroll it
    <section class="scroll-x" aria-label={`${props.label}, scrollable`} tabIndex={0}>
      {props.children}
    </section>
  );
}
