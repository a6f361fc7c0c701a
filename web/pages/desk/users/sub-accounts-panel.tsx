import { createSignal, type JSX, Show } from "solid-js";
import { Button } from "../../../parts/button.tsx";
import type { Column } from "../../../parts/data-table.tsx";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { Field } from "../../../parts/field.tsx";
import { loaded } from "../../../state/loaded.ts";
import { Panel } from "../../account/panel.tsx";
import { ask } from "../acts/asked-act.ts";
import { isoMoment } from "../iso-moment.ts";
import { LoadedTable } from "../loaded-table.tsx";
import { UserLink } from "../user-link.tsx";
import { mayAct } from "../wire/desk-session.ts";
import { allUsers } from "./all-users.ts";
import { createUserAct } from "./user-acts.ts";
import { type ListedUser, type ShownUser, stopsText } from "./user-rows.ts";

const COLUMNS: readonly Column<ListedUser>[] = [
  { title: "Uid", cell: (row) => <UserLink uid={row.uid} /> },
  { title: "Name", cell: (row) => row.name },
  { title: "Account", cell: (row) => row.accountKind },
  { title: "Stopped", cell: (row) => <span class="warn">{stopsText(row)}</span> },
  { title: "Keys", isNumber: true, cell: (row) => row.keys },
  { title: "Open orders", isNumber: true, cell: (row) => row.openOrders },
  { title: "Created", cell: (row) => isoMoment(row.createdAt) },
];

async function subAccountsOf(uid: string): Promise<readonly ListedUser[]> {
  const found = await allUsers({ query: uid, kind: "sub" });
  return found.filter(({ parentUid }) => parentUid === uid);
}

/** Sub-accounts of a main account, and a form for a new one. */
export function SubAccountsPanel(props: { readonly user: ShownUser }): JSX.Element {
  return (
    <Show
      when={props.user.parentUid === ""}
      fallback={
        <EmptyState title="A sub-account has no sub-accounts">
          Its main account is <UserLink uid={props.user.parentUid} />.
        </EmptyState>
      }
    >
      <SubAccounts user={props.user} />
    </Show>
  );
}

function SubAccounts(props: { readonly user: ShownUser }): JSX.Element {
  const subs = loaded(() => subAccountsOf(props.user.uid));
  const [name, setName] = createSignal("");
  const review = (event: SubmitEvent): void => {
    event.preventDefault();
    const { accountKind, realm, uid } = props.user;
    const sub = { kind: accountKind, realm, name: name().trim(), parentUid: uid };
    ask(
      createUserAct(sub, () => {
        setName("");
        subs.reload();
      }),
    );
  };
  return (
    <>
      <Panel title="Sub-accounts">
        <LoadedTable
          label="Sub-accounts"
          columns={COLUMNS}
          from={subs}
          empty={
            <EmptyState title="This user has no sub-accounts">
              The user makes them, or you below.
            </EmptyState>
          }
        />
      </Panel>
      <Panel title="New sub-account">
        <form class="desk-filters" onSubmit={review}>
          <Field label="Name" maxLength={64} value={name()} onValue={setName} />
          <Button type="submit" disabled={!mayAct("support")}>
            Create a sub-account
          </Button>
        </form>
      </Panel>
    </>
  );
}
