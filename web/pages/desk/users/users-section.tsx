import { useNavigate } from "@solidjs/router";
import { createSignal, type JSX, Show } from "solid-js";
import { Button } from "../../../parts/button.tsx";
import type { Column } from "../../../parts/data-table.tsx";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { Field } from "../../../parts/field.tsx";
import { Select } from "../../../parts/select.tsx";
import { Panel } from "../../account/panel.tsx";
import { ask } from "../acts/asked-act.ts";
import type { SectionProps } from "../desk-sections.ts";
import { isoMoment } from "../iso-moment.ts";
import { PagedTable } from "../paged-table.tsx";
import { UserLink } from "../user-link.tsx";
import { mayAct } from "../wire/desk-session.ts";
import { deskGet, type Query } from "../wire/desk-wire.ts";
import { paged } from "../wire/paged.ts";
import { createUserAct } from "./user-acts.ts";
import { UserPage } from "./user-page.tsx";
import { type FoundUsers, type ListedUser, stopsText } from "./user-rows.ts";

/** Users by search; a part of the address names one of them. */
export function UsersSection(props: SectionProps): JSX.Element {
  return (
    <Show when={props.rest[0]} keyed fallback={<UserSearch />}>
      {(uid) => <UserPage uid={uid} part={props.rest[1] ?? ""} />}
    </Show>
  );
}

const NO_FILTER = { query: "", realm: "", accountKind: "", kind: "", state: "" };
type Filter = typeof NO_FILTER;

function queryOf({ accountKind, kind, query, realm, state }: Filter): Query {
  return {
    ...{ accountKind, kind, realm, query: query.trim() },
    isFrozen: state === "frozen" ? "true" : "",
    isUnderReview: state === "review" ? "true" : "",
  };
}

const COLUMNS: readonly Column<ListedUser>[] = [
  { title: "Uid", cell: (row) => <UserLink uid={row.uid} /> },
  { title: "Name", cell: (row) => row.name },
  { title: "Account", cell: (row) => `${row.accountKind}${row.realm === "demo" ? ", demo" : ""}` },
  {
    title: "Main account",
    cell: (row) => <UserLink uid={row.parentUid} />,
  },
  { title: "Stopped", cell: (row) => <span class="warn">{stopsText(row)}</span> },
  { title: "Keys", isNumber: true, cell: (row) => row.keys },
  { title: "Open orders", isNumber: true, cell: (row) => row.openOrders },
  { title: "Created", cell: (row) => isoMoment(row.createdAt) },
];

function UserSearch(): JSX.Element {
  const [filter, setFilter] = createSignal<Filter>(NO_FILTER);
  return (
    <>
      <h1>Users</h1>
      <SearchPanel onFilter={setFilter} />
      <Panel title="Users found">
        <Show when={filter()} keyed>
          {(shown) => <UserList query={queryOf(shown)} />}
        </Show>
      </Panel>
      <CreatePanel />
    </>
  );
}

function SearchPanel(props: { readonly onFilter: (filter: Filter) => void }): JSX.Element {
  const [written, setWritten] = createSignal<Filter>(NO_FILTER);
  const write = (changed: Partial<Filter>): void => {
    setWritten({ ...written(), ...changed });
  };
  const choose = (changed: Partial<Filter>): void => {
    write(changed);
    props.onFilter(written());
  };
  return (
    <Panel title="Search">
      <form
        class="desk-filters"
        onSubmit={(event) => {
          event.preventDefault();
          props.onFilter({ ...written() });
        }}
      >
        <Field
          label="Uid, API key or part of the name"
          type="search"
          maxLength={64}
          value={written().query}
          onValue={(query) => write({ query })}
        />
        <FilterChoices filter={written()} onChosen={choose} />
        <Button type="submit" look="primary">
          Search
        </Button>
      </form>
    </Panel>
  );
}

function FilterChoices(props: {
  readonly filter: Filter;
  readonly onChosen: (changed: Partial<Filter>) => void;
}): JSX.Element {
  return (
    <>
      <Select
        label="Realm"
        options={[
          ["", "Both realms"],
          ["live", "Live"],
          ["demo", "Demo"],
        ]}
        value={props.filter.realm}
        onValue={(realm) => props.onChosen({ realm })}
      />
      <Select
        label="Account"
        options={[
          ["", "Both kinds"],
          ["classic", "Classic"],
          ["unified", "Unified"],
        ]}
        value={props.filter.accountKind}
        onValue={(accountKind) => props.onChosen({ accountKind })}
      />
      <Select
        label="Main or sub"
        options={[
          ["", "Main and sub"],
          ["main", "Main accounts"],
          ["sub", "Sub-accounts"],
        ]}
        value={props.filter.kind}
        onValue={(kind) => props.onChosen({ kind })}
      />
      <Select
        label="State"
        options={[
          ["", "Every state"],
          ["frozen", "Frozen"],
          ["review", "Under review"],
        ]}
        value={props.filter.state}
        onValue={(state) => props.onChosen({ state })}
      />
    </>
  );
}

/** Users that match a query, page by page. */
function UserList(props: { readonly query: Query }): JSX.Element {
  const users = paged(async (after) => {
    const page = await deskGet<FoundUsers>("/users/search", { ...props.query, after });
    return { rows: page.users, cursor: page.after };
  });
  return (
    <PagedTable
      label="Users"
      columns={COLUMNS}
      pages={users}
      moreText="Show more"
      empty={
        <EmptyState title="No user is like this">
          <Show
            when={users.hasMore()}
            fallback="Write a uid, an API key or a part of a name, or choose less."
          >
            <Button onClick={() => users.more()}>Search on</Button>
          </Show>
        </EmptyState>
      }
    />
  );
}

function CreatePanel(): JSX.Element {
  const navigate = useNavigate();
  const [kind, setKind] = createSignal<"classic" | "unified">("unified");
  const [realm, setRealm] = createSignal<"live" | "demo">("live");
  const [name, setName] = createSignal("");
  const review = (event: SubmitEvent): void => {
    event.preventDefault();
    const user = { kind: kind(), realm: realm(), name: name().trim(), parentUid: "" };
    ask(createUserAct(user, (uid) => navigate(`/desk/users/${uid}`)));
  };
  return (
    <Panel title="New user">
      <form class="desk-filters" onSubmit={review}>
        <Field label="Name" maxLength={64} value={name()} onValue={setName} />
        <Select
          label="Kind of account"
          options={[
            ["unified", "Unified"],
            ["classic", "Classic"],
          ]}
          value={kind()}
          onValue={setKind}
        />
        <Select
          label="Realm of the user"
          options={[
            ["live", "Live"],
            ["demo", "Demo"],
          ]}
          value={realm()}
          onValue={setRealm}
        />
        <Button type="submit" disabled={!mayAct("support")}>
          Create
        </Button>
      </form>
    </Panel>
  );
}
