import { createSignal, For, type JSX, Show } from "solid-js";
import { exact } from "../../../numbers/format.ts";
import { Button } from "../../../parts/button.tsx";
import type { Column } from "../../../parts/data-table.tsx";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { Field } from "../../../parts/field.tsx";
import { Segments } from "../../../parts/segments.tsx";
import { Select } from "../../../parts/select.tsx";
import { loaded } from "../../../state/loaded.ts";
import { spacedWords } from "../../../state/spaced-words.ts";
import { Panel, WhenLoaded } from "../../account/panel.tsx";
import { ask } from "../acts/asked-act.ts";
import { LoadedTable } from "../loaded-table.tsx";
import { mayAct } from "../wire/desk-session.ts";
import { deskGet } from "../wire/desk-wire.ts";
import {
  balanceChangeAct,
  changeFaults,
  creditableWallets,
  type WrittenChange,
} from "./balance-change.ts";
import { DepositPanel } from "./deposit-panel.tsx";
import type { ShownUser } from "./user-rows.ts";

type Balance = {
  readonly wallet: string;
  readonly coin: string;
  readonly balance: string;
  readonly hold: string;
  readonly available: string;
};

const COLUMNS: readonly Column<Balance>[] = [
  { title: "Wallet", cell: (row) => spacedWords(row.wallet) },
  { title: "Coin", cell: (row) => row.coin },
  { title: "Balance", isNumber: true, cell: (row) => exact(row.balance) },
  { title: "Held for orders", isNumber: true, cell: (row) => exact(row.hold) },
  { title: "Available", isNumber: true, cell: (row) => exact(row.available) },
];

/** What a user has, and the credits and debits that change it. */
export function BalancesPanels(props: { readonly user: ShownUser }): JSX.Element {
  const balances = loaded(() => deskGet<readonly Balance[]>(`/users/${props.user.uid}/balances`));
  return (
    <>
      <ChangePanel user={props.user} onDone={() => balances.reload()} />
      <Panel
        title="Balances"
        actions={
          <Button size="small" onClick={() => balances.reload()}>
            Load again
          </Button>
        }
      >
        <LoadedTable
          label="Balances"
          columns={COLUMNS}
          from={balances}
          empty={
            <EmptyState title="This user has no coins">
              A credit or a deposit brings the first ones.
            </EmptyState>
          }
        />
      </Panel>
      <DepositPanel uid={props.user.uid} onDone={() => balances.reload()} />
    </>
  );
}

function ChangePanel(props: {
  readonly user: ShownUser;
  readonly onDone: () => void;
}): JSX.Element {
  const rules = loaded(() => deskGet<{ readonly fourEyesUsd: number }>("/adjustment-rules"));
  return (
    <Panel title="Credit or debit">
      <Show when={!mayAct("treasury")}>
        <p class="quiet">Credits and debits are made with the role treasury.</p>
      </Show>
      <WhenLoaded from={rules}>
        {(value) => <ChangeForm user={props.user} rules={value()} onDone={props.onDone} />}
      </WhenLoaded>
    </Panel>
  );
}

function ChangeForm(props: {
  readonly user: ShownUser;
  readonly rules: { readonly fourEyesUsd: number };
  readonly onDone: () => void;
}): JSX.Element {
  const wallets = creditableWallets(props.user.accountKind);
  const empty: WrittenChange = {
    ...{ isDebit: false, wallet: wallets[0]?.[0] ?? "", coin: "", amount: "", reference: "" },
  };
  const [written, setWritten] = createSignal(empty);
  const write = (changed: Partial<WrittenChange>): void => {
    setWritten({ ...written(), ...changed });
  };
  const done = (): void => {
    write({ amount: "", reference: "" });
    props.onDone();
  };
  const act = () => balanceChangeAct(props.user.uid, written(), props.rules, done);
  return (
    <form
      class="desk-filters"
      onSubmit={(event) => {
        event.preventDefault();
        ask(act());
      }}
    >
      <Segments
        label="Direction"
        options={[
          ["credit", "Credit"],
          ["debit", "Debit"],
        ]}
        value={written().isDebit ? "debit" : "credit"}
        onValue={(value) => write({ isDebit: value === "debit" })}
      />
      <Select
        label="Wallet"
        options={wallets}
        value={written().wallet}
        onValue={(wallet) => write({ wallet })}
      />
      <For each={["coin", "amount", "reference"] as const}>
        {(member) => (
          <Field
            label={FIELD_LABELS[member]}
            inputmode={member === "amount" ? "decimal" : "text"}
            maxLength={member === "reference" ? 128 : 42}
            value={written()[member]}
            fault={member === "reference" ? undefined : changeFaults(written())[member]}
            onValue={(value) => write({ [member]: value })}
          />
        )}
      </For>
      <Button type="submit" disabled={act() === undefined || !mayAct("treasury")}>
        Review the {written().isDebit ? "debit" : "credit"}
      </Button>
    </form>
  );
}

const FIELD_LABELS = { coin: "Coin", amount: "Amount", reference: "Reference, such as a ticket" };
