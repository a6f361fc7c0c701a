import { createSignal, type JSX, Show } from "solid-js";
import { Button } from "../../../parts/button.tsx";
import type { Column } from "../../../parts/data-table.tsx";
import { Dialog } from "../../../parts/dialog.tsx";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { Field } from "../../../parts/field.tsx";
import { loaded } from "../../../state/loaded.ts";
import { Panel } from "../../account/panel.tsx";
import { ask } from "../acts/asked-act.ts";
import { Facts } from "../facts.tsx";
import { isoMoment } from "../iso-moment.ts";
import { LoadedTable } from "../loaded-table.tsx";
import { mayAct } from "../wire/desk-session.ts";
import { deskGet } from "../wire/desk-wire.ts";
import { type CreatedKey, createKeyAct, endSessionsAct, revokeKeyAct } from "./user-acts.ts";
import type { ShownUser } from "./user-rows.ts";

type Props = { readonly user: ShownUser; readonly reload: () => void };

type Key = {
  readonly apiKey: string;
  readonly kind: string;
  readonly permissions: readonly string[];
  readonly ipList: readonly string[];
  readonly createdAt: string;
  /** Null until the key is used after a start. */
  readonly lastUse: {
    readonly time: string;
    readonly address: string;
    readonly call: string;
    readonly request: string;
  } | null;
};

type Connection = {
  readonly path: string;
  readonly address: string;
  readonly apiKey: string;
  readonly connectedAt: string;
  readonly heardAt: string;
  readonly subscriptions: number;
};

/** Keys of a user, and the connections on which they have logged in. */
export function KeysPanels(props: Props): JSX.Element {
  const path = `/users/${props.user.uid}`;
  const keys = loaded(() => deskGet<readonly Key[]>(`${path}/keys`));
  const connections = loaded(() => deskGet<readonly Connection[]>(`${path}/sessions`));
  const reload = (): void => {
    keys.reload();
    connections.reload();
    props.reload();
  };
  return (
    <>
      <Panel title="Keys">
        <LoadedTable
          label="Keys"
          columns={keyColumns(props.user.uid, reload)}
          from={keys}
          empty={<EmptyState title="This user has no key">Create one below.</EmptyState>}
        />
      </Panel>
      <CreatePanel uid={props.user.uid} onDone={reload} />
      <Panel
        title="WebSocket connections"
        actions={
          <Button
            size="small"
            disabled={!mayAct("support", "risk")}
            onClick={() => ask(endSessionsAct(props.user, reload))}
          >
            End all connections
          </Button>
        }
      >
        <LoadedTable
          label="Connections"
          columns={CONNECTIONS}
          from={connections}
          empty={<EmptyState title="No connection is logged in" />}
        />
      </Panel>
    </>
  );
}

function keyColumns(uid: string, reload: () => void): readonly Column<Key>[] {
  return [
    { title: "Key", cell: (row) => <span class="desk-wrapped">{row.apiKey}</span> },
    { title: "Kind", cell: (row) => row.kind },
    {
      title: "Permissions",
      cell: (row) => <span class="desk-wrapped">{row.permissions.join(", ")}</span>,
    },
    { title: "Addresses", cell: (row) => row.ipList.join(", ") || "every address" },
    { title: "Created", cell: (row) => isoMoment(row.createdAt) },
    {
      title: "Last use",
      cell: ({ lastUse }) =>
        lastUse === null
          ? "none since the start"
          : `${isoMoment(lastUse.time)} from ${lastUse.address}`,
    },
    {
      title: "",
      cell: (row) => (
        <Button
          size="small"
          look="danger"
          disabled={!mayAct("support", "risk")}
          aria-label={`Revoke ${row.apiKey}`}
          onClick={() => ask(revokeKeyAct(uid, row.apiKey, reload))}
        >
          Revoke
        </Button>
      ),
    },
  ];
}

const CONNECTIONS: readonly Column<Connection>[] = [
  { title: "Path", cell: (row) => row.path },
  { title: "Address", cell: (row) => row.address },
  { title: "Key", cell: (row) => row.apiKey },
  { title: "Since", cell: (row) => isoMoment(row.connectedAt) },
  { title: "Last message", cell: (row) => isoMoment(row.heardAt) },
  { title: "Subscriptions", isNumber: true, cell: (row) => row.subscriptions },
];

function CreatePanel(props: { readonly uid: string; readonly onDone: () => void }): JSX.Element {
  const [addresses, setAddresses] = createSignal("");
  const [created, setCreated] = createSignal<CreatedKey>();
  const review = (event: SubmitEvent): void => {
    event.preventDefault();
    const ipList = addresses()
      .split(/[\s,]+/)
      .filter((address) => address !== "");
    const act = createKeyAct(props.uid, ipList, (key) => {
      setCreated(key);
      props.onDone();
    });
    ask(act);
  };
  return (
    <Panel title="New key">
      <form class="desk-filters" onSubmit={review}>
        <Field
          label="Addresses that may use it"
          hint="Such as 203.0.113.7, 198.51.100.0/24; empty for every address"
          value={addresses()}
          onValue={setAddresses}
        />
        <Button type="submit" disabled={!mayAct("support")}>
          Create a key
        </Button>
      </form>
      <Show when={created()}>
        {(key) => <CreatedDialog created={key()} onClose={() => setCreated(undefined)} />}
      </Show>
    </Panel>
  );
}

function CreatedDialog(props: {
  readonly created: CreatedKey;
  readonly onClose: () => void;
}): JSX.Element {
  return (
    <Dialog title="The new key" onClose={props.onClose}>
      <p class="warn">Copy the secret now: the exchange does not show it again.</p>
      <Facts
        facts={[
          ["Key", <code>{props.created.apiKey}</code>],
          ["Secret", <code>{props.created.secret ?? ""}</code>],
          ["Passphrase", <code>{props.created.passphrase}</code>],
          ["Permissions", props.created.permissions.join(", ")],
        ]}
      />
      <div class="actions">
        <Button look="primary" onClick={props.onClose}>
          I have copied it
        </Button>
      </div>
    </Dialog>
  );
}
