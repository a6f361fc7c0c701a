import { useNavigate } from "@solidjs/router";
import { createMemo, createSignal, For, type JSX, Show } from "solid-js";
import { Dialog } from "../../parts/dialog.tsx";
import { Field } from "../../parts/field.tsx";
import { commands } from "../../state/commands.ts";
import { fuzzyRank } from "../../state/fuzzy-match.ts";
import { instruments } from "../../state/instruments.ts";
import { keyOf } from "../../state/keys.ts";
import { kindOf, searchTextOf } from "../../state/market-words.ts";
import { marketPath } from "../../state/shown-market.ts";
import "./command-palette.css";

type Entry = {
  readonly text: string;
  readonly searchText: string;
  readonly note: string;
  readonly run: () => void;
};

const SHOWN_MAX = 40;
const LIST_ID = "palette-list";

/** Commands, then markets, in the order in which equally good matches stand. */
function entriesOf(open: (path: string) => void): readonly Entry[] {
  return [
    ...commands().map((command) => {
      const { run, title } = command;
      return { text: title, searchText: title, note: keyOf(command) ?? "", run };
    }),
    ...[...instruments().values()].map((market) => ({
      text: market.symbol,
      searchText: searchTextOf(market),
      note: kindOf(market),
      run: () => open(marketPath(market)),
    })),
  ];
}

/** Runs any command, or opens any market, by some letters of its name. */
export function CommandPalette(props: { readonly onClose: () => void }): JSX.Element {
  const navigate = useNavigate();
  const [query, setQuery] = createSignal("");
  const [active, setActive] = createSignal(0);
  const entries = createMemo(() => entriesOf(navigate));
  const found = createMemo(() =>
    fuzzyRank(query(), entries(), ({ searchText }) => searchText).slice(0, SHOWN_MAX),
  );
  const run = (entry: Entry | undefined): void => {
    if (entry === undefined) return;
    // The command may open another dialog, so this one ends before.
    props.onClose();
    entry.run();
  };
  const choose = (index: number): void => {
    setActive(Math.min(found().length - 1, Math.max(0, index)));
    document.getElementById(`${LIST_ID}-${active()}`)?.scrollIntoView({ block: "nearest" });
  };
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (step !== undefined) choose(active() + step);
    else if (event.key === "Enter") run(found()[active()]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Commands" onClose={props.onClose}>
      <Field
        label="Search for a command or a market"
        autofocus
        placeholder="btc perp, cancel all, theme …"
        role="combobox"
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls={LIST_ID}
        aria-activedescendant={found().length === 0 ? undefined : `${LIST_ID}-${active()}`}
        value={query()}
        onValue={(text) => {
          setQuery(text);
          choose(0);
        }}
        onKeyDown={press}
      />
      <div class="palette-list" id={LIST_ID} role="listbox" aria-label="Commands and markets">
        <For each={found()}>
          {(entry, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the search field has the keys
            <div
              role="option"
              tabIndex={-1}
              id={`${LIST_ID}-${index()}`}
              aria-selected={index() === active()}
              onClick={() => run(entry)}
            >
              <span>{entry.text}</span>
              <span class="quiet">{entry.note}</span>
            </div>
          )}
        </For>
      </div>
      <p class="quiet" role="status">
        <Show when={found().length === 0}>Nothing matches. Try fewer letters.</Show>
      </p>
    </Dialog>
  );
}
