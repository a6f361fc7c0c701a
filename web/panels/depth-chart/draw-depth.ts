/** Draws the totals of both sides as steps that rise away from the middle. */
import type { Drawing } from "../../canvas/drawn-canvas.tsx";
import type { BookText } from "../order-book/book-text.ts";
import type { BookRows } from "../order-book/book-view.ts";
import type { BookRow } from "../order-book/group-levels.ts";
import type { DepthSpan } from "./depth-curve.ts";

/** Height of the prices below the curves, in px. */
const AXIS_HEIGHT = 20;
const PADDING = 8;

export type DepthPicture = {
  readonly rows: BookRows;
  readonly span: DepthSpan;
  readonly text: BookText;
  readonly isGood: boolean;
  /** Price that the mouse or the keyboard is at. */
  readonly pointed: bigint | undefined;
};

/** Draws a picture of the depth. */
export function drawDepth(drawing: Drawing, picture: DepthPicture): void {
  const { context, tokens } = drawing;
  context.globalAlpha = picture.isGood ? 1 : 0.45;
  context.lineWidth = 1.5;
  const { asks, bids } = picture.rows;
  drawSide(drawing, picture.span, bids, { line: tokens.up, wash: tokens.upWash, edge: 0 });
  const asksLook = { line: tokens.down, wash: tokens.downWash, edge: drawing.width };
  drawSide(drawing, picture.span, asks, asksLook);
  context.globalAlpha = 1;
  drawAxis(drawing, picture);
  drawPointed(drawing, picture);
}

function across({ width }: Drawing, { high, low }: DepthSpan, price: number): number {
  return ((price - low) / (high - low)) * width;
}

function drawSide(
  drawing: Drawing,
  span: DepthSpan,
  rows: readonly BookRow[],
  look: { readonly line: string; readonly wash: string; readonly edge: number },
): void {
  const { context, height } = drawing;
  const floor = height - AXIS_HEIGHT;
  const best = rows[0];
  if (best === undefined) return;
  let [x, y] = [across(drawing, span, Number(best.price)), floor];
  const start = x;
  context.beginPath();
  context.moveTo(x, y);
  for (const { price, total } of rows) {
    if (Number(price) < span.low || Number(price) > span.high) break;
    x = across(drawing, span, Number(price));
    context.lineTo(x, y);
    y = floor - (Number(total) / span.totalMax) * (floor - PADDING);
    context.lineTo(x, y);
  }
  context.lineTo(look.edge, y);
  context.strokeStyle = look.line;
  context.stroke();
  context.lineTo(look.edge, floor);
  context.lineTo(start, floor);
  context.fillStyle = look.wash;
  context.fill();
}

function drawAxis(drawing: Drawing, { span, text }: DepthPicture): void {
  const { context, height, tokens, width } = drawing;
  const floor = height - AXIS_HEIGHT;
  context.fillStyle = tokens.line;
  context.fillRect(0, floor, width, 1);
  context.font = `${tokens.textSize}px ${tokens.font}`;
  context.textBaseline = "middle";
  context.fillStyle = tokens.quiet;
  const middle = floor + AXIS_HEIGHT / 2 + 1;
  const price = (value: number): string => text.price(BigInt(Math.round(value)));
  context.textAlign = "left";
  context.fillText(price(span.low), PADDING, middle);
  context.textAlign = "center";
  context.fillText(price(span.middle), width / 2, middle);
  context.textAlign = "right";
  context.fillText(price(span.high), width - PADDING, middle);
  context.textBaseline = "top";
  context.fillText(text.size(BigInt(Math.round(span.totalMax))), width - PADDING, 2);
}

function drawPointed(drawing: Drawing, { pointed, span }: DepthPicture): void {
  if (pointed === undefined) return;
  const { context, height, tokens } = drawing;
  const x = across(drawing, span, Number(pointed));
  context.strokeStyle = tokens.accent;
  context.setLineDash([4, 3]);
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(x, 0);
  context.lineTo(x, height - AXIS_HEIGHT);
  context.stroke();
  context.setLineDash([]);
}
