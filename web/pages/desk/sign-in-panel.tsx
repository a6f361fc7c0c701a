import { createSignal, type JSX } from "solid-js";
import { Button } from "../../parts/button.tsx";
import { Field } from "../../parts/field.tsx";
import { failureText } from "../../wire/wire-failure.ts";
import { signInToDesk } from "./wire/desk-session.ts";

/** Asks for an admin token, which is sent once and kept nowhere in the browser. */
export function SignInPanel(): JSX.Element {
  const [token, setToken] = createSignal("");
  const [fault, setFault] = createSignal<string>();
  const [isSending, setSending] = createSignal(false);
  const send = async (): Promise<void> => {
    setSending(true);
    setFault(undefined);
    try {
      await signInToDesk(token().trim());
    } catch (thrown) {
      setFault(failureText(thrown));
    } finally {
      setSending(false);
      setToken("");
    }
  };
  return (
    <main class="desk-sign-in">
      <h1>Desk of the operator</h1>
      <form
        class="desk-act"
        onSubmit={(event) => {
          event.preventDefault();
          if (token().trim() !== "" && !isSending()) void send();
        }}
      >
        <Field
          label="Admin token"
          type="password"
          autocomplete="off"
          required
          autofocus
          value={token()}
          fault={fault()}
          hint="admin.token of credentials.json, or a token issued for you"
          onValue={setToken}
        />
        <p class="quiet">
          You act under the name and with the role of the token. The session ends after 12 hours,
          with the browser, and when the token is replaced or removed.
        </p>
        <div class="actions">
          <Button type="submit" look="primary" disabled={token().trim() === "" || isSending()}>
            {isSending() ? "Signing in…" : "Sign in"}
          </Button>
        </div>
      </form>
    </main>
  );
}
