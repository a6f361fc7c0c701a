/** Series of instruments are bounded by the listing, and by a cap. */
import { Registry } from "prom-client";
import { beforeAll, expect, it } from "vitest";
import { listingDraft } from "../../../test/support/command-drafts.ts";
import { COIN, USD } from "../../../test/support/core-listings.ts";
import { figureOf, type MetricsPage, parseMetrics } from "../../../test/support/metrics-page.ts";
import type { Command, CommandDraft } from "../../core/commands/commands.ts";
import { EventBuffer } from "../../core/events/event-buffer.ts";
import { apply } from "../../core/exchange.ts";
import type { Seq, TimeMs } from "../../core/money/units.ts";
import { createState } from "../../core/state.ts";
import { LABELLED_INSTRUMENTS_MAX } from "./instrument-labels.ts";
import { marketMetrics } from "./market-metrics.ts";

const BEYOND = 100;
const OTHER = { realm: "other", category: "other", symbol: "other" };

let page: MetricsPage;

beforeAll(async () => {
  const state = createState();
  let timeMs = 1_000_000;
  const run = (draft: CommandDraft): void => {
    const stamp = { seq: (state.seq + 1) as Seq, timeMs: timeMs as TimeMs };
    apply(state, { ...draft, ...stamp } as Command, new EventBuffer());
    expect(state.outcome.rejection).toBeUndefined();
  };
  run({ kind: "list_currency", code: "USD", decimals: 0, isPractice: false });
  run({ kind: "list_currency", code: "COIN", decimals: 0, isPractice: false });
  const coins = { base: COIN, quote: USD, settle: USD };
  const terms = { ...coins, priceDecimals: 0, sizeDecimals: 0, category: "usdt_futures" } as const;
  for (let number = 0; number < LABELLED_INSTRUMENTS_MAX + BEYOND; number += 1) {
    run(listingDraft({ ...terms, symbol: `S${number}` }));
  }
  const last = LABELLED_INSTRUMENTS_MAX + BEYOND - 1;
  const prices = { kind: "set_index_prices", prices: [100, 100] } as const;
  run({ ...prices, instruments: [0, last - 1] });
  timeMs += 5_000;
  run({ ...prices, instruments: [1, last] });
  const metrics = new Registry();
  marketMetrics(metrics, { state, nowMs: () => timeMs + 2_000 });
  page = parseMetrics(await metrics.metrics());
});

it("an exchange with many instruments has as many series as the cap, and one more", () => {
  const count = (name: string): number =>
    page.samples.filter((sample) => sample.name === `bourse_${name}`).length;
  expect(count("open_interest_size")).toBe(LABELLED_INSTRUMENTS_MAX);
  expect(count("open_interest_usd")).toBe(LABELLED_INSTRUMENTS_MAX + 1);
  expect(figureOf(page, "bourse_open_interest_usd", OTHER)).toBe(0);
  expect(figureOf(page, "bourse_instruments", { status: "online" })).toBe(
    LABELLED_INSTRUMENTS_MAX + BEYOND,
  );
});

it("the age of other prices is the greatest one; without a price there is none", () => {
  const age = (symbol: string): number | undefined =>
    figureOf(page, "bourse_index_price_age_seconds", { symbol });
  expect([age("S0"), age("S1"), age("S2"), age("other")]).toEqual([7, 2, undefined, 7]);
});
