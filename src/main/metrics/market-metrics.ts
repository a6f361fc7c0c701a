/** Metrics of the markets: open interest, age of prices, statuses of instruments. */
import type { Registry } from "prom-client";
import { CATEGORIES, INSTRUMENT_STATUSES, REALMS } from "../../core/base/vocabulary.ts";
import type { Instrument } from "../../core/instruments/instrument.ts";
import type { MarketPrices } from "../../core/instruments/market-prices.ts";
import { type Lots, ZERO_LOTS } from "../../core/money/units.ts";
import { pricesAt, type State } from "../../core/state.ts";
import { quantityText } from "../../wire/sizes.ts";
import { sizeUsd } from "../dollar-values.ts";
import {
  INSTRUMENT_LABELS,
  type InstrumentLabels,
  instrumentLabels,
  isLabelled,
} from "./instrument-labels.ts";
import { gaugeSeries, type SetSeries } from "./series.ts";

type Parts = {
  readonly state: State;
  /** Exchange time in ms. */
  readonly nowMs: () => number;
};

type SetInstrument = SetSeries<keyof InstrumentLabels>;

function openLots(state: State, { index }: Instrument): Lots {
  return state.openInterest[index] ?? ZERO_LOTS;
}

function openInterestMetrics(registry: Registry, { state }: Parts): void {
  const futures = (): readonly Instrument[] =>
    state.instruments.filter(({ isFutures, status }) => isFutures && status !== "offline");
  const sizes = {
    name: "open_interest_size",
    help: "Open interest of a contract, in its base coin",
    labelNames: INSTRUMENT_LABELS,
  };
  gaugeSeries(registry, sizes, (set) => {
    for (const instrument of futures()) {
      // Sizes of different coins have no sum.
      if (!isLabelled(instrument)) continue;
      const { mark } = pricesAt(state, instrument.index);
      const size = quantityText(instrument, openLots(state, instrument), mark);
      set(instrumentLabels(instrument), Number(size));
    }
  });
  const values = {
    name: "open_interest_usd",
    help: "Open interest of a contract at its mark price, in US dollars",
    labelNames: INSTRUMENT_LABELS,
  };
  gaugeSeries(registry, values, (set) => {
    let otherUsd = 0;
    for (const instrument of futures()) {
      const usd = sizeUsd(state, instrument, openLots(state, instrument));
      if (isLabelled(instrument)) {
        set(instrumentLabels(instrument), usd);
      } else {
        otherUsd += usd;
        set(instrumentLabels(instrument), otherUsd);
      }
    }
  });
}

type PriceAge = (prices: MarketPrices) => number;

/** Sets the age of a price of each listed instrument that has one; of `other` the greatest age. */
function setAges({ nowMs, state }: Parts, setAtMs: PriceAge, set: SetInstrument): void {
  let otherAge = 0;
  for (const instrument of state.instruments) {
    if (instrument.status === "offline") continue;
    const atMs = setAtMs(pricesAt(state, instrument.index));
    if (atMs === 0) continue;
    const age = Math.max(0, nowMs() - atMs) / 1_000;
    if (isLabelled(instrument)) {
      set(instrumentLabels(instrument), age);
    } else {
      otherAge = Math.max(otherAge, age);
      set(instrumentLabels(instrument), otherAge);
    }
  }
}

function priceAgeMetrics(registry: Registry, parts: Parts): void {
  const ages = (name: string, help: string, setAtMs: PriceAge): void =>
    gaugeSeries(registry, { name, help, labelNames: INSTRUMENT_LABELS }, (set) =>
      setAges(parts, setAtMs, set),
    );
  ages("index_price_age_seconds", "Exchange time since the index price was set", (prices) =>
    prices.index === 0 ? 0 : prices.indexedAtMs,
  );
  ages("mark_price_age_seconds", "Exchange time since the mark price was computed", (prices) =>
    prices.mark === 0 ? 0 : prices.markedAtMs,
  );
}

function statusMetrics(registry: Registry, { state }: Parts): void {
  const terms = {
    name: "instruments",
    help: "Listed instruments by status",
    labelNames: ["realm", "category", "status"] as const,
  };
  gaugeSeries(registry, terms, (set) => {
    for (const realm of REALMS) {
      for (const category of CATEGORIES) {
        const listed = state.instruments.filter(
          (instrument) => instrument.realm === realm && instrument.category === category,
        );
        if (listed.length === 0) continue;
        for (const status of INSTRUMENT_STATUSES) {
          const count = listed.filter((instrument) => instrument.status === status).length;
          set({ realm, category, status }, count);
        }
      }
    }
  });
}

/** Registers the metrics; their cost grows with the number of instruments only. */
export function marketMetrics(registry: Registry, parts: Parts): void {
  openInterestMetrics(registry, parts);
  priceAgeMetrics(registry, parts);
  statusMetrics(registry, parts);
}
