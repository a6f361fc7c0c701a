/** Draws the rows of the book: price, size, total, and a bar of the total behind them. */
import type { Drawing } from "../../canvas/drawn-canvas.tsx";
import type { BookText, BookUnit } from "./book-text.ts";
import {
  type BookRows,
  type BookView,
  bookView,
  type Cursor,
  levelAt,
  type ViewRequest,
} from "./book-view.ts";
import { type BookRow, ownKey } from "./group-levels.ts";

/** Height of the row of the spread, in px. */
export const SPREAD_HEIGHT = 30;
const PADDING = 8;

/** Everything that a picture of the book shows. */
export type BookPicture = {
  readonly rows: BookRows;
  readonly request: Omit<ViewRequest, "rowCount">;
  readonly text: BookText;
  readonly unit: BookUnit;
  readonly own: ReadonlyMap<string, bigint>;
  /** Row that the mouse or the keyboard is at. */
  readonly pointed: Cursor | undefined;
  readonly isFocused: boolean;
  readonly isGood: boolean;
  readonly spread: SpreadTexts;
};

/** Texts of the row between the sides. */
export type SpreadTexts = {
  readonly last: string;
  readonly direction: "up" | "down" | "";
  readonly mark: string;
  readonly spread: string;
};

/** Rows beside that of the spread which fit into a height. */
export function rowsIn(height: number, rowHeight: number): number {
  return Math.max(1, Math.floor((height - SPREAD_HEIGHT) / rowHeight));
}

/** Draws the book and returns which rows stand where. */
export function drawBook(drawing: Drawing, picture: BookPicture): BookView {
  const { context, height, tokens, width } = drawing;
  const { rowHeight } = tokens;
  const rowCount = rowsIn(height, rowHeight);
  const view = bookView({ ...picture.request, rowCount });
  const { asks, bids } = picture.rows;
  const deepest = picture.unit === "base" ? "total" : "totalAmount";
  const furthest = [
    asks[Math.min(asks.length, view.askSkip + view.above) - 1],
    bids[Math.min(bids.length, view.bidSkip + view.below) - 1],
  ].map((row, index) => {
    const isShown = index === 0 ? view.above > 0 : view.below > 0;
    return isShown && row !== undefined ? Number(row[deepest]) : 0;
  });
  const widest = Math.max(1, ...furthest);
  context.globalAlpha = picture.isGood ? 1 : 0.45;
  context.font = `${tokens.textSize}px ${tokens.font}`;
  context.textBaseline = "middle";
  for (let line = 0; line < rowCount; line += 1) {
    const { index, side } = levelAt(view, line);
    const row = (side === "ask" ? asks : bids)[index];
    if (row === undefined) continue;
    const y = line * rowHeight + (line < view.above ? 0 : SPREAD_HEIGHT);
    drawRow(drawing, picture, row, y, (Number(row[deepest]) / widest) * width);
  }
  drawSpread(drawing, picture.spread, view.above * rowHeight);
  context.globalAlpha = 1;
  return view;
}

function drawRow(
  { context, tokens, width }: Drawing,
  { isFocused, own, pointed, text, unit }: BookPicture,
  row: BookRow,
  y: number,
  bar: number,
): void {
  const { rowHeight } = tokens;
  const isAsk = row.side === "ask";
  const isBefore =
    pointed?.side === row.side && (isAsk ? row.price <= pointed.price : row.price >= pointed.price);
  if (isBefore) {
    context.fillStyle = tokens.hover;
    context.fillRect(0, y, width, rowHeight);
  }
  context.fillStyle = isAsk ? tokens.downWash : tokens.upWash;
  context.fillRect(width - bar, y + 1, bar, rowHeight - 1);
  const middle = y + rowHeight / 2;
  context.textAlign = "left";
  context.fillStyle = isAsk ? tokens.down : tokens.up;
  context.fillText(text.price(row.price), PADDING + 6, middle);
  context.textAlign = "right";
  context.fillStyle = tokens.text;
  context.fillText(text.sizeOf(row, unit), width * 0.64, middle);
  context.fillStyle = tokens.quiet;
  context.fillText(text.totalOf(row, unit), width - PADDING, middle);
  if (own.has(ownKey(row.side, row.price))) {
    context.fillStyle = tokens.accent;
    context.beginPath();
    context.moveTo(2, middle - 5);
    context.lineTo(10, middle);
    context.lineTo(2, middle + 5);
    context.fill();
  }
  if (isFocused && pointed?.side === row.side && pointed.price === row.price) {
    context.strokeStyle = tokens.focus;
    context.lineWidth = 2;
    context.strokeRect(1, y + 1, width - 2, rowHeight - 2);
  }
}

function drawSpread({ context, tokens, width }: Drawing, spread: SpreadTexts, y: number): void {
  const middle = y + SPREAD_HEIGHT / 2;
  context.fillStyle = tokens.raised;
  context.fillRect(0, y, width, SPREAD_HEIGHT);
  context.textAlign = "left";
  context.font = `600 ${tokens.textSizeLarge}px ${tokens.font}`;
  context.fillStyle = spread.direction === "" ? tokens.text : tokens[spread.direction];
  const arrow = { up: " ▲", down: " ▼", "": "" }[spread.direction];
  const last = `${spread.last}${arrow}`;
  context.fillText(last, PADDING, middle);
  const after = PADDING + context.measureText(last).width + PADDING;
  context.font = `${tokens.textSize}px ${tokens.font}`;
  context.fillStyle = tokens.quiet;
  context.textAlign = "right";
  context.fillText(spread.spread, width - PADDING, middle);
  const room = width - PADDING - context.measureText(spread.spread).width - PADDING - after;
  if (spread.mark === "" || context.measureText(spread.mark).width > room) return;
  context.textAlign = "left";
  context.fillText(spread.mark, after, middle);
}
