import { createSignal, type JSX } from "solid-js";
import { Button } from "../../parts/button.tsx";
import { Field } from "../../parts/field.tsx";
import { signIn } from "../../state/session.ts";
import { failureText } from "../../wire/wire-failure.ts";

/** Name and password of a user of the exchange. */
export function SignInForm(): JSX.Element {
  const [name, setName] = createSignal("");
  const [password, setPassword] = createSignal("");
  const [fault, setFault] = createSignal<string>();
  const [isSending, setSending] = createSignal(false);
  const send = async (): Promise<void> => {
    setSending(true);
    setFault(undefined);
    try {
      await signIn(name(), password());
    } catch (thrown) {
      setFault(failureText(thrown));
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
        onValue={setName}
      />
      <Field
        label="Password"
        type="password"
        name="password"
        autocomplete="current-password"
        required
        value={password()}
        fault={fault()}
        onValue={setPassword}
      />
      <div class="actions">
        <Button type="submit" look="primary" disabled={isSending()}>
          Sign in
        </Button>
      </div>
    </form>
  );
}
