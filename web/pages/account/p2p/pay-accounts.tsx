import { createSignal, type JSX, Show } from "solid-js";
import { Button } from "../../../parts/button.tsx";
import { type Column, DataTable } from "../../../parts/data-table.tsx";
import { Dialog } from "../../../parts/dialog.tsx";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { Field } from "../../../parts/field.tsx";
import { ScrollAcross } from "../../../parts/scroll-across.tsx";
import { Select } from "../../../parts/select.tsx";
import { showFailure } from "../../../parts/toasts.tsx";
import { createAttempt } from "../../../state/attempt.ts";
import { loaded } from "../../../state/loaded.ts";
import { WhenLoaded } from "../panel.tsx";
import {
  addPayAccount,
  loadPayAccounts,
  type Offered,
  type PayAccount,
  type PayMethod,
  removePayAccount,
} from "./p2p-wire.ts";

/** Accounts to which buyers pay. */
export function PayAccounts(props: { readonly offered: Offered }): JSX.Element {
  const accounts = loaded(loadPayAccounts);
  const [isAdding, setAdding] = createSignal(false);
  const remove = (account: PayAccount): void => {
    removePayAccount(account.userPayMethodId)
      .catch(showFailure)
      .finally(() => accounts.reload());
  };
  const columns: readonly Column<PayAccount>[] = [
    { title: "Method", cell: (row) => row.payMethodName },
    { title: "Holder", cell: (row) => row.payMethodUserName },
    {
      title: "Account",
      cell: (row) => (
        <span class="mono">{row.payMethodInfo.map(({ value }) => value).join(" ")}</span>
      ),
    },
    {
      title: "",
      cell: (row) => (
        <Button size="small" look="danger" onClick={() => remove(row)}>
          Remove
        </Button>
      ),
    },
  ];
  return (
    <>
      <WhenLoaded from={accounts}>
        {(rows) => (
          <Show
            when={rows().length > 0}
            fallback={
              <EmptyState title="No payment accounts">
                Who sells coins is paid to one of these accounts. The buyer of an order sees it.
              </EmptyState>
            }
          >
            <ScrollAcross>
              <DataTable label="Payment accounts" columns={columns} rows={rows()} />
            </ScrollAcross>
          </Show>
        )}
      </WhenLoaded>
      <div>
        <Button look="primary" onClick={() => setAdding(true)}>
          Add a payment account
        </Button>
      </div>
      <Show when={isAdding()}>
        <Dialog title="Add a payment account" onClose={() => setAdding(false)}>
          <AccountForm
            methods={methodsOf(props.offered)}
            onAdded={() => {
              setAdding(false);
              accounts.reload();
            }}
          />
        </Dialog>
      </Show>
    </>
  );
}

/** The methods of all currencies, each once. */
function methodsOf({ fiatDetailList }: Offered): readonly PayMethod[] {
  const all = fiatDetailList.flatMap(({ payMethods }) => payMethods);
  return [...new Map(all.map((method) => [method.payMethodId, method])).values()];
}

function AccountForm(props: {
  readonly methods: readonly PayMethod[];
  readonly onAdded: () => void;
}): JSX.Element {
  const [method, setMethod] = createSignal(props.methods[0]?.payMethodId ?? "");
  const [holder, setHolder] = createSignal("");
  const [account, setAccount] = createSignal("");
  const attempt = createAttempt();
  const send = (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    return attempt.run(async () => {
      const named = { payMethodUserName: holder().trim(), account: account().trim() };
      await addPayAccount({ payMethodId: method(), ...named });
      props.onAdded();
    });
  };
  return (
    <form class="account-form" onSubmit={send}>
      <Select
        label="Method"
        options={props.methods.map((one) => [one.payMethodId, one.payMethodName] as const)}
        value={method()}
        onValue={setMethod}
      />
      <Field label="Holder" maxLength={64} required value={holder()} onValue={setHolder} />
      <Field
        label="Account"
        hint="What payers need to know, such as an IBAN"
        maxLength={512}
        required
        value={account()}
        onValue={setAccount}
      />
      <p class="warn" role="alert">
        {attempt.fault()}
      </p>
      <div class="actions">
        <Button type="submit" look="primary" disabled={attempt.isSending()}>
          Add
        </Button>
      </div>
    </form>
  );
}
