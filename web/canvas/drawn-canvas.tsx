import { createEffect, type JSX, onCleanup, onMount } from "solid-js";
import { preferences } from "../state/preferences.ts";
import { onFrame } from "../streams/on-frame.ts";
import { readTokens, type Tokens } from "./tokens.ts";
import "./drawn-canvas.css";

/** What a drawing works on; lengths are in px of CSS. */
export type Drawing = {
  readonly context: CanvasRenderingContext2D;
  readonly width: number;
  readonly height: number;
  readonly tokens: Tokens;
};

/**
 * A canvas that fills its parent, sharp on every screen. It is drawn at most once per frame: after
 * `request`, and when its size, the theme or the palette change. The signals that `draw` reads do
 * not matter. Screen readers do not see it.
 */
export function DrawnCanvas(props: {
  readonly draw: (drawing: Drawing) => void;
  /** Receives the function that asks for a drawing. */
  readonly request: (request: () => void) => void;
}): JSX.Element {
  let canvas: HTMLCanvasElement | undefined;
  let tokens: Tokens | undefined;
  const frame = onFrame(() => {
    const context = canvas?.getContext("2d");
    if (canvas === undefined || context === null || context === undefined) return;
    const { clientHeight: height, clientWidth: width } = canvas;
    const ratio = devicePixelRatio;
    const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (across === 0 || down === 0) return;
    if (canvas.width !== across) canvas.width = across;
    if (canvas.height !== down) canvas.height = down;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    tokens ??= readTokens();
    props.draw({ context, width, height, tokens });
  });
  createEffect(() => {
    preferences();
    tokens = undefined;
    frame.request();
  });
  onMount(() => {
    props.request(() => frame.request());
    const observer = new ResizeObserver(() => frame.request());
    if (canvas !== undefined) observer.observe(canvas);
    onCleanup(() => {
      observer.disconnect();
      frame.stop();
    });
  });
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a canvas without tabIndex takes no focus
  return <canvas class="drawn-canvas" aria-hidden="true" ref={(element) => (canvas = element)} />;
}
