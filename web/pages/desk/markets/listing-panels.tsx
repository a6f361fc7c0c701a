import { createSignal, For, type JSX, Show } from "solid-js";
import { Button } from "../../../parts/button.tsx";
import { type Column, DataTable } from "../../../parts/data-table.tsx";
import { Field } from "../../../parts/field.tsx";
import { Select } from "../../../parts/select.tsx";
import { loaded } from "../../../state/loaded.ts";
import { Panel, WhenLoaded } from "../../account/panel.tsx";
import { ask } from "../acts/asked-act.ts";
import { openEdit } from "../acts/edit-dialog.tsx";
import { ScrollBox } from "../scroll-box.tsx";
import { mayAct } from "../wire/desk-session.ts";
import { deskGet } from "../wire/desk-wire.ts";
import {
  CATEGORIES,
  type Category,
  listingAct,
  listingTerms,
  termFault,
  type WrittenInstrument,
} from "./new-instrument.ts";

type Coin = {
  readonly code: string;
  readonly decimals: number;
  readonly isPractice: boolean;
  readonly chains: readonly string[];
  readonly instruments: number;
};

const COINS: readonly Column<Coin>[] = [
  { title: "Coin", cell: (row) => `${row.code}${row.isPractice ? " (practice)" : ""}` },
  { title: "Decimals", isNumber: true, cell: (row) => row.decimals },
  { title: "Chains", cell: (row) => row.chains.join(", ") || "none" },
  { title: "Instruments", isNumber: true, cell: (row) => row.instruments },
];

/** Lists new instruments and coins. */
export function ListingPanels(): JSX.Element {
  const coins = loaded(() => deskGet<readonly Coin[]>("/coins"));
  return (
    <>
      <h1>Listing</h1>
      <InstrumentPanel onDone={() => coins.reload()} />
      <Panel
        title="Coins"
        actions={
          <Button
            size="small"
            disabled={!mayAct("risk")}
            onClick={() => listCoin(() => coins.reload())}
          >
            List a coin
          </Button>
        }
      >
        <WhenLoaded from={coins}>
          {(rows) => (
            <ScrollBox label="Coins">
              <DataTable label="Coins" columns={COINS} rows={rows()} />
            </ScrollBox>
          )}
        </WhenLoaded>
      </Panel>
    </>
  );
}

function listCoin(reload: () => void): void {
  openEdit({
    title: "List a coin",
    explanation:
      "It counts as no margin, is not lent and has no chain until these are set. " +
      "Its decimals never change.",
    needsAll: true,
    terms: [
      {
        ...{ name: "code", label: "Code", kind: "text", value: "" },
        hint: "2 to 16 upper-case letters and digits",
      },
      { name: "decimals", label: "Decimals", kind: "whole", value: "8", hint: "0 to 8" },
    ],
    act: {
      title: "List the coin",
      method: "POST",
      path: "/coins",
      done: ({ code }) => `${String(code)} is listed`,
      onDone: reload,
    },
  });
}

const EMPTY: WrittenInstrument = { category: "spot", realm: "live", texts: {} };

function InstrumentPanel(props: { readonly onDone: () => void }): JSX.Element {
  const [written, setWritten] = createSignal(EMPTY);
  const done = (): void => {
    setWritten(EMPTY);
    props.onDone();
  };
  const act = () => listingAct(written(), done);
  const write = (name: string, text: string): void => {
    setWritten({ ...written(), texts: { ...written().texts, [name]: text } });
  };
  return (
    <Panel title="New instrument">
      <form
        class="desk-act"
        onSubmit={(event) => {
          event.preventDefault();
          ask(act());
        }}
      >
        <PlaceChoices written={written()} onWritten={setWritten} />
        <div class="desk-terms">
          <For each={listingTerms(written().category)}>
            {(term) => (
              <Field
                label={`${term.label}${term.isOptional === true ? " (optional)" : ""}`}
                hint={term.hint}
                fault={termFault(written(), term)}
                inputmode={term.kind === "code" ? "text" : "decimal"}
                value={written().texts[term.name] ?? ""}
                onValue={(text) => write(term.name, text)}
              />
            )}
          </For>
        </div>
        <div class="desk-buttons">
          <Button type="submit" disabled={act() === undefined || !mayAct("risk")}>
            Review the listing
          </Button>
        </div>
        <Show when={!mayAct("risk")}>
          <p class="quiet">Instruments are listed with the role risk.</p>
        </Show>
      </form>
    </Panel>
  );
}

function PlaceChoices(props: {
  readonly written: WrittenInstrument;
  readonly onWritten: (written: WrittenInstrument) => void;
}): JSX.Element {
  return (
    <div class="desk-filters">
      <Select
        label="Category"
        options={CATEGORIES}
        value={props.written.category}
        onValue={(category: Category) => props.onWritten({ ...props.written, category })}
      />
      <Select
        label="Realm of the instrument"
        options={[
          ["live", "Live"],
          ["demo", "Demo"],
        ]}
        value={props.written.realm}
        onValue={(realm) => props.onWritten({ ...props.written, realm })}
      />
    </div>
  );
}
