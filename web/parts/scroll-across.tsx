import { createSignal, type JSX, onCleanup, onMount } from "solid-js";
import "./scroll-across.css";

/**
 * A place whose content scrolls sideways where it is too narrow. Then it takes the focus, so that
 * arrow keys scroll it, and has the name of the table in it.
 */
export function ScrollAcross(props: { readonly children: JSX.Element }): JSX.Element {
  const [label, setLabel] = createSignal<string>();
  let place: HTMLDivElement | undefined;
  const measure = (): void => {
    if (place === undefined) return;
    const name = place.querySelector("caption")?.textContent ?? "Table";
    setLabel(place.scrollWidth > place.clientWidth ? `${name}, scrolls sideways` : undefined);
  };
  onMount(() => {
    const observer = new ResizeObserver(measure);
    for (const one of [place, ...(place?.children ?? [])]) if (one) observer.observe(one);
    onCleanup(() => observer.disconnect());
  });
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: it has a name only where it has the role
    <div
      class="scroll-across"
      ref={(element) => {
        place = element;
      }}
      role={label() === undefined ? undefined : "region"}
      aria-label={label()}
      tabIndex={label() === undefined ? undefined : 0}
    >
      {props.children}
    </div>
  );
}
