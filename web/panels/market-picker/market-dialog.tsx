import { useNavigate } from "@solidjs/router";
import { createMemo, createSignal, For, type JSX, onCleanup, Show, untrack } from "solid-js";
import { Dialog } from "../../parts/dialog.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { Field } from "../../parts/field.tsx";
import { Segments } from "../../parts/segments.tsx";
import { type Instrument, instruments } from "../../state/instruments.ts";
import { preferences } from "../../state/preferences.ts";
import { marketPath } from "../../state/shown-market.ts";
import { tickerOf } from "../../streams/tickers.ts";
import { type Group, listMarkets, type SortBy } from "./market-list.ts";
import { MarketRow } from "./market-row.tsx";
import "../../parts/data-table.css";

const GROUPS: readonly (readonly [Group, string])[] = [
  ["all", "All"],
  ["favourites", "★ Favourites"],
  ["spot", "Spot"],
  ["usdt-futures", "USDT"],
  ["usdc-futures", "USDC"],
  ["coin-futures", "Coin"],
];
const COLUMNS: readonly (readonly [SortBy, string])[] = [
  ["name", "Market"],
  ["price", "Last"],
  ["change", "24 h"],
  ["funding", "Funding"],
  ["volume", "24 h volume"],
];
/** Interval of sorting again while figures move, in ms: rows must not run from the pointer. */
const SORT_EVERY_MS = 5_000;

type Sorting = { readonly sortBy: SortBy; readonly isDescending: boolean };

/** List of all markets: search, favourites, categories, figures to sort by. */
export function MarketDialog(props: {
  readonly shownKey: string | undefined;
  readonly onClose: () => void;
}): JSX.Element {
  const navigate = useNavigate();
  const [query, setQuery] = createSignal("");
  const [group, setGroup] = createSignal<Group>("all");
  const [sorting, setSorting] = createSignal<Sorting>({ sortBy: "volume", isDescending: true });
  const [sortedAt, setSortedAt] = createSignal(0);
  const timer = setInterval(() => setSortedAt(performance.now()), SORT_EVERY_MS);
  onCleanup(() => clearInterval(timer));
  const rows = createMemo(() => {
    sortedAt();
    const { favourites } = preferences();
    const choice = { query: query(), group: group(), favourites, ...sorting() };
    const all = [...instruments().values()];
    return untrack(() => listMarkets(all, choice, tickerOf));
  });
  const open = (market: Instrument | undefined): void => {
    if (market === undefined) return;
    props.onClose();
    navigate(marketPath(market));
  };
  let table: HTMLDivElement | undefined;
  const moveFrom = (event: KeyboardEvent): void => {
    if (event.key === "Enter") {
      event.preventDefault();
      open(rows()[0]);
    } else if (event.key === "ArrowDown") {
      event.preventDefault();
      table?.querySelector("a")?.focus();
    }
  };
  return (
    <Dialog title="Markets" size="wide" onClose={props.onClose}>
      <div class="market-search">
        <Field
          label="Search"
          type="search"
          autofocus
          placeholder="BTC, ETH perpetual, USDC …"
          hint="Enter opens the first, ↓ goes into the list, F there marks a favourite"
          value={query()}
          onValue={setQuery}
          onKeyDown={moveFrom}
        />
        <Segments label="Group of markets" options={GROUPS} value={group()} onValue={setGroup} />
      </div>
      <div
        class="market-table"
        ref={(element) => {
          table = element;
        }}
      >
        <Show when={rows().length > 0} fallback={<NoMatch group={group()} />}>
          <MarketTable rows={rows()} shownKey={props.shownKey} onOpen={open}>
            <SortHeadings sorting={sorting()} onSorting={setSorting} />
          </MarketTable>
        </Show>
      </div>
      <p class="unseen" role="status">
        {rows().length} markets
      </p>
    </Dialog>
  );
}

function NoMatch(props: { readonly group: Group }): JSX.Element {
  return (
    <EmptyState title="No market matches">
      {props.group === "favourites"
        ? "The star in front of a market puts it here."
        : "Search by coin or kind, or choose All."}
    </EmptyState>
  );
}

function SortHeadings(props: {
  readonly sorting: Sorting;
  readonly onSorting: (sorting: Sorting) => void;
}): JSX.Element {
  const sortOf = (sortBy: SortBy): "ascending" | "descending" | "none" => {
    if (sortBy !== props.sorting.sortBy) return "none";
    return props.sorting.isDescending ? "descending" : "ascending";
  };
  const choose = (sortBy: SortBy): void => {
    const isAgain = sortBy === props.sorting.sortBy;
    const isDescending = isAgain ? !props.sorting.isDescending : sortBy !== "name";
    props.onSorting({ sortBy, isDescending });
  };
  return (
    <For each={COLUMNS}>
      {([sortBy, title]) => (
        <th scope="col" data-column={sortBy} aria-sort={sortOf(sortBy)}>
          <button type="button" onClick={() => choose(sortBy)}>
            {title}
            <span aria-hidden="true">
              {{ none: "", ascending: " ↑", descending: " ↓" }[sortOf(sortBy)]}
            </span>
          </button>
        </th>
      )}
    </For>
  );
}

function MarketTable(props: {
  readonly rows: readonly Instrument[];
  readonly shownKey: string | undefined;
  readonly onOpen: (market: Instrument) => void;
  /** Headings of the columns after the star. */
  readonly children: JSX.Element;
}): JSX.Element {
  const move = (event: KeyboardEvent & { currentTarget: HTMLElement }): void => {
    const links = [...event.currentTarget.querySelectorAll("a")];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    if (at < 0) return;
    const to = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: Math.min(links.length - 1, at + 10),
      PageUp: Math.max(0, at - 10),
      Home: 0,
      End: links.length - 1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    if (to < 0) event.currentTarget.closest("dialog")?.querySelector("input")?.focus();
    else links[to]?.focus();
  };
  return (
    <table class="data-table" onKeyDown={move}>
      <caption class="unseen">Markets</caption>
      <thead>
        <tr>
          <th scope="col">
            <span class="unseen">Favourite</span>
          </th>
          {props.children}
        </tr>
      </thead>
      <tbody>
        <For each={props.rows}>
          {(market, index) => (
            <MarketRow
              market={market}
              isShown={market.key === props.shownKey}
              isFirst={index() === 0}
              onOpen={() => props.onOpen(market)}
            />
          )}
        </For>
      </tbody>
    </table>
  );
}
