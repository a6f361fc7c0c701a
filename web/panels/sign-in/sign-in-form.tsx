import { createSignal, type JSX, Show } from "solid-js";
import { Button } from "../../parts/button.tsx";
import { CodeField } from "../../parts/code-field.tsx";
import { Field } from "../../parts/field.tsx";
import { signIn } from "../../state/session.ts";
import { CODE_NEEDED, CODE_WRONG } from "../../wire/asked-code.ts";
import { failureText, WireFailure } from "../../wire/wire-failure.ts";

/** Name and password of a user of the exchange, and a one-time code if the user has codes. */
export function SignInForm(): JSX.Element {
  const [name, setName] = createSignal("");
  const [password, setPassword] = createSignal("");
  const [code, setCode] = createSignal("");
  const [needsCode, setNeedsCode] = createSignal(false);
  const [fault, setFault] = createSignal<{ readonly text: string; readonly isOfCode: boolean }>();
  const [isSending, setSending] = createSignal(false);
  const send = async (): Promise<void> => {
    setSending(true);
    setFault(undefined);
    const more = needsCode() ? { code: code().trim() } : {};
    try {
      await signIn({ name: name(), password: password(), ...more });
    } catch (thrown) {
      setSending(false);
      if (!needsCode() && thrown instanceof WireFailure && thrown.code === CODE_NEEDED) {
        setNeedsCode(true);
        return;
      }
      const isOfCode = thrown instanceof WireFailure && thrown.code === CODE_WRONG;
      setFault({ text: failureText(thrown), isOfCode });
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
        onValue={(written) => {
          setName(written);
          setNeedsCode(false);
        }}
      />
      <Field
        label="Password"
        type="password"
        name="password"
        autocomplete="current-password"
        required
        value={password()}
        fault={fault()?.isOfCode === false ? fault()?.text : undefined}
        onValue={setPassword}
      />
      <Show when={needsCode()}>
        <CodeField
          value={code()}
          fault={fault()?.isOfCode === true ? fault()?.text : undefined}
          onValue={setCode}
        />
      </Show>
      <div class="actions">
        <Button type="submit" look="primary" disabled={isSending()}>
          Sign in
        </Button>
      </div>
    </form>
  );
}
