/** Mark and index prices around the steps of a story: their ranges in the minutes of the steps. */
import type { Instrument } from "../../../core/instruments/instrument.ts";
import type { CandleRow, PriceKind } from "../../../projections/history/tables.ts";
import { priceText } from "../../../wire/texts.ts";
import type { ExchangeAccess } from "../../exchange-access.ts";
import type { StoryStep } from "./story-step.ts";

const MINUTE_MS = 60_000;
/** Minutes whose prices one story reads: the oldest. */
const MINUTES_READ_MAX = 12;

type Ranges = Pick<StoryStep, "markLow" | "markHigh" | "indexLow" | "indexHigh">;

async function minuteOf(
  { history }: ExchangeAccess,
  { index: instrument }: Instrument,
  { priceKind, startMs }: { readonly priceKind: PriceKind; readonly startMs: number },
): Promise<CandleRow | undefined> {
  const minute = { base: "1m", fromMs: startMs, toMs: startMs, limit: 1 } as const;
  return (await history.candles({ instrument, priceKind, ...minute })).rows[0];
}

async function rangesOf(
  exchange: ExchangeAccess,
  instrument: Instrument,
  startMs: number,
): Promise<Ranges> {
  const [mark, index] = await Promise.all([
    minuteOf(exchange, instrument, { priceKind: "mark", startMs }),
    minuteOf(exchange, instrument, { priceKind: "index", startMs }),
  ]);
  const text = (price: number | undefined): string =>
    price === undefined ? "" : priceText(instrument, price);
  return {
    ...{ markLow: text(mark?.low), markHigh: text(mark?.high) },
    ...{ indexLow: text(index?.low), indexHigh: text(index?.high) },
  };
}

/**
 * Adds to the steps the lowest and highest mark and index price of their minutes, where candles of
 * minutes are still kept. Fails with a `HistoryFault`.
 */
export async function withMinutePrices(
  exchange: ExchangeAccess,
  instrument: Instrument,
  steps: readonly StoryStep[],
): Promise<StoryStep[]> {
  const startOf = ({ time }: StoryStep): number => Math.floor(Number(time) / MINUTE_MS) * MINUTE_MS;
  const starts = [...new Set(steps.map(startOf))].slice(0, MINUTES_READ_MAX);
  const ranges = await Promise.all(
    starts.map(
      async (startMs) => [startMs, await rangesOf(exchange, instrument, startMs)] as const,
    ),
  );
  const byStart = new Map(ranges);
  return steps.map((step) => ({ ...step, ...byStart.get(startOf(step)) }));
}
