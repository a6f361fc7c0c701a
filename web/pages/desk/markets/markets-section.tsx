import { createSignal, type JSX, Match, Show, Switch } from "solid-js";
import { exact } from "../../../numbers/format.ts";
import { Button } from "../../../parts/button.tsx";
import type { Column } from "../../../parts/data-table.tsx";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { Field } from "../../../parts/field.tsx";
import { Segments } from "../../../parts/segments.tsx";
import { Select } from "../../../parts/select.tsx";
import { loaded } from "../../../state/loaded.ts";
import { spacedWords } from "../../../state/spaced-words.ts";
import { Panel } from "../../account/panel.tsx";
import { ask } from "../acts/asked-act.ts";
import type { SectionProps } from "../desk-sections.ts";
import { LoadedTable } from "../loaded-table.tsx";
import { SubSections } from "../sub-sections.tsx";
import { mayAct } from "../wire/desk-session.ts";
import { deskGet } from "../wire/desk-wire.ts";
import { FeeLevelsPanels } from "./fee-levels-panels.tsx";
import { instrumentAddress, instrumentText, type ListedInstrument } from "./listed-instrument.ts";
import { ListingPanels } from "./listing-panels.tsx";
import { MarketPage } from "./market-page.tsx";
import { STATUSES_OF_ALL, type StatusOfAll, statusAct, statusOfAllAct } from "./status-act.ts";

const PARTS = [
  ["", "Instruments"],
  ["listing", "Listing"],
  ["fees", "Fee levels"],
] as const;

/** Markets with their statuses; parts of the address name one of them, or another part. */
export function MarketsSection(props: SectionProps): JSX.Element {
  const part = () => props.rest[0] ?? "";
  return (
    <Show
      when={props.rest.length === 3}
      fallback={
        <>
          <SubSections label="Markets" base="/desk/markets" parts={PARTS} current={part()} />
          <Switch fallback={<MarketList />}>
            <Match when={part() === "listing"}>
              <ListingPanels />
            </Match>
            <Match when={part() === "fees"}>
              <FeeLevelsPanels />
            </Match>
          </Switch>
        </>
      }
    >
      <Show when={props.rest.join("/")} keyed>
        <MarketPage
          realm={props.rest[0] ?? ""}
          category={props.rest[1] ?? ""}
          symbol={props.rest[2] ?? ""}
        />
      </Show>
    </Show>
  );
}

function MarketList(): JSX.Element {
  const [realm, setRealm] = createSignal<"live" | "demo">("live");
  const [search, setSearch] = createSignal("");
  const [status, setStatus] = createSignal("");
  const markets = loaded(() => deskGet<readonly ListedInstrument[]>("/instruments"));
  const isShown = (row: ListedInstrument): boolean =>
    row.realm === realm() &&
    (status() === "" || row.status === status()) &&
    `${row.symbol} ${row.category}`.toLowerCase().includes(search().trim().toLowerCase());
  return (
    <>
      <h1>Markets</h1>
      <AllMarkets onDone={() => markets.reload()} />
      <Panel
        title="Instruments"
        actions={
          <Button size="small" onClick={() => markets.reload()}>
            Load again
          </Button>
        }
      >
        <div class="desk-filters">
          <Segments
            label="Realm"
            options={[
              ["live", "Live"],
              ["demo", "Demo"],
            ]}
            value={realm()}
            onValue={setRealm}
          />
          <Field label="Search" type="search" value={search()} onValue={setSearch} />
          <Select
            label="Status"
            options={[
              ["", "Every status"],
              ["online", "Online"],
              ["halted", "Halted"],
              ["reduce_only", "Reduce only"],
              ["post_only", "Post only"],
              ["offline", "Offline"],
            ]}
            value={status()}
            onValue={setStatus}
          />
        </div>
        <LoadedTable
          label="Instruments"
          columns={columnsOf(() => markets.reload())}
          from={markets}
          isShown={isShown}
          empty={<EmptyState title="No market is like this">Change the search.</EmptyState>}
        />
      </Panel>
    </>
  );
}

/** Returns the columns of the list; buttons change the status of their row. */
function columnsOf(reload: () => void): readonly Column<ListedInstrument>[] {
  return [
    { title: "Symbol", cell: (row) => <a href={instrumentAddress(row)}>{row.symbol}</a> },
    { title: "Category", cell: (row) => spacedWords(row.category) },
    {
      title: "Status",
      cell: (row) => (
        <span classList={{ warn: row.status !== "online" }}>{spacedWords(row.status)}</span>
      ),
    },
    { title: "Last price", isNumber: true, cell: (row) => exact(row.lastPrice) },
    { title: "Mark price", isNumber: true, cell: (row) => exact(row.markPrice) },
    { title: "Open interest", isNumber: true, cell: (row) => exact(row.openInterest) },
    { title: "Open orders", isNumber: true, cell: (row) => row.openOrders },
    {
      title: "",
      cell: (row) => (
        <Button
          size="small"
          look={row.status === "online" ? "danger" : "normal"}
          disabled={!mayAct("risk")}
          aria-label={`${row.status === "online" ? "Halt" : "Resume"} ${instrumentText(row)}`}
          onClick={() => ask(statusAct(row, row.status === "online" ? "halted" : "online", reload))}
        >
          {row.status === "online" ? "Halt" : "Resume"}
        </Button>
      ),
    },
  ];
}

function AllMarkets(props: { readonly onDone: () => void }): JSX.Element {
  const [realm, setRealm] = createSignal<"live" | "demo" | "both">("live");
  const [status, setStatus] = createSignal<StatusOfAll>("halted");
  return (
    <Panel title="All markets at once">
      <div class="desk-filters">
        <Select
          label="Realm of all markets"
          options={[
            ["live", "Live"],
            ["demo", "Demo"],
            ["both", "Live and demo"],
          ]}
          value={realm()}
          onValue={setRealm}
        />
        <Select
          label="New status of all markets"
          options={STATUSES_OF_ALL.map((one) => [one, spacedWords(one)] as const)}
          value={status()}
          onValue={setStatus}
        />
        <Button
          look="danger"
          disabled={!mayAct("risk")}
          onClick={() => ask(statusOfAllAct(realm(), status(), () => props.onDone()))}
        >
          Change all markets
        </Button>
      </div>
      <Show when={!mayAct("risk")}>
        <p class="quiet">Statuses are changed with the role risk.</p>
      </Show>
    </Panel>
  );
}
