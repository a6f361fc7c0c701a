import { For, type JSX, Show } from "solid-js";
import { Button } from "../../parts/button.tsx";
import { showFailure } from "../../parts/toasts.tsx";
import { prefer, preferences } from "../../state/preferences.ts";
import {
  type AccountKind,
  continueAs,
  continueInDemo,
  isSessionKnown,
  readyUsers,
  session,
} from "../../state/session.ts";
import "./start-card.css";

const KIND_NOTES: Readonly<Record<AccountKind, string>> = {
  classic: "a wallet for each product",
  unified: "one margin for everything",
};

/** Says how to begin, to a person who has no session and may continue as a ready-made user. */
export function StartCard(): JSX.Element {
  const isShown = (): boolean =>
    isSessionKnown() &&
    session() === undefined &&
    readyUsers().length > 0 &&
    !preferences().isStartCardDismissed;
  return (
    <Show when={isShown()}>
      <aside class="start-card" aria-labelledby="start-card-title">
        <header>
          <h2 id="start-card-title">Start here</h2>
          <Button
            look="plain"
            size="small"
            aria-label="Dismiss"
            onClick={() => prefer({ isStartCardDismissed: true })}
          >
            ✕
          </Button>
        </header>
        <p>Prices and books need no account. To trade, continue as:</p>
        <ul>
          <For each={readyUsers()}>
            {({ accountKind, name }) => (
              <li>
                <Button look="primary" onClick={() => continueAs(name).catch(showFailure)}>
                  {name}
                </Button>{" "}
                <span class="quiet">
                  {accountKind} account: {KIND_NOTES[accountKind]}
                </span>
              </li>
            )}
          </For>
        </ul>
        <Show when={readyUsers()[0]}>
          {(user) => (
            <p>
              <Button onClick={() => continueInDemo(user().name).catch(showFailure)}>
                Practise with demo money
              </Button>
            </p>
          )}
        </Show>
        <p class="quiet">
          For programs: the keys of these users are in the file of credentials that the exchange
          names when it starts, and the <a href="/docs">documentation of the API</a> says how to
          sign requests.
        </p>
      </aside>
    </Show>
  );
}
