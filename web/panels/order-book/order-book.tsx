import { createMemo, createSignal, createUniqueId, type JSX, Show } from "solid-js";
import { type Drawing, DrawnCanvas } from "../../canvas/drawn-canvas.tsx";
import { readTokens } from "../../canvas/tokens.ts";
import { unitsText } from "../../numbers/units.ts";
import { Segments } from "../../parts/segments.tsx";
import { Select } from "../../parts/select.tsx";
import { useCommands } from "../../state/commands.ts";
import type { Instrument } from "../../state/instruments.ts";
import { prefer, preferences } from "../../state/preferences.ts";
import { BookHealth } from "./book-health.tsx";
import {
  type BookState,
  chooseRow,
  createBookState,
  followBook,
  pictureOf,
  rowAt,
  stepCursor,
} from "./book-state.ts";
import { BookTable } from "./book-table.tsx";
import { type BookView, type Cursor, levelAt } from "./book-view.ts";
import { drawBook, SPREAD_HEIGHT } from "./draw-book.ts";
import { type BookRow, type BookSide, GROUPS, ownKey, rowStep } from "./group-levels.ts";
import "./order-book.css";

/** The order book of a market; a click or Enter on a row gives its price to the ticket. */
export function OrderBook(props: { readonly instrument: Instrument }): JSX.Element {
  const state = createBookState(() => props.instrument);
  const coin = () => props.instrument[preferences().bookUnit];
  useCommands([
    { id: "centre-book", title: "Centre the order book", key: "Space", run: state.centre },
  ]);
  return (
    <section class="order-book" aria-label={`Order book of ${props.instrument.symbol}`}>
      <BookSettings state={state} instrument={props.instrument} />
      <div class="book-heads" aria-hidden="true">
        <span>Price ({props.instrument.quote})</span>
        <span>Size ({coin()})</span>
        <span>Total ({coin()})</span>
      </div>
      <BookRowsView state={state} instrument={props.instrument} />
      <BookHealth book={state.book()} />
      <BookTable
        label={`Best levels of ${props.instrument.symbol}`}
        text={state.text()}
        rows={state.currentRows}
      />
    </section>
  );
}

type PartProps = { readonly state: BookState; readonly instrument: Instrument };

function BookSettings(props: PartProps): JSX.Element {
  const steps = () =>
    GROUPS.map((group) => {
      const step = unitsText(rowStep(props.instrument, group), props.instrument.priceDecimals);
      return [String(group), step.replace(/\.?0+$/, (zeros) => (step.includes(".") ? "" : zeros))];
    }) as [string, string][];
  return (
    <div class="book-settings">
      <Segments
        label="Sides of the book"
        options={[
          ["both", "Both"],
          ["bids", "Bids"],
          ["asks", "Asks"],
        ]}
        value={preferences().bookSides}
        onValue={(bookSides) => prefer({ bookSides })}
      />
      <Select
        label="Price step of the book"
        isLabelUnseen
        options={steps()}
        value={String(props.state.group())}
        onValue={(group) => props.state.setGroup(Number(group))}
      />
      <Select
        label="Sizes of the book in"
        isLabelUnseen
        options={[
          ["base", props.instrument.base],
          ["quote", props.instrument.quote],
        ]}
        value={preferences().bookUnit}
        onValue={(bookUnit) => prefer({ bookUnit })}
      />
    </div>
  );
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowUp: -1,
  ArrowDown: 1,
  PageUp: -10,
  PageDown: 10,
};

/** Level at a height; undefined on the row of the spread and below the last row. */
function levelUnder(
  y: number | undefined,
  view: BookView | undefined,
): { side: BookSide; index: number } | undefined {
  if (view === undefined || y === undefined) return undefined;
  const { rowHeight } = readTokens();
  const spreadAt = view.above * rowHeight;
  if (y >= spreadAt && y < spreadAt + SPREAD_HEIGHT) return undefined;
  const line = Math.floor((y < spreadAt ? y : y - SPREAD_HEIGHT) / rowHeight);
  return line < view.above + view.below ? levelAt(view, line) : undefined;
}

/** Moves or chooses by a key of the list; returns whether the key means something. */
function pressKey(
  key: string,
  state: BookState,
  view: BookView | undefined,
  choose: (row: Cursor) => void,
): boolean {
  const by = STEPS[key];
  const cursor = state.cursor();
  if (by !== undefined) stepCursor(state, view, by);
  else if (key === "Enter" && cursor !== undefined) choose(cursor);
  else if (key === "Escape" && cursor !== undefined) state.setCursor(undefined);
  else return false;
  return true;
}

