import { createSignal, type JSX } from "solid-js";
import { Button } from "../../parts/button.tsx";
import { Field } from "../../parts/field.tsx";
import { Segments } from "../../parts/segments.tsx";
import { type AccountKind, signUp } from "../../state/session.ts";
import { failureText, WireFailure } from "../../wire/wire-failure.ts";

/** Codes of refusals that are about the name and about the password. */
const NAME_CODES: readonly string[] = ["49009", "49010"];
const PASSWORD_CODES: readonly string[] = ["49011"];

const KINDS = [
  ["unified", "Unified"],
  ["classic", "Classic"],
] as const;

const KIND_TEXTS: Readonly<Record<AccountKind, string>> = {
  unified:
    "One wallet, whose USDT and USDC back all positions; its other coins do in advanced mode, " +
    "which is chosen under Account mode. Programs use v3.",
  classic: "A wallet for each product: a loss in one does not reach the others. Programs use v2.",
};

type Faults = { readonly name?: string; readonly password?: string; readonly form?: string };

function faultsOf(thrown: unknown): Faults {
  const text = failureText(thrown);
  if (!(thrown instanceof WireFailure)) return { form: text };
  if (NAME_CODES.includes(thrown.code)) return { name: text };
  return PASSWORD_CODES.includes(thrown.code) ? { password: text } : { form: text };
}

/** Opens an account with a name and a password. */
export function SignUpForm(): JSX.Element {
  const [name, setName] = createSignal("");
  const [password, setPassword] = createSignal("");
  const [kind, setKind] = createSignal<AccountKind>("unified");
  const [faults, setFaults] = createSignal<Faults>({});
  const [isSending, setSending] = createSignal(false);
  const send = async (): Promise<void> => {
    setSending(true);
    setFaults({});
    try {
      await signUp({ name: name(), password: password(), accountKind: kind() });
    } catch (thrown) {
      setFaults(faultsOf(thrown));
      setSending(false);
    }
  };
  return (
    <form
      class="sign-in"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Field
        label="Name"
        name="username"
        autocomplete="username"
        required
        value={name()}
        fault={faults().name}
        onValue={setName}
      />
      <Field
        label="Password"
        type="password"
        name="new-password"
        autocomplete="new-password"
        required
        value={password()}
        hint="8 to 128 characters, and not the name"
        fault={faults().password}
        onValue={setPassword}
      />
      <Segments label="Kind of account" options={KINDS} value={kind()} onValue={setKind} />
      <p class="quiet">{KIND_TEXTS[kind()]} It can be changed later.</p>
      <p class="bad" role="alert">
        {faults().form}
      </p>
      <div class="actions">
        <Button type="submit" look="primary" disabled={isSending()}>
          Open the account
        </Button>
      </div>
    </form>
  );
}
