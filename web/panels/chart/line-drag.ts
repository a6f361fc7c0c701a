/** Dragging of the lines of the chart with the pointer. */
import type { Instrument } from "../../state/instruments.ts";
import { type ChartLine, onStep } from "./chart-lines.ts";
import type { ChartView } from "./chart-view.ts";

/** Distance from a line within which a mouse or pen takes it, px. */
const REACH_PX = 6;
/** The same for a finger, px. */
const FINGER_REACH_PX = 18;

/** Returns the nearest line that can be moved within reach (px) of a height; or undefined. */
export function lineAt(
  height: number,
  lines: readonly ChartLine[],
  heightOf: (price: number) => number | undefined,
  reach: number = REACH_PX,
): ChartLine | undefined {
  const near = lines.flatMap((line) => {
    const at = line.move === undefined ? undefined : heightOf(Number(line.price));
    const distance = at === undefined ? Number.POSITIVE_INFINITY : Math.abs(at - height);
    return distance <= reach ? [{ line, distance }] : [];
  });
  return near.sort((one, other) => one.distance - other.distance)[0]?.line;
}

/** Returns how far a price is from another, in per cent with its sign. */
export function distanceText(price: string, from: string): string {
  const fraction = Number(price) / Number(from) - 1;
  if (!Number.isFinite(fraction)) return "";
  return `${fraction < 0 ? "−" : "+"}${(Math.abs(fraction) * 100).toFixed(2)}%`;
}

export type DragHandlers = {
  readonly view: ChartView;
  readonly lines: () => readonly ChartLine[];
  readonly instrument: () => Instrument;
  /** Latest price, which the distance is from. */
  readonly lastPrice: () => string;
  /** The pointer let a line go at another price. */
  readonly moved: (line: ChartLine, price: string) => void;
  /** A drag ended without a change: the lines are drawn as they are. */
  readonly reverted: () => void;
};

/** Lets the pointer drag lines over an element; Escape reverts. Returns how to stop. */
export function followDrags(place: HTMLElement, handlers: DragHandlers): () => void {
  const { view } = handlers;
  let dragged: ChartLine | undefined;
  let price = "";
  const heightIn = (event: PointerEvent): number =>
    event.clientY - place.getBoundingClientRect().top;
  const find = (event: PointerEvent): ChartLine | undefined => {
    const reach = event.pointerType === "touch" ? FINGER_REACH_PX : REACH_PX;
    return lineAt(heightIn(event), handlers.lines(), (at) => view.heightOf(at), reach);
  };
  const end = (): void => {
    dragged = undefined;
    view.setMovable(true);
    place.classList.remove("dragging");
  };
  const down = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    dragged = find(event);
    if (dragged === undefined) return;
    event.stopPropagation();
    price = dragged.price;
    view.setMovable(false);
    place.classList.add("dragging");
    place.setPointerCapture(event.pointerId);
  };
  // A finger on a line neither scrolls the page nor moves the chart; this follows its pointerdown.
  const touch = (event: TouchEvent): void => {
    if (dragged === undefined) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const move = (event: PointerEvent): void => {
    if (dragged === undefined) {
      place.classList.toggle("over-line", find(event) !== undefined);
      return;
    }
    const at = view.priceAt(heightIn(event));
    if (at === undefined) return;
    price = onStep(at, handlers.instrument());
    const distance = distanceText(price, handlers.lastPrice());
    view.preview(dragged.id, Number(price), `${dragged.label} → ${price} (${distance})`);
  };
  const up = (): void => {
    if (dragged === undefined) return;
    const line = dragged;
    end();
    if (Number(price) === Number(line.price) || Number(price) <= 0) handlers.reverted();
    else handlers.moved(line, price);
  };
  const revert = (): void => {
    if (dragged === undefined) return;
    end();
    handlers.reverted();
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || dragged === undefined) return;
    event.stopPropagation();
    revert();
  };
  const stopped = new AbortController();
  const { signal } = stopped;
  place.addEventListener("pointerdown", down, { capture: true, signal });
  place.addEventListener("touchstart", touch, { capture: true, passive: false, signal });
  place.addEventListener("pointermove", move, { signal });
  addEventListener("pointerup", up, { signal });
  addEventListener("pointercancel", revert, { signal });
  addEventListener("keydown", press, { capture: true, signal });
  return () => stopped.abort();
}
