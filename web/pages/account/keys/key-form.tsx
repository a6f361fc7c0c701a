import { createSignal, For, type JSX } from "solid-js";
import { Button } from "../../../parts/button.tsx";
import { Check } from "../../../parts/check.tsx";
import { Field } from "../../../parts/field.tsx";
import { failureText } from "../../../wire/wire-failure.ts";
import { addressesOf, type KeyTerms, PERMISSION_TEXTS } from "./own-keys.ts";

/** Label, permissions and addresses of a key. */
export function KeyForm(props: {
  readonly terms: KeyTerms;
  readonly allPermissions: readonly string[];
  readonly action: string;
  readonly onTerms: (terms: KeyTerms) => Promise<void>;
}): JSX.Element {
  const { ipList, label: firstLabel, permissions: first } = props.terms;
  const [label, setLabel] = createSignal(firstLabel);
  const [permissions, setPermissions] = createSignal<readonly string[]>(first);
  const [addresses, setAddresses] = createSignal(ipList.join(", "));
  const [fault, setFault] = createSignal<string>();
  const [isSending, setSending] = createSignal(false);
  const set = (permission: string, isOn: boolean): void => {
    const rest = permissions().filter((one) => one !== permission);
    setPermissions([...rest, ...(isOn ? [permission] : [])]);
  };
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (permissions().length === 0) return void setFault("Choose at least one permission");
    setSending(true);
    try {
      const terms = { label: label(), permissions: permissions() };
      await props.onTerms({ ...terms, ipList: addressesOf(addresses()) });
    } catch (thrown) {
      setFault(failureText(thrown));
    } finally {
      setSending(false);
    }
  };
  return (
    <form class="account-form" onSubmit={send}>
      <Field
        label="Label"
        hint="At most 20 characters: what the key is for"
        maxLength={20}
        required
        value={label()}
        onValue={setLabel}
      />
      <fieldset>
        <legend>Permissions</legend>
        <For each={props.allPermissions}>
          {(permission) => (
            <Check
              label={`${PERMISSION_TEXTS[permission] ?? permission} (${permission})`}
              checked={permissions().includes(permission)}
              onValue={(isOn) => set(permission, isOn)}
            />
          )}
        </For>
      </fieldset>
      <Field
        label="Addresses"
        hint="IP addresses or ranges from which the key may be used; empty for all"
        value={addresses()}
        onValue={setAddresses}
      />
      <p class="warn" role="alert">
        {fault()}
      </p>
      <div class="actions">
        <Button type="submit" look="primary" disabled={isSending()}>
          {isSending() ? "Sending…" : props.action}
        </Button>
      </div>
    </form>
  );
}
