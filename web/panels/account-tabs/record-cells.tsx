import type { JSX } from "solid-js";
import type { Side } from "../../accounts/model.ts";
import { fixed, moment, short, signClass, signed } from "../../numbers/format.ts";
import { Button } from "../../parts/button.tsx";
import type { Category } from "../../state/instruments.ts";
import { marketPath } from "../../state/shown-market.ts";
import { isoTime } from "./csv.ts";
import type { RecordColumn } from "./records-table.tsx";
import { instrumentOf } from "./tab-props.ts";
import { plainWord } from "./words.ts";

type OfInstrument = {
  readonly category: Category;
  readonly symbol: string;
  readonly instrumentKey: string;
};

/** Returns a price with the decimals of its instrument. */
export function priceText(row: OfInstrument, price: string): string {
  const decimals = instrumentOf(row)?.priceDecimals;
  return decimals === undefined ? short(price) : fixed(price, decimals);
}

/** Returns the column of the market, with a link to it. */
export function marketColumn<T extends OfInstrument>(): RecordColumn<T> {
  return {
    title: "Market",
    text: (row) => row.symbol,
    cell: (row) => (
      <a class="market-link" href={marketPath(row)}>
        {row.symbol} <span class="quiet">{row.category === "spot" ? "Spot" : "Futures"}</span>
      </a>
    ),
  };
}

/** Returns a column of times. */
export function timeColumn<T>(title: string, timeOf: (row: T) => number): RecordColumn<T> {
  return {
    title,
    isWide: true,
    text: (row) => isoTime(timeOf(row)),
    cell: (row) => moment(timeOf(row)),
  };
}

/** Returns the column of the side. */
export function sideColumn<T extends { readonly side: Side }>(): RecordColumn<T> {
  return {
    title: "Side",
    text: (row) => row.side,
    cell: (row) => <span class={row.side === "buy" ? "up" : "down"}>{plainWord(row.side)}</span>,
  };
}

/** Returns a column of decimals without trailing zeros. */
export function numberColumn<T>(title: string, textOf: (row: T) => string): RecordColumn<T> {
  return { title, isNumber: true, text: textOf, cell: (row) => short(textOf(row)) };
}

/** Returns a column of prices. */
export function priceColumn<T extends OfInstrument>(
  title: string,
  priceOf: (row: T) => string,
): RecordColumn<T> {
  return { title, isNumber: true, text: priceOf, cell: (row) => priceText(row, priceOf(row)) };
}

/** Returns a column of gains and losses. */
export function gainColumn<T>(title: string, gainOf: (row: T) => string): RecordColumn<T> {
  return {
    title,
    isNumber: true,
    text: gainOf,
    cell: (row) => <span class={signClass(gainOf(row))}>{signed(gainOf(row), 4)}</span>,
  };
}

/** The button that opens the story of a record. */
export function StoryButton(props: {
  readonly of: string;
  readonly onOpen: () => void;
}): JSX.Element {
  return (
    <Button size="small" look="plain" aria-label={`Story of ${props.of}`} onClick={props.onOpen}>
      Story
    </Button>
  );
}

/** Returns a column of amounts that came in or went out, in full. */
export function flowColumn<T>(title: string, amountOf: (row: T) => string): RecordColumn<T> {
  const shown = (amount: string): string => `${Number(amount) > 0 ? "+" : ""}${short(amount)}`;
  return {
    title,
    isNumber: true,
    text: amountOf,
    cell: (row) => <span class={signClass(amountOf(row))}>{shown(amountOf(row))}</span>,
  };
}
