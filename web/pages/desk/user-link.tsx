import { type JSX, Show } from "solid-js";
import { NO_VALUE } from "../../numbers/format.ts";

/** A uid that leads to the page of its user; the exchange itself has none. */
export function UserLink(props: { readonly uid: string }): JSX.Element {
  return (
    <Show when={/^\d+$/.test(props.uid)} fallback={props.uid || NO_VALUE}>
      <a href={`/desk/users/${props.uid}`}>{props.uid}</a>
    </Show>
  );
}
