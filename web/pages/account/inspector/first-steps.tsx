import { type JSX, Show } from "solid-js";
import { Button } from "../../../parts/button.tsx";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { showFailure, showToast } from "../../../parts/toasts.tsx";
import { session } from "../../../state/session.ts";
import { REALM } from "../../../wire/realm.ts";
import { snippetText } from "../keys/key-snippets.ts";

/** What an empty list shows: a program whose requests will be in it. */
export function FirstSteps(props: { readonly apiKey: string }): JSX.Element {
  const program = (): string =>
    snippetText("ccxt", {
      apiKey: props.apiKey,
      secret: "THE SECRET OF THE KEY",
      passphrase: "ITS PASSPHRASE",
      accountKind: session()?.accountKind ?? "classic",
      realm: REALM,
      baseUrl: location.origin,
    });
  const copy = (): void => {
    navigator.clipboard
      .writeText(program())
      .then(() => showToast({ kind: "good", text: "Program copied" }))
      .catch(showFailure);
  };
  return (
    <Show
      when={props.apiKey !== ""}
      fallback={
        <EmptyState title="Nothing was sent or received yet">
          Trade, or open another page and come back: the latest frames are kept.
        </EmptyState>
      }
    >
      <EmptyState title="The key has sent nothing since this page was opened">
        Run a program with the key, such as this one: its requests are listed at once.
      </EmptyState>
      <pre class="inspector-program">{program()}</pre>
      <div>
        <Button onClick={copy}>Copy program</Button>
      </div>
    </Show>
  );
}
