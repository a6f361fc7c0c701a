import { createSignal, For, type JSX, Show } from "solid-js";
import { Button } from "../../parts/button.tsx";
import { Check } from "../../parts/check.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { type Command, commands } from "../../state/commands.ts";
import { keyOf, keyText } from "../../state/keys.ts";
import { prefer, preferences } from "../../state/preferences.ts";
import { isModifier, type KeyHolder, keyRefusal } from "./key-refusal.ts";
import "./keys-dialog.css";

const holders = (): readonly KeyHolder[] =>
  commands().flatMap((command) => {
    const key = keyOf(command);
    return key === undefined ? [] : [{ id: command.id, title: command.title, key }];
  });

/** Commands that have a key, or had one. */
const keyed = (): readonly Command[] => commands().filter(({ key }) => key !== undefined);

/** Shows the keys, changes them, and enables trading keys. */
export function KeysDialog(props: { readonly onClose: () => void }): JSX.Element {
  const [changing, setChanging] = createSignal<string>();
  const [fault, setFault] = createSignal<string>();
  const take = (command: Command, event: KeyboardEvent): void => {
    if (changing() !== command.id || isModifier(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    setFault(undefined);
    if (event.key === "Escape") {
      setChanging(undefined);
      return;
    }
    const key = keyText(event);
    const refusal = keyRefusal(key, command.id, holders());
    if (refusal !== undefined) {
      setFault(refusal);
      return;
    }
    prefer({ keys: { ...preferences().keys, [command.id]: key } });
    setChanging(undefined);
  };
  const reset = (): void => {
    prefer({ keys: {} });
    setChanging(undefined);
    setFault(undefined);
  };
  const labelOf = (command: Command): string =>
    changing() === command.id
      ? `Press a key … for ${command.title}`
      : `Change the key of ${command.title}, now ${keyOf(command)}`;
  return (
    <Dialog title="Keys" onClose={props.onClose}>
      <TradingKeys />
      <p class="warn" role="alert">
        {fault()}
      </p>
      <ul class="key-list">
        <For each={keyed()}>
          {(command) => (
            <li>
              <span>
                {command.title}
                <Show when={command.isTrading}>
                  {" "}
                  <span title="Trading key">⚠</span>
                  <span class="unseen"> trading key</span>
                </Show>
              </span>
              <Button
                size="small"
                aria-label={labelOf(command)}
                onClick={() => setChanging(command.id)}
                onBlur={() => setChanging((id) => (id === command.id ? undefined : id))}
                onKeyDown={(event) => take(command, event)}
              >
                <kbd>{changing() === command.id ? "Press a key …" : keyOf(command)}</kbd>
              </Button>
            </li>
          )}
        </For>
      </ul>
      <div class="actions">
        <Button onClick={reset}>Reset keys</Button>
        <Button look="primary" onClick={() => props.onClose()}>
          Done
        </Button>
      </div>
    </Dialog>
  );
}

/** Enables trading keys, and says what pressing a key does. */
function TradingKeys(): JSX.Element {
  return (
    <>
      <Check
        label="Trading keys place, change and cancel orders"
        checked={preferences().tradingKeys}
        onValue={(tradingKeys) => prefer({ tradingKeys })}
      />
      <p class="quiet">
        {preferences().tradingKeys
          ? "Trading keys are on."
          : "Trading keys are off: keys marked with ⚠ do nothing."}{" "}
        Press a key's button, then the new key; Escape keeps the old one.
      </p>
    </>
  );
}