/** The row under the mouse, also where the book moves below a mouse that rests. */
function createMouse(state: BookState, view: () => BookView | undefined) {
  /** Height in the list, in px; undefined while the mouse is elsewhere. */
  let y: number | undefined;
  const row = (): BookRow | undefined => {
    const place = levelUnder(y, view());
    if (place === undefined) return undefined;
    return state.currentRows()[place.side === "ask" ? "asks" : "bids"][place.index];
  };
  return {
    row,
    move: (event: MouseEvent & { currentTarget: HTMLElement }): void => {
      y = event.clientY - event.currentTarget.getBoundingClientRect().top;
      state.setHovered(row());
    },
    leave: (): void => {
      y = undefined;
      state.setHovered(undefined);
    },
    followBook: (): void => {
      if (y !== undefined) state.setHovered(row());
    },
  };
}

/** The drawn rows, as a list that the keyboard moves through. */
function BookRowsView(props: PartProps): JSX.Element {
  const { state } = props;
  const id = createUniqueId();
  const [notice, setNotice] = createSignal("");
  let view: BookView | undefined;
  let request = (): void => undefined;
  followBook(
    state,
    () => props.instrument,
    () => request(),
  );
  const choose = (row: Cursor): void => {
    chooseRow(row, props.instrument);
    setNotice(`Price ${state.text().price(row.price)} goes to the ticket`);
  };
  const mouse = createMouse(state, () => view);
  const press = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (pressKey(event.key, state, view, choose)) event.preventDefault();
  };
  const draw = (drawing: Drawing): void => {
    view = drawBook(drawing, pictureOf(state, props.instrument));
    // What was scrolled beyond the last level does not count.
    if (view.scroll !== state.scroll()) state.setScroll(view.scroll);
    mouse.followBook();
    state.noticeDrawing();
  };
  const wheel = (event: WheelEvent): void => {
    event.preventDefault();
    state.setScroll((view?.scroll ?? 0) - Math.sign(event.deltaY) * 2);
  };
  return (
    <div class="book-rows">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: on:keydown listens on the element itself */}
      <div
        class="book-list"
        role="listbox"
        tabIndex={0}
        aria-label="Levels; the arrow keys move, Enter gives the price to the ticket"
        aria-activedescendant={state.cursor() === undefined ? undefined : optionId(id, state)}
        on:keydown={press}
        on:wheel={{ handleEvent: wheel, passive: false }}
        onFocus={() => state.setFocused(true)}
        onBlur={() => state.setFocused(false)}
        onMouseMove={mouse.move}
        onMouseLeave={mouse.leave}
        onClick={(event) => {
          mouse.move(event);
          const row = mouse.row();
          if (row !== undefined) choose(row);
        }}
      >
        <DrawnCanvas
          draw={draw}
          request={(ask) => {
            request = ask;
            ask();
          }}
        />
        <CursorOption id={id} state={state} />
      </div>
      <CostNote state={state} />
      <span class="unseen" role="status">
        {notice()}
      </span>
    </div>
  );
}

function optionId(id: string, state: BookState): string {
  const cursor = state.cursor();
  return `${id}-${cursor?.side ?? "none"}-${cursor?.price ?? 0n}`;
}

/** The row of the keyboard in words: a new element for each row, so that it is read out. */
function CursorOption(props: { readonly id: string; readonly state: BookState }): JSX.Element {
  const words = createMemo(() => {
    const { currentRows, cursor, drawings, own, text } = props.state;
    const chosen = cursor();
    if (chosen === undefined) return "No level chosen";
    drawings();
    const row = rowAt(currentRows(), chosen);
    if (row === undefined) return `${text().price(chosen.price)}, empty`;
    return text().row(row, own().get(ownKey(row.side, row.price)));
  });
  return (
    <Show when={optionId(props.id, props.state)} keyed>
      {(option) => (
        <div
          class="unseen"
          role="option"
          id={option}
          tabIndex={-1}
          aria-selected={props.state.cursor() !== undefined}
        >
          {words()}
        </div>
      )}
    </Show>
  );
}

/** What taking everything up to the pointed row costs, on the side away from that row. */
function CostNote(props: { readonly state: BookState }): JSX.Element {
  const row = (): BookRow | undefined => {
    const pointed = props.state.pointed();
    if (pointed === undefined) return undefined;
    props.state.drawings();
    return rowAt(props.state.currentRows(), pointed);
  };
  const text = createMemo(() => {
    const found = row();
    return found === undefined ? "" : props.state.text().cost(found);
  });
  const own = createMemo(() => {
    const found = row();
    const mine = found && props.state.own().get(ownKey(found.side, found.price));
    return mine === undefined ? "" : `Own orders: ${props.state.text().size(mine)}`;
  });
  return (
    <Show when={text() !== ""}>
      <p class="cost-note" data-side={props.state.pointed()?.side ?? ""}>
        {text()}
        <Show when={own() !== ""}>
          <br />
          {own()}
        </Show>
      </p>
    </Show>
  );
}
