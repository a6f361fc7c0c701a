import { createSignal, type JSX, Show } from "solid-js";
import { moment } from "../../../numbers/format.ts";
import { Button } from "../../../parts/button.tsx";
import { type Column, DataTable } from "../../../parts/data-table.tsx";
import { Dialog } from "../../../parts/dialog.tsx";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { ScrollAcross } from "../../../parts/scroll-across.tsx";
import { showFailure, showToast } from "../../../parts/toasts.tsx";
import { loaded } from "../../../state/loaded.ts";
import { enterDemo, session } from "../../../state/session.ts";
import { REALM } from "../../../wire/realm.ts";
import { Panel, WhenLoaded } from "../panel.tsx";
import { KeyForm } from "./key-form.tsx";
import { NewKeyView } from "./new-key-view.tsx";
import {
  createKey,
  deleteKey,
  loadKeys,
  modifyKey,
  type NewKey,
  type OwnKey,
  SAFE_PERMISSIONS,
} from "./own-keys.ts";

/** The account's API keys. */
export function KeysSection(): JSX.Element {
  const keys = loaded(loadKeys, 15_000);
  const [isCreating, setCreating] = createSignal(false);
  const [changing, setChanging] = createSignal<OwnKey>();
  const [deleting, setDeleting] = createSignal<OwnKey>();
  const columns = columnsOf(setChanging, setDeleting);
  return (
    <>
      <Panel
        title={REALM === "demo" ? "Keys of the demo account" : "Keys of the live account"}
        actions={
          <Button
            look="primary"
            disabled={keys.value() === undefined}
            onClick={() => setCreating(true)}
          >
            Create a key
          </Button>
        }
      >
        <WhenLoaded from={keys}>
          {(value) => (
            <Show
              when={value().list.length > 0}
              fallback={
                <EmptyState title="No keys yet">
                  A key lets a program trade for this account. Its secret is shown once.
                </EmptyState>
              }
            >
              <ScrollAcross>
                <DataTable label="API keys" columns={columns} rows={value().list} />
              </ScrollAcross>
              <p class="quiet">
                {value().list.length} of {value().keysMax} keys
              </p>
            </Show>
          )}
        </WhenLoaded>
      </Panel>
      <DemoPanel />
      <Show when={isCreating()}>
        <CreateDialog
          allPermissions={keys.value()?.allPermissions ?? []}
          onCreated={() => keys.reload()}
          onClose={() => setCreating(false)}
        />
      </Show>
      <Show when={changing()}>
        {(key) => (
          <ChangeDialog
            subject={key()}
            allPermissions={keys.value()?.allPermissions ?? []}
            onChanged={() => keys.reload()}
            onClose={() => setChanging()}
          />
        )}
      </Show>
      <Show when={deleting()}>
        {(key) => (
          <DeleteDialog
            subject={key()}
            onDeleted={() => keys.reload()}
            onClose={() => setDeleting()}
          />
        )}
      </Show>
    </>
  );
}

function columnsOf(
  onChange: (key: OwnKey) => void,
  onDelete: (key: OwnKey) => void,
): readonly Column<OwnKey>[] {
  return [
    { title: "Label", cell: (key) => key.label },
    { title: "Key", isWrapped: true, cell: (key) => <span class="mono">{key.apiKey}</span> },
    { title: "Permissions", isWrapped: true, cell: (key) => key.permissions.join(", ") },
    { title: "Addresses", isWrapped: true, cell: (key) => key.ipList.join(", ") || "all" },
    { title: "Created", isWrapped: true, cell: (key) => moment(Number(key.createdTime)) },
    { title: "Last used", isWrapped: true, cell: (key) => lastUse(key) },
    {
      title: "",
      cell: (key) => (
        <span class="account-row-actions">
          <Button size="small" onClick={() => onChange(key)}>
            Change
          </Button>
          <Button size="small" look="danger" onClick={() => onDelete(key)}>
            Delete
          </Button>
        </span>
      ),
    },
  ];
}

function lastUse({ lastAddress, lastRequest, lastUsedTime }: OwnKey): string {
  if (lastUsedTime === "") return "not lately";
  return `${moment(Number(lastUsedTime))}, ${lastRequest} from ${lastAddress}`;
}

function CreateDialog(props: {
  readonly allPermissions: readonly string[];
  readonly onCreated: () => void;
  readonly onClose: () => void;
}): JSX.Element {
  const [created, setCreated] = createSignal<NewKey>();
  const usual = () => props.allPermissions.filter((one) => SAFE_PERMISSIONS.includes(one));
  return (
    <Dialog
      title={created() === undefined ? "Create a key" : "Your new key"}
      size="wide"
      onClose={props.onClose}
    >
      <Show
        when={created()}
        fallback={
          <KeyForm
            terms={{ label: "", permissions: usual(), ipList: [] }}
            allPermissions={props.allPermissions}
            action="Create"
            onTerms={async (terms) => {
              setCreated(await createKey(terms));
              props.onCreated();
            }}
          />
        }
      >
        {(key) => <NewKeyView created={key()} accountKind={session()?.accountKind ?? "classic"} />}
      </Show>
    </Dialog>
  );
}

/** The way to the keys of the demo account. */
function DemoPanel(): JSX.Element {
  return (
    <Show when={REALM === "live"}>
      <Panel title="Try it with demo money">
        <p class="quiet">A key of the demo account trades with demo money, on books of its own.</p>
        <div>
          <Button onClick={() => enterDemo().catch(showFailure)}>Go to the demo account</Button>
        </div>
      </Panel>
    </Show>
  );
}

function ChangeDialog(props: {
  readonly subject: OwnKey;
  readonly allPermissions: readonly string[];
  readonly onChanged: () => void;
  readonly onClose: () => void;
}): JSX.Element {
  return (
    <Dialog title={`Change ${props.subject.label}`} onClose={props.onClose}>
      <KeyForm
        terms={props.subject}
        allPermissions={props.allPermissions}
        action="Change"
        onTerms={async (terms) => {
          await modifyKey(props.subject.apiKey, terms);
          props.onChanged();
          props.onClose();
        }}
      />
    </Dialog>
  );
}

function DeleteDialog(props: {
  readonly subject: OwnKey;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}): JSX.Element {
  const remove = async (): Promise<void> => {
    try {
      await deleteKey(props.subject.apiKey);
      showToast({ kind: "good", text: `Deleted ${props.subject.label}` });
    } catch (thrown) {
      showFailure(thrown);
    }
    props.onDeleted();
    props.onClose();
  };
  return (
    <Dialog title={`Delete ${props.subject.label}?`} onClose={props.onClose}>
      <p>Programs that use it are refused at once. Orders that it placed stay.</p>
      <div class="actions">
        <Button look="danger" onClick={remove}>
          Delete the key
        </Button>
      </div>
    </Dialog>
  );
}
