import { createSignal, type JSX, Show } from "solid-js";
import { Button } from "../../../parts/button.tsx";
import { type Column, DataTable } from "../../../parts/data-table.tsx";
import { Dialog } from "../../../parts/dialog.tsx";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { Field } from "../../../parts/field.tsx";
import { ScrollAcross } from "../../../parts/scroll-across.tsx";
import { showToast } from "../../../parts/toasts.tsx";
import { loaded } from "../../../state/loaded.ts";
import { type AccountKind, session } from "../../../state/session.ts";
import { failureText } from "../../../wire/wire-failure.ts";
import { Panel, WhenLoaded } from "../panel.tsx";
import { createSubAccount, loadSubAccounts, type SubAccount } from "./sub-accounts-wire.ts";
import { SubKeysDialog } from "./sub-keys-dialog.tsx";

/** Sub-accounts and their keys. */
export function SubAccountsSection(): JSX.Element {
  const kind = session()?.accountKind ?? "classic";
  const accounts = loaded(() => loadSubAccounts(kind));
  const [isCreating, setCreating] = createSignal(false);
  const [opened, setOpened] = createSignal<SubAccount>();
  const columns: readonly Column<SubAccount>[] = [
    { title: "Name", cell: (row) => row.name },
    { title: "Uid", cell: (row) => <span class="mono">{row.uid}</span> },
    { title: "Kind", cell: (row) => row.kind },
    { title: "Status", cell: (row) => row.status },
    {
      title: "",
      cell: (row) => (
        <Show when={row.kind === kind} fallback={<span class="quiet">of the other kind</span>}>
          <Button size="small" onClick={() => setOpened(row)}>
            Keys
          </Button>
        </Show>
      ),
    },
  ];
  return (
    <Panel
      title="Accounts below this one, with wallets and keys of their own"
      actions={
        <Button look="primary" onClick={() => setCreating(true)}>
          Create a sub-account
        </Button>
      }
    >
      <WhenLoaded from={accounts}>
        {(rows) => (
          <Show
            when={rows().length > 0}
            fallback={
              <EmptyState title="No sub-accounts yet">
                A sub-account keeps a strategy apart: its losses cannot reach the other accounts.
                Move coins to it with <a href="/account/transfer">Transfer</a>.
              </EmptyState>
            }
          >
            <ScrollAcross>
              <DataTable label="Sub-accounts" columns={columns} rows={rows()} />
            </ScrollAcross>
          </Show>
        )}
      </WhenLoaded>
      <Show when={isCreating()}>
        <Dialog title="Create a sub-account" onClose={() => setCreating(false)}>
          <NameForm
            kind={kind}
            onCreated={(name) => {
              setCreating(false);
              accounts.reload();
              showToast({ kind: "good", text: `Created ${name}` });
            }}
          />
        </Dialog>
      </Show>
      <Show when={opened()}>
        {(account) => <SubKeysDialog kind={kind} account={account()} onClose={() => setOpened()} />}
      </Show>
    </Panel>
  );
}

/** Names as the dialects take them. */
const NAME_RULES: Readonly<Record<AccountKind, readonly [pattern: string, hint: string]>> = {
  classic: ["[A-Za-z]{8}", "Exactly 8 English letters"],
  unified: ["[A-Za-z]{1,20}", "1 to 20 English letters"],
};

function NameForm(props: {
  readonly kind: AccountKind;
  readonly onCreated: (name: string) => void;
}): JSX.Element {
  const [name, setName] = createSignal("");
  const [fault, setFault] = createSignal<string>();
  const rule = () => NAME_RULES[props.kind];
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    try {
      await createSubAccount(props.kind, name());
      props.onCreated(name());
    } catch (thrown) {
      setFault(failureText(thrown));
    }
  };
  return (
    <form class="account-form" onSubmit={send}>
      <Field
        label="Name"
        hint={`${rule()[1]}; no other account of the exchange may have it`}
        pattern={rule()[0]}
        required
        fault={fault()}
        value={name()}
        onValue={(text) => {
          setName(text);
          setFault(undefined);
        }}
      />
      <div class="actions">
        <Button type="submit" look="primary">
          Create
        </Button>
      </div>
    </form>
  );
}
