import { createSignal, type JSX } from "solid-js";
import { Button } from "../../../parts/button.tsx";
import type { Column } from "../../../parts/data-table.tsx";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { Field } from "../../../parts/field.tsx";
import { loaded } from "../../../state/loaded.ts";
import { Panel, WhenLoaded } from "../../account/panel.tsx";
import type { Term } from "../acts/changes.ts";
import { openEdit } from "../acts/edit-dialog.tsx";
import { isoMoment } from "../iso-moment.ts";
import { RowsTable } from "../loaded-table.tsx";
import { UserLink } from "../user-link.tsx";
import { mayAct } from "../wire/desk-session.ts";
import { deskGet } from "../wire/desk-wire.ts";

type Level = {
  readonly level: number;
  readonly spotMaker: string;
  readonly spotTaker: string;
  readonly futuresMaker: string;
  readonly futuresTaker: string;
};

type LevelOfUser = {
  readonly uid: string;
  readonly level: number;
  readonly nextLevel: number;
  readonly from: string;
};

type Fees = { readonly levels: readonly Level[]; readonly users: readonly LevelOfUser[] };

const FEES = [
  ["spotMaker", "Spot maker"],
  ["spotTaker", "Spot taker"],
  ["futuresMaker", "Futures maker"],
  ["futuresTaker", "Futures taker"],
] as const;

/** Opens the form of the fees of a level; a new level begins empty. */
function editLevel(number: number, present: Level | undefined, reload: () => void): void {
  const terms = FEES.map(
    ([name, label]): Term => ({ name, label, kind: "decimal", value: present?.[name] ?? "" }),
  );
  openEdit({
    title: `Fees of level ${number}`,
    explanation:
      "Shares of the traded value: 0.001 is 0.1 %. A fill is charged the lower of the fees " +
      "of the level and of the instrument. At once, for all users of the level.",
    needsAll: true,
    terms,
    act: {
      title: "Change the fees of the level",
      method: "PUT",
      path: `/fees/levels/${number}`,
      done: () => `The fees of level ${number} are changed`,
      onDone: reload,
    },
  });
}

function levelColumns(reload: () => void): readonly Column<Level>[] {
  return [
    { title: "Level", isNumber: true, cell: (row) => row.level },
    ...FEES.map(([name, title]) => ({ title, isNumber: true, cell: (row: Level) => row[name] })),
    {
      title: "",
      cell: (row) => (
        <Button
          size="small"
          disabled={!mayAct("treasury")}
          aria-label={`Change level ${row.level}`}
          onClick={() => editLevel(row.level, row, reload)}
        >
          Change
        </Button>
      ),
    },
  ];
}

const USERS: readonly Column<LevelOfUser>[] = [
  { title: "User", cell: (row) => <UserLink uid={row.uid} /> },
  { title: "Level", isNumber: true, cell: (row) => row.level },
  {
    title: "Next",
    cell: (row) => (row.from === "" ? "" : `${row.nextLevel} from ${isoMoment(row.from)}`),
  },
];

/** Fee levels, and the users who have one. */
export function FeeLevelsPanels(): JSX.Element {
  const fees = loaded(() => deskGet<Fees>("/fees"));
  const [number, setNumber] = createSignal("");
  const isNumber = () => /^([1-9]\d?|100)$/.test(number().trim());
  return (
    <>
      <h1>Fee levels</h1>
      <WhenLoaded from={fees}>
        {(value) => (
          <>
            <Panel title="Levels">
              <LevelTable levels={value().levels} reload={() => fees.reload()} />
              <form
                class="desk-filters"
                onSubmit={(event) => {
                  event.preventDefault();
                  const level = Number(number().trim());
                  const present = value().levels.find((one) => one.level === level);
                  if (isNumber()) editLevel(level, present, () => fees.reload());
                }}
              >
                <Field
                  label="Level"
                  inputmode="numeric"
                  value={number()}
                  fault={number().trim() === "" || isNumber() ? undefined : "Write 1 to 100"}
                  onValue={setNumber}
                />
                <Button type="submit" disabled={!isNumber() || !mayAct("treasury")}>
                  Set the fees of this level
                </Button>
              </form>
            </Panel>
            <UsersPanel users={value().users} />
          </>
        )}
      </WhenLoaded>
    </>
  );
}

function LevelTable(props: {
  readonly levels: readonly Level[];
  readonly reload: () => void;
}): JSX.Element {
  return (
    <RowsTable
      label="Levels"
      columns={levelColumns(props.reload)}
      rows={props.levels}
      empty={
        <EmptyState title="There are no fee levels">
          All users pay the fees of the instruments. Set the fees of level 1 to make one.
        </EmptyState>
      }
    />
  );
}

function UsersPanel(props: { readonly users: readonly LevelOfUser[] }): JSX.Element {
  return (
    <Panel title="Users with a level">
      <RowsTable
        label="Users with a level"
        columns={USERS}
        rows={props.users}
        empty={<EmptyState title="No user has a level">Give one on the page of a user.</EmptyState>}
      />
    </Panel>
  );
}
