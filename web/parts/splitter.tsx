import type { JSX } from "solid-js";
import "./splitter.css";

const KEY_STEP_PX = 16;

/** A bar between two panels that changes a size by pointer or by arrow keys. */
export function Splitter(props: {
  readonly label: string;
  /** Direction of the bar itself: a vertical bar changes a width. */
  readonly orientation: "vertical" | "horizontal";
  /** Size that the bar changes, in px, and its bounds. */
  readonly size: number;
  readonly sizeMin: number;
  readonly sizeMax: number;
  /** Whether the size grows when the bar moves left or up. */
  readonly growsBackwards?: boolean;
  readonly onSize: (size: number) => void;
}): JSX.Element {
  const set = (size: number): void =>
    props.onSize(Math.round(Math.min(props.sizeMax, Math.max(props.sizeMin, size))));
  const sign = (): number => (props.growsBackwards === true ? -1 : 1);
  const drag = (event: PointerEvent & { currentTarget: HTMLElement }): void => {
    const bar = event.currentTarget;
    const along = ({ clientX, clientY }: PointerEvent): number =>
      props.orientation === "vertical" ? clientX : clientY;
    const from = along(event);
    const size = props.size;
    bar.setPointerCapture(event.pointerId);
    bar.onpointermove = (moved) => set(size + sign() * (along(moved) - from));
    bar.onpointerup = () => {
      bar.onpointermove = null;
      bar.onpointerup = null;
    };
  };
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    set(props.size + sign() * step * KEY_STEP_PX);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved
    <div
      class="splitter"
      role="separator"
      tabIndex={0}
      aria-label={props.label}
      aria-orientation={props.orientation}
      aria-valuenow={props.size}
      aria-valuemin={props.sizeMin}
      aria-valuemax={props.sizeMax}
      onPointerDown={drag}
      onKeyDown={move}
    />
  );
}
