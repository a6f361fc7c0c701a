import { createEffect, createMemo, createSignal, type JSX, on, onCleanup, Show } from "solid-js";
import { type Drawing, DrawnCanvas } from "../../canvas/drawn-canvas.tsx";
import { percent } from "../../numbers/format.ts";
import { unitsText } from "../../numbers/units.ts";
import { Select } from "../../parts/select.tsx";
import type { Instrument } from "../../state/instruments.ts";
import { prefer, preferences } from "../../state/preferences.ts";
import { choosePrice } from "../../state/ticket-price.ts";
import { bookOf } from "../order-book/book-state.ts";
import { BookText } from "../order-book/book-text.ts";
import type { BookRows } from "../order-book/book-view.ts";
import { groupLevels } from "../order-book/group-levels.ts";
import { type DepthSpan, depthSpan, priceAt, REACHES, rowUpTo, sideAt } from "./depth-curve.ts";
import { drawDepth } from "./draw-depth.ts";
import "./depth-chart.css";

/** Totals of both sides of the book over the price; a click or Enter gives one to the ticket. */
export function DepthChart(props: { readonly instrument: Instrument }): JSX.Element {
  return (
    <section class="depth-chart" aria-label={`Depth of ${props.instrument.symbol}`}>
      <div class="depth-settings">
        <Select
          label="Reach of the depth chart"
          isLabelUnseen
          options={REACHES.map((reach) => [String(reach), `±${percent(reach, 2)}`] as const)}
          value={String(preferences().depthReach)}
          onValue={(reach) => prefer({ depthReach: Number(reach) })}
        />
      </div>
      <DepthCurves instrument={props.instrument} />
    </section>
  );
}

/** Part of the width that an arrow key moves by. */
const KEY_STEP = 0.01;
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -KEY_STEP,
  ArrowDown: -KEY_STEP,
  ArrowRight: KEY_STEP,
  ArrowUp: KEY_STEP,
  PageDown: -10 * KEY_STEP,
  PageUp: 10 * KEY_STEP,
};

function createDepth(instrument: () => Instrument) {
  const text = createMemo(() => new BookText(instrument()));
  const book = createMemo(() => bookOf(instrument()));
  /** Pointed place of the chart, from 0 (left) to 1. */
  const [place, setPlace] = createSignal<number>();
  const rows = (): BookRows => {
    return {
      asks: groupLevels(book()?.asks ?? [], "ask", instrument(), 1),
      bids: groupLevels(book()?.bids ?? [], "bid", instrument(), 1),
    };
  };
  createEffect(on(instrument, () => setPlace(undefined)));
  return { text, book, place, setPlace, rows };
}

function DepthCurves(props: { readonly instrument: Instrument }): JSX.Element {
  const depth = createDepth(() => props.instrument);
  const [note, setNote] = createSignal("");
  const [notice, setNotice] = createSignal("");
  const [hasBook, setHasBook] = createSignal(false);
  let span: DepthSpan | undefined;
  let request = (): void => undefined;
  createEffect(() => {
    const stream = depth.book();
    if (stream !== undefined) onCleanup(stream.onChange(() => request()));
    request();
  });
  createEffect(on(depth.place, () => request(), { defer: true }));
  const pointed = (): bigint | undefined => {
    const place = depth.place();
    if (place === undefined || span === undefined) return undefined;
    return priceAt(place, span, props.instrument);
  };
  const choose = (): void => {
    const price = pointed();
    if (price === undefined || span === undefined) return;
    choosePrice(unitsText(price, props.instrument.priceDecimals), sideAt(price, span));
    setNotice(`Price ${depth.text().price(price)} goes to the ticket`);
  };
  const draw = (drawing: Drawing): void => {
    const rows = depth.rows();
    span = depthSpan(rows, preferences().depthReach);
    setHasBook(span !== undefined);
    const price = pointed();
    const row = price === undefined ? undefined : rowUpTo(rows, price);
    const named = price === undefined ? "" : `${depth.text().price(price)}, in the spread`;
    setNote(row === undefined ? named : depth.text().cost(row));
    if (span === undefined) return;
    const isGood = depth.book()?.health === "good";
    drawDepth(drawing, { rows, span, text: depth.text(), isGood, pointed: price });
  };
  return (
    <div class="depth-curves">
      <DepthSlider
        place={depth.place()}
        text={note() === "" ? "No price chosen" : note()}
        onPlace={depth.setPlace}
        onChoose={choose}
      >
        <DrawnCanvas
          draw={draw}
          request={(ask) => {
            request = ask;
            ask();
          }}
        />
      </DepthSlider>
      <DepthNotes note={note()} notice={notice()} hasBook={hasBook()} />
    </div>
  );
}

/** Lets pointer or arrow keys point at a place of the chart, and a click or Enter choose it. */
function DepthSlider(props: {
  /** From 0 (left) to 1; undefined while none is pointed at. */
  readonly place: number | undefined;
  readonly text: string;
  readonly onPlace: (place: number | undefined) => void;
  readonly onChoose: () => void;
  readonly children: JSX.Element;
}): JSX.Element {
  const press = (event: KeyboardEvent): void => {
    const by = STEPS[event.key];
    if (by !== undefined) props.onPlace(Math.min(1, Math.max(0, (props.place ?? 0.5) + by)));
    else if (event.key === "Enter") props.onChoose();
    else if (event.key === "Escape") props.onPlace(undefined);
    else return;
    event.preventDefault();
  };
  const point = (event: MouseEvent & { currentTarget: HTMLElement }): void => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    props.onPlace((event.clientX - left) / width);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: on:keydown listens on the element itself
    <div
      class="depth-slider"
      role="slider"
      tabIndex={0}
      aria-label="Price in the depth chart; Enter gives it to the ticket"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round((props.place ?? 0.5) * 100)}
      aria-valuetext={props.text}
      on:keydown={press}
      onMouseMove={point}
      onMouseLeave={() => props.onPlace(undefined)}
      onClick={(event) => {
        point(event);
        props.onChoose();
      }}
    >
      {props.children}
    </div>
  );
}

function DepthNotes(props: {
  readonly note: string;
  readonly notice: string;
  readonly hasBook: boolean;
}): JSX.Element {
  return (
    <>
      <Show when={!props.hasBook}>
        <p class="quiet depth-empty">The chart needs orders on both sides of the book.</p>
      </Show>
      <Show when={props.note !== ""}>
        <p class="depth-note" aria-hidden="true">
          {props.note}
        </p>
      </Show>
      <span class="unseen" role="status">
        {props.notice}
      </span>
    </>
  );
}
