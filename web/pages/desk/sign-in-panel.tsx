import { createSignal, type JSX } from "solid-js";
import { Button } from "../../parts/button.tsx";
import { Field } from "../../parts/field.tsx";
import { createAttempt } from "../../state/attempt.ts";
import { signInToDesk } from "./wire/desk-session.ts";

/** Asks for an admin token, which is sent once and kept nowhere in the browser. */
export function SignInPanel(): JSX.Element {
  const [token, setToken] = createSignal("");
  const attempt = createAttempt();
  const send = async (): Promise<void> => {
    await attempt.run(() => signInToDesk(token().trim()));
    setToken("");
  };
  return (
    <main class="desk-sign-in">
      <h1>Desk of the operator</h1>
      <form
        class="desk-act"
        onSubmit={(event) => {
          event.preventDefault();
          if (token().trim() !== "" && !attempt.isSending()) void send();
        }}
      >
        <Field
          label="Admin token"
          type="password"
          autocomplete="off"
          required
          autofocus
          value={token()}
          fault={attempt.fault()}
          hint="admin.token of credentials.json, or a token issued for you"
          onValue={setToken}
        />
        <p class="quiet">
          You act under the name and with the role of the token. The session ends after 12 hours,
          with the browser, and when the token is replaced or removed.
        </p>
        <div class="actions">
          <Button
            type="submit"
            look="primary"
            disabled={token().trim() === "" || attempt.isSending()}
          >
            {attempt.isSending() ? "Signing in…" : "Sign in"}
          </Button>
        </div>
      </form>
    </main>
  );
}
