import { createSignal, For, type JSX } from "solid-js";
import { Button } from "../../../parts/button.tsx";
import { Tabs } from "../../../parts/tabs.tsx";
import { showFailure, showToast } from "../../../parts/toasts.tsx";
import type { AccountKind } from "../../../state/session.ts";
import { REALM } from "../../../wire/realm.ts";
import { SNIPPETS, type SnippetName, snippetText } from "./key-snippets.ts";
import type { NewKey } from "./own-keys.ts";
import "./keys.css";

/** A new key with its secret, and programs that use it. */
export function NewKeyView(props: {
  readonly created: NewKey;
  readonly accountKind: AccountKind;
}): JSX.Element {
  const [name, setName] = createSignal<SnippetName>("ccxt");
  const rows = (): readonly (readonly [string, string])[] => [
    ["API key", props.created.apiKey],
    ["Secret", props.created.secret],
    ["Passphrase", props.created.passphrase],
  ];
  const snippet = (): string => {
    const { accountKind, created } = props;
    return snippetText(name(), { ...created, accountKind, realm: REALM, baseUrl: location.origin });
  };
  const copy = (what: string, text: string): void => {
    navigator.clipboard
      .writeText(text)
      .then(() => showToast({ kind: "good", text: `${what} copied` }))
      .catch(showFailure);
  };
  return (
    <>
      <p class="warn">Secret and passphrase are shown once: keep them before you close this.</p>
      <dl class="secrets">
        <For each={rows()}>
          {([title, text]) => (
            <>
              <dt>{title}</dt>
              <dd class="mono" data-part={title}>
                {text}
              </dd>
              <Button size="small" aria-label={`Copy ${title}`} onClick={() => copy(title, text)}>
                Copy
              </Button>
            </>
          )}
        </For>
      </dl>
      <Tabs
        id="snippet"
        label="Programs that use the key"
        tabs={SNIPPETS.map((one) => [one, one] as const)}
        value={name()}
        onValue={setName}
      />
      <div id="snippet-panel" role="tabpanel" aria-labelledby={`snippet-${name()}`}>
        <pre class="snippet">{snippet()}</pre>
        <Button onClick={() => copy("Program", snippet())}>Copy program</Button>
      </div>
    </>
  );
}
