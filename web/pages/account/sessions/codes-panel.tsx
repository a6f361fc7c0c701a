import { createResource, createSignal, type JSX, Match, Show, Switch } from "solid-js";
import { Button } from "../../../parts/button.tsx";
import { CodeField } from "../../../parts/code-field.tsx";
import { Field } from "../../../parts/field.tsx";
import { showFailure, showToast } from "../../../parts/toasts.tsx";
import { createAttempt } from "../../../state/attempt.ts";
import { loadSession, session } from "../../../state/session.ts";
import { post, type RequestOptions } from "../../../wire/rest.ts";
import { Panel } from "../panel.tsx";
import "./codes-panel.css";

/** What an app needs to show codes. */
type Prepared = { readonly secret: string; readonly uri: string };

/** Light modules around a QR code, as its standard asks for. */
const QUIET_MODULES = 4;

const SECRET: RequestOptions = { realm: "live", isSecret: true, hasOwnCode: true };

/** Enables and disables one-time codes. */
export function CodesPanel(): JSX.Element {
  const [prepared, setPrepared] = createSignal<Prepared>();
  return (
    <Panel title="One-time codes">
      <Switch fallback={<PrepareForm onPrepared={setPrepared} />}>
        <Match when={session()?.codesEnabled === true}>
          <DisableForm />
        </Match>
        <Match when={prepared()}>
          {(secret) => <EnableForm prepared={secret()} onEnd={() => setPrepared(undefined)} />}
        </Match>
      </Switch>
    </Panel>
  );
}

function PasswordField(props: {
  readonly value: string;
  readonly fault?: string | undefined;
  readonly onValue: (password: string) => void;
}): JSX.Element {
  return (
    <Field
      label="Password"
      type="password"
      autocomplete="current-password"
      required
      value={props.value}
      fault={props.fault}
      onValue={props.onValue}
    />
  );
}

function PrepareForm(props: { readonly onPrepared: (prepared: Prepared) => void }): JSX.Element {
  const [password, setPassword] = createSignal("");
  const attempt = createAttempt();
  const prepare = async (): Promise<void> => {
    const body = { password: password() };
    props.onPrepared(await post<Prepared>("/terminal/v1/prepare-codes", body, SECRET));
  };
  return (
    <form
      class="account-form"
      onSubmit={(event) => {
        event.preventDefault();
        void attempt.run(prepare);
      }}
    >
      <p class="quiet">
        An app on your phone shows a new code every 30 seconds. With codes, a stolen password or an
        open browser is not enough to sign in, withdraw or make keys.
      </p>
      <PasswordField value={password()} fault={attempt.fault()} onValue={setPassword} />
      <div class="actions">
        <Button type="submit" look="primary" disabled={attempt.isSending()}>
          Set up codes
        </Button>
      </div>
    </form>
  );
}

function EnableForm(props: {
  readonly prepared: Prepared;
  readonly onEnd: () => void;
}): JSX.Element {
  const [code, setCode] = createSignal("");
  const attempt = createAttempt();
  const enable = async (): Promise<void> => {
    await post("/terminal/v1/enable-codes", { code: code().trim() }, SECRET);
    props.onEnd();
    await loadSession();
    showToast({ kind: "good", text: "One-time codes are enabled" });
  };
  return (
    <form
      class="account-form"
      onSubmit={(event) => {
        event.preventDefault();
        void attempt.run(enable);
      }}
    >
      <p>Scan the picture with an app for codes, or type the secret into it. Keep a copy of it.</p>
      <QrCode text={props.prepared.uri} />
      <SecretText secret={props.prepared.secret} />
      <CodeField value={code()} fault={attempt.fault()} onValue={setCode} />
      <div class="actions">
        <Button onClick={props.onEnd}>Cancel</Button>
        <Button type="submit" look="primary" disabled={attempt.isSending()}>
          Enable codes
        </Button>
      </div>
    </form>
  );
}

/** The secret in groups of four, as people read it out. */
function SecretText(props: { readonly secret: string }): JSX.Element {
  const copy = (): void => {
    navigator.clipboard
      .writeText(props.secret)
      .then(() => showToast({ kind: "good", text: "Secret copied" }))
      .catch(showFailure);
  };
  return (
    <p class="code-secret">
      <span class="mono" data-part="Secret of codes">
        {props.secret.replace(/(.{4})(?=.)/g, "$1 ")}
      </span>{" "}
      <Button size="small" onClick={copy}>
        Copy the secret
      </Button>
    </p>
  );
}

/** A text as a QR code; its parts are loaded on demand. */
function QrCode(props: { readonly text: string }): JSX.Element {
  const [code] = createResource(
    () => props.text,
    async (text) => {
      const { encode } = await import("uqr");
      return encode(text, { border: QUIET_MODULES });
    },
  );
  const path = (rows: readonly (readonly boolean[])[]): string =>
    rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <Show when={code()}>
      {(qr) => (
        <svg
          class="qr-code"
          viewBox={`0 0 ${qr().size} ${qr().size}`}
          role="img"
          aria-label="QR code of the secret"
        >
          <rect class="qr-paper" width={qr().size} height={qr().size} />
          <path class="qr-ink" d={path(qr().data)} />
        </svg>
      )}
    </Show>
  );
}

function DisableForm(): JSX.Element {
  const [password, setPassword] = createSignal("");
  const [code, setCode] = createSignal("");
  const attempt = createAttempt();
  const disable = async (): Promise<void> => {
    const body = { password: password(), code: code().trim() };
    await post("/terminal/v1/disable-codes", body, SECRET);
    await loadSession();
    showToast({ kind: "good", text: "One-time codes are disabled" });
  };
  return (
    <form
      class="account-form"
      onSubmit={(event) => {
        event.preventDefault();
        void attempt.run(disable);
      }}
    >
      <p>
        Enabled: sign-ins, withdrawals, new addresses, keys and released coins need a code. Each
        code works once. If the device is lost, the operator of the exchange can disable them.
      </p>
      <PasswordField value={password()} onValue={setPassword} />
      <CodeField value={code()} fault={attempt.fault()} onValue={setCode} isLate />
      <div class="actions">
        <Button type="submit" look="danger" disabled={attempt.isSending()}>
          Disable codes
        </Button>
      </div>
    </form>
  );
}
