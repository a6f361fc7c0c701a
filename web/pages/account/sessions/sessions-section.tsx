import { createSignal, type JSX, Show } from "solid-js";
import { moment } from "../../../numbers/format.ts";
import { Button } from "../../../parts/button.tsx";
import { type Column, DataTable } from "../../../parts/data-table.tsx";
import { Field } from "../../../parts/field.tsx";
import { ScrollAcross } from "../../../parts/scroll-across.tsx";
import { showFailure, showToast } from "../../../parts/toasts.tsx";
import { loaded } from "../../../state/loaded.ts";
import { session, signOut } from "../../../state/session.ts";
import { switchRealm } from "../../../wire/realm.ts";
import { get, post } from "../../../wire/rest.ts";
import { failureText } from "../../../wire/wire-failure.ts";
import { browserName } from "../browser-name.ts";
import { Panel, WhenLoaded } from "../panel.tsx";
import { CodesPanel } from "./codes-panel.tsx";

type OpenSession = {
  readonly sessionId: string;
  readonly browser: string;
  readonly createdTime: string;
  readonly endTime: string;
  readonly lastUsedTime: string;
  readonly lastAddress: string;
  readonly isCurrent: boolean;
};

const loadSessions = (): Promise<{ readonly list: readonly OpenSession[] }> =>
  get("/terminal/v1/sessions");

/** Browsers that are signed in, the password and one-time codes. */
export function SessionsSection(): JSX.Element {
  return (
    <>
      <SessionsPanel />
      <Show
        when={session()?.hasPassword === true}
        fallback={
          <Panel title="Password">
            <p class="quiet">This user has none: it is a ready-made user of this machine.</p>
          </Panel>
        }
      >
        <PasswordPanel />
        <CodesPanel />
      </Show>
    </>
  );
}

function SessionsPanel(): JSX.Element {
  const sessions = loaded(loadSessions);
  const end = async ({ isCurrent, sessionId }: OpenSession): Promise<void> => {
    try {
      if (isCurrent) await signOut();
      else await post("/terminal/v1/end-session", { sessionId });
    } catch (thrown) {
      showFailure(thrown);
    }
    sessions.reload();
  };
  const endAll = (): void => {
    post("/terminal/v1/sign-out-everywhere").then(() => switchRealm("live"), showFailure);
  };
  const columns: readonly Column<OpenSession>[] = [
    {
      title: "Browser",
      isWrapped: true,
      cell: (row) => (
        <span title={row.browser}>
          {browserName(row.browser)}
          {row.isCurrent ? " (this one)" : ""}
        </span>
      ),
    },
    { title: "Signed in", cell: (row) => moment(Number(row.createdTime)) },
    {
      title: "Last request",
      isWrapped: true,
      cell: (row) => `${moment(Number(row.lastUsedTime))} ${row.lastAddress}`.trim(),
    },
    { title: "Ends", cell: (row) => moment(Number(row.endTime)) },
    {
      title: "",
      cell: (row) => (
        <Button size="small" onClick={() => void end(row)}>
          {row.isCurrent ? "Sign out" : "End"}
        </Button>
      ),
    },
  ];
  return (
    <Panel
      title="Browsers that are signed in"
      actions={
        <Button look="danger" onClick={endAll}>
          Sign out everywhere
        </Button>
      }
    >
      <WhenLoaded from={sessions}>
        {(value) => (
          <ScrollAcross>
            <DataTable label="Sessions" columns={columns} rows={value().list} />
          </ScrollAcross>
        )}
      </WhenLoaded>
    </Panel>
  );
}

function PasswordPanel(): JSX.Element {
  const [password, setPassword] = createSignal("");
  const [newPassword, setNewPassword] = createSignal("");
  const [fault, setFault] = createSignal<string>();
  const change = async (): Promise<void> => {
    setFault(undefined);
    try {
      const body = { password: password(), newPassword: newPassword() };
      await post("/terminal/v1/change-password", body, { isSecret: true, realm: "live" });
      setPassword("");
      setNewPassword("");
      showToast({ kind: "good", text: "The password is changed, and other browsers signed out" });
    } catch (thrown) {
      setFault(failureText(thrown));
    }
  };
  return (
    <Panel title="Password">
      <form
        class="account-form"
        onSubmit={(event) => {
          event.preventDefault();
          void change();
        }}
      >
        <Field
          label="Present password"
          type="password"
          autocomplete="current-password"
          required
          value={password()}
          onValue={setPassword}
        />
        <Field
          label="New password"
          type="password"
          autocomplete="new-password"
          required
          value={newPassword()}
          hint="8 to 128 characters, and not the name"
          fault={fault()}
          onValue={setNewPassword}
        />
        <div class="actions">
          <Button type="submit" look="primary">
            Change the password
          </Button>
        </div>
      </form>
    </Panel>
  );
}
