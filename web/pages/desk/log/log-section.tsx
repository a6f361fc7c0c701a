import { createSignal, For, type JSX, Show } from "solid-js";
import { Button } from "../../../parts/button.tsx";
import type { Column } from "../../../parts/data-table.tsx";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { Field } from "../../../parts/field.tsx";
import { spacedWords } from "../../../state/spaced-words.ts";
import { Panel } from "../../account/panel.tsx";
import { isoMoment } from "../iso-moment.ts";
import { PagedTable } from "../paged-table.tsx";
import { UserLink } from "../user-link.tsx";
import { deskGet } from "../wire/desk-wire.ts";
import { paged } from "../wire/paged.ts";
import { type ActRow, fieldTexts, type LogFilter, logQuery, subjectText } from "./act-rows.ts";

const NO_FILTER: LogFilter = {
  actor: "",
  command: "",
  uid: "",
  requestId: "",
  since: "",
  until: "",
};

const COLUMNS: readonly Column<ActRow>[] = [
  { title: "Time", cell: (row) => isoMoment(row.time) },
  { title: "Who", cell: (row) => <strong>{row.actor}</strong> },
  {
    title: "What",
    cell: (row) => (
      <>
        {spacedWords(row.command)}
        <Show when={row.rejection !== ""}>
          <span class="warn"> refused: {spacedWords(row.rejection)}</span>
        </Show>
      </>
    ),
  },
  {
    title: "Reason",
    cell: (row) => <span class="desk-wrapped">{row.reason || "no reason given"}</span>,
  },
  {
    title: "Concerns",
    cell: (row) => (
      <Show when={row.uid === ""} fallback={<UserLink uid={row.uid} />}>
        {subjectText(row)}
      </Show>
    ),
  },
  {
    title: "Details",
    cell: (row) => (
      <details>
        <summary>Command {row.seq}</summary>
        <dl class="desk-facts desk-wrapped">
          <For each={fieldTexts(row)}>
            {([name, value]) => (
              <div>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            )}
          </For>
        </dl>
      </details>
    ),
  },
];

type Answer = { readonly acts: readonly ActRow[]; readonly cursor: string };

/** Every act of the operators with its reason, newest first. */
export function LogSection(): JSX.Element {
  const [filter, setFilter] = createSignal<LogFilter>(NO_FILTER);
  return (
    <>
      <h1>Log of acts</h1>
      <FilterPanel onFilter={setFilter} />
      <Panel title="Acts">
        <Show when={filter()} keyed>
          {(shown) => <ActList filter={shown} />}
        </Show>
      </Panel>
    </>
  );
}

function FilterPanel(props: { readonly onFilter: (filter: LogFilter) => void }): JSX.Element {
  const [written, setWritten] = createSignal<LogFilter>(NO_FILTER);
  const set = (member: keyof LogFilter) => (value: string) =>
    setWritten({ ...written(), [member]: value });
  return (
    <Panel title="Search">
      <form
        class="desk-filters"
        onSubmit={(event) => {
          event.preventDefault();
          props.onFilter({ ...written() });
        }}
        onReset={() => {
          setWritten(NO_FILTER);
          props.onFilter({ ...NO_FILTER });
        }}
      >
        <Field label="Name of the token" value={written().actor} onValue={set("actor")} />
        <Field
          label="Kind of act"
          placeholder="set_market_fees"
          value={written().command}
          onValue={set("command")}
        />
        <Field label="Uid" inputmode="numeric" value={written().uid} onValue={set("uid")} />
        <Field label="Request id" value={written().requestId} onValue={set("requestId")} />
        <Field label="From" type="datetime-local" value={written().since} onValue={set("since")} />
        <Field label="To" type="datetime-local" value={written().until} onValue={set("until")} />
        <Button type="submit" look="primary">
          Search
        </Button>
        <Button type="reset">Clear</Button>
      </form>
    </Panel>
  );
}

function ActList(props: { readonly filter: LogFilter }): JSX.Element {
  const acts = paged(async (cursor) => {
    const query = { ...logQuery(props.filter), cursor, limit: "25" };
    const page = await deskGet<Answer>("/acts", query);
    return { rows: page.acts, cursor: page.cursor };
  });
  return (
    <PagedTable
      label="Acts of operators"
      columns={COLUMNS}
      pages={acts}
      empty={
        <EmptyState title="No act is like this">
          Clear the search to see all acts. Reads are not acts.
        </EmptyState>
      }
    />
  );
}
