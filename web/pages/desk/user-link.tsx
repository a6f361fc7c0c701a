import { type JSX, Match, Switch } from "solid-js";
import { NO_VALUE } from "../../numbers/format.ts";

/** Uids of the exchange itself, in the live and in the demo realm; they have no page. */
const EXCHANGE_UIDS: readonly string[] = ["1000000000", "1000000001"];

/** A uid that leads to the page of its user. */
export function UserLink(props: { readonly uid: string }): JSX.Element {
  return (
    <Switch fallback={<a href={`/desk/users/${props.uid}`}>{props.uid}</a>}>
      <Match when={props.uid === ""}>{NO_VALUE}</Match>
      <Match when={props.uid === "exchange" || EXCHANGE_UIDS.includes(props.uid)}>
        the exchange
      </Match>
    </Switch>
  );
}
