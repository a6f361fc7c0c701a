import { type JSX, Show } from "solid-js";

/** Says why an act failed, also to screen readers; nothing without a text. */
export function FaultText(props: { readonly text: string | undefined }): JSX.Element {
  return (
    <Show when={props.text}>
      {(text) => (
        <p class="bad" role="alert">
          {text()}
        </p>
      )}
    </Show>
  );
}
