import { createUniqueId, type JSX, onCleanup, onMount } from "solid-js";
import { Button } from "./button.tsx";
import "./dialog.css";

/**
 * A modal dialog while it is mounted: the browser keeps the focus inside, closes it at Escape and
 * returns the focus. Render it inside `<Show>`.
 */
export function Dialog(props: {
  readonly title: string;
  readonly size?: "normal" | "wide" | "sheet" | undefined;
  readonly onClose: () => void;
  readonly children: JSX.Element;
}): JSX.Element {
  const id = createUniqueId();
  let dialog: HTMLDialogElement | undefined;
  onMount(() => dialog?.showModal());
  let isMounted = true;
  // Closing, rather than only removing, gives the focus back. The event of closing comes later,
  // when another dialog may be open, and must not end that one.
  onCleanup(() => {
    isMounted = false;
    dialog?.close();
  });
  return (
    <dialog
      ref={(element) => {
        dialog = element;
      }}
      class="dialog"
      data-size={props.size ?? "normal"}
      aria-labelledby={id}
      onClose={() => {
        if (isMounted) props.onClose();
      }}
    >
      <div class="dialog-head">
        <h2 id={id}>{props.title}</h2>
        <Button look="plain" aria-label="Close" onClick={() => dialog?.close()}>
          ✕
        </Button>
      </div>
      <div class="content">{props.children}</div>
    </dialog>
  );
}
