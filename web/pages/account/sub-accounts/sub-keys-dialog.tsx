import { createSignal, type JSX, Show } from "solid-js";
import { Button } from "../../../parts/button.tsx";
import { type Column, DataTable } from "../../../parts/data-table.tsx";
import { Dialog } from "../../../parts/dialog.tsx";
import { ScrollAcross } from "../../../parts/scroll-across.tsx";
import { showFailure } from "../../../parts/toasts.tsx";
import { loaded } from "../../../state/loaded.ts";
import type { AccountKind } from "../../../state/session.ts";
import { KeyForm } from "../keys/key-form.tsx";
import { NewKeyView } from "../keys/new-key-view.tsx";
import type { NewKey } from "../keys/own-keys.ts";
import { WhenLoaded } from "../panel.tsx";
import {
  createSubKey,
  deleteSubKey,
  loadSubKeys,
  SUB_KEY_PERMISSIONS,
  type SubAccount,
  type SubKey,
} from "./sub-accounts-wire.ts";

/** Permissions of a new key that move no funds. */
const FIRST: Readonly<Record<AccountKind, readonly string[]>> = {
  classic: ["read", "spot_trade", "contract_trade"],
  unified: ["uta_trade", "uta_mgt"],
};

/** The keys of a sub-account, and the form for a new one. */
export function SubKeysDialog(props: {
  readonly kind: AccountKind;
  readonly account: SubAccount;
  readonly onClose: () => void;
}): JSX.Element {
  const keys = loaded(() => loadSubKeys(props.kind, props.account.uid));
  const [created, setCreated] = createSignal<NewKey>();
  const remove = async (key: SubKey): Promise<void> => {
    await deleteSubKey(key.apiKey).catch(showFailure);
    keys.reload();
  };
  const columns: readonly Column<SubKey>[] = [
    { title: "Label", cell: (key) => key.label },
    { title: "Key", cell: (key) => <span class="mono">{key.apiKey}</span> },
    { title: "Permissions", cell: (key) => key.permissions.join(", ") },
    {
      title: "",
      cell: (key) => (
        <Show when={props.kind === "unified"}>
          <Button size="small" look="danger" onClick={() => void remove(key)}>
            Delete
          </Button>
        </Show>
      ),
    },
  ];
  return (
    <Dialog title={`Keys of ${props.account.name}`} size="wide" onClose={props.onClose}>
      <Show
        when={created()}
        fallback={
          <>
            <WhenLoaded from={keys}>
              {(rows) => (
                <Show when={rows().length > 0} fallback={<p class="quiet">No keys yet.</p>}>
                  <ScrollAcross>
                    <DataTable label="Keys" columns={columns} rows={rows()} />
                  </ScrollAcross>
                </Show>
              )}
            </WhenLoaded>
            <h3>New key</h3>
            <KeyForm
              terms={{ label: "", permissions: FIRST[props.kind], ipList: [] }}
              allPermissions={SUB_KEY_PERMISSIONS[props.kind]}
              action="Create"
              onTerms={async (terms) => {
                setCreated(await createSubKey(props.kind, props.account.uid, terms));
              }}
            />
          </>
        }
      >
        {(key) => <NewKeyView created={key()} accountKind={props.account.kind} />}
      </Show>
    </Dialog>
  );
}
