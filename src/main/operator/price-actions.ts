/** Administrative actions on index prices, funding and deliveries. */
import { isIndexFresh } from "../../core/instruments/index-freshness.ts";
import { formatTrimmed, parseUnits } from "../../core/money/decimals.ts";
import { lots, rateE8, TICKS_MAX, ticks as toTicks } from "../../core/money/units.ts";
import type { IndexFeed } from "../../market-data/index-feed.ts";
import type { PostedPrices } from "../../market-data/posted-prices.ts";
import type { AdminOutcome, InstrumentName } from "../../ops/admin-outcome.ts";
import type { PriceActions } from "../../ops/price-port.ts";
import type { Log } from "../log.ts";
import { type ActingEngine, refusalOf, refuse, submit } from "./admin-command.ts";
import { incrementsOf } from "./decimal-units.ts";
import { listedInstrument } from "./listed-instrument.ts";
import { timeTextOrNone } from "./times.ts";

/** Index feed and the external sources whose prices the operator posts. */
export type Prices = { readonly feed: IndexFeed; readonly posted: readonly PostedPrices[] };

type Parts = { readonly engine: ActingEngine; readonly prices: Prices; readonly log: Log };

/** Largest change of an index price, in percent, that needs no confirmation. */
const INDEX_STEP_PERCENT_MAX = 10;

const DOLLAR_DECIMALS = 8;
const RATE_DECIMALS = 8;

/** Returns a signed rate in hundred-millionths; `undefined` when the text has more decimals. */
function rateOf(text: string): number | undefined {
  const isNegative = text.startsWith("-");
  const units = parseUnits(isNegative ? text.slice(1) : text, RATE_DECIMALS);
  if (units === undefined || units > BigInt(Number.MAX_SAFE_INTEGER)) return undefined;
  return isNegative ? -Number(units) : Number(units);
}

/**
 * Whether a price is further from the present one than allowed without `force`; exact comparison.
 */
function isFarFrom(ticks: number, present: number): boolean {
  return Math.abs(ticks - present) * 100 > present * INDEX_STEP_PERCENT_MAX;
}

function indexPriceActions({
  engine,
  log,
  prices,
}: Parts): Pick<
  PriceActions,
  "setIndexPrice" | "isFarPrice" | "releaseIndexPrice" | "listIndexPrices"
> {
  const { feed } = prices;
  const { state } = engine;
  return {
    isFarPrice(price) {
      const { category, realm, symbol } = price;
      const instrument = engine.accounts.instrument(realm, category, symbol);
      const present = state.prices[instrument?.index ?? -1]?.index ?? 0;
      if (instrument === undefined || present === 0) return false;
      const ticks = incrementsOf(price.price, instrument.priceDecimals, instrument.tickStep);
      return ticks !== undefined && isFarFrom(ticks, present);
    },
    async setIndexPrice(price) {
      const instrument = listedInstrument(engine, price);
      if ("refused" in instrument) return instrument;
      const { index, priceDecimals, tickStep } = instrument;
      const ticks = incrementsOf(price.price, priceDecimals, tickStep);
      if (ticks === undefined || ticks > TICKS_MAX) {
        return refuse("invalid", "a price on the instrument's increment is expected");
      }
      const present = state.prices[index]?.index ?? 0;
      const { symbol, category, realm } = price;
      const from = formatTrimmed(BigInt(present) * BigInt(tickStep), priceDecimals);
      if (ticks === 0) return refuse("invalid", "a price above zero is expected");
      const held = { instrument: index, price: toTicks(ticks) };
      const outcome = await submit(engine, { kind: "hold_index_price", ...held });
      if (outcome.rejection !== undefined) return refusalOf(outcome.rejection);
      feed.hold(index, ticks);
      log.info({ event: "index_price_set", symbol, category, realm, from, to: price.price });
      return { done: price };
    },
    async releaseIndexPrice(name): Promise<AdminOutcome<InstrumentName>> {
      const instrument = listedInstrument(engine, name);
      if ("refused" in instrument) return instrument;
      const { index } = instrument;
      // Without any source of prices the feed itself holds the last ones.
      const isHeldByCore = state.prices[index]?.held !== 0;
      if (isHeldByCore) {
        const released = { instrument: index, price: toTicks(0) };
        const { rejection } = await submit(engine, { kind: "hold_index_price", ...released });
        if (rejection !== undefined) return refusalOf(rejection);
      }
      if (feed.release(index) || isHeldByCore) return { done: name };
      return refuse("conflict", `no index price of ${name.symbol} is held`);
    },
    listIndexPrices: () =>
      state.instruments.map((instrument) => {
        const { index, symbol, category, realm, priceDecimals, tickStep } = instrument;
        const known = state.prices[index];
        const units = BigInt(known?.index ?? 0) * BigInt(tickStep);
        return {
          ...{ symbol, category, realm },
          price: formatTrimmed(units, priceDecimals),
          at: timeTextOrNone(known?.indexedAtMs ?? 0),
          isFresh: isIndexFresh(state, index),
          isHeld: feed.isHeld(index),
        };
      }),
  };
}

function sourceActions({
  engine,
  prices,
}: Parts): Pick<PriceActions, "listPriceSources" | "postPrices"> {
  const { feed, posted } = prices;
  return {
    listPriceSources: () =>
      feed.sources().map(({ name, rank, weight, prices: sourcePrices }) => ({
        ...{ name, rank, weight },
        prices: sourcePrices.map(({ ageMs, coin, isFresh, priceE8 }) => ({
          coin,
          price: formatTrimmed(BigInt(priceE8), DOLLAR_DECIMALS),
          at: timeTextOrNone(engine.sequencer.nowMs() - ageMs),
          isFresh,
        })),
      })),
    postPrices(name, postedPrices) {
      const source = posted.find((candidate) => candidate.name === name);
      if (source === undefined) return refuse("not_found", `no price source is called ${name}`);
      const parsed = postedPrices.map(({ coin, price }) => ({
        coin,
        priceE8: incrementsOf(price, DOLLAR_DECIMALS, 1),
      }));
      const bad = parsed.find(({ priceE8 }) => priceE8 === undefined || priceE8 === 0);
      if (bad !== undefined) return refuse("invalid", `a price of ${bad.coin} with 8 decimals`);
      const observedAtMs = engine.time.monotonicMs();
      const coins = feed.coins();
      const unknown = parsed.map(({ coin }) => coin).filter((coin) => !coins.has(coin));
      const used = parsed.filter(({ coin }) => coins.has(coin));
      for (const { coin, priceE8 = 0 } of used) {
        if (!source.post(coin, { priceE8, observedAtMs })) {
          return refuse("conflict", "the source tells prices of too many coins");
        }
      }
      return { done: { taken: used.length, unknown } };
    },
  };
}

function fundingAction({ engine }: Parts): PriceActions["setFundingTerms"] {
  return async (request) => {
    const { intervalHours } = request;
    const instrument = listedInstrument(engine, request);
    if ("refused" in instrument) return instrument;
    const { index, lotStep, sizeDecimals } = instrument;
    const rateMin = rateOf(request.rateMin);
    const rateMax = rateOf(request.rateMax);
    const impactLots = incrementsOf(request.impactSize, sizeDecimals, lotStep);
    if (rateMin === undefined || rateMax === undefined || impactLots === undefined) {
      return refuse(
        "invalid",
        "rateMin and rateMax have at most 8 decimals, and impactSize is on the size increment",
      );
    }
    const outcome = await submit(engine, {
      kind: "set_funding_terms",
      instrument: index,
      intervalHours,
      rateMin: rateE8(rateMin),
      rateMax: rateE8(rateMax),
      impactLots: lots(impactLots),
    });
    return outcome.rejection === undefined ? { done: request } : refusalOf(outcome.rejection);
  };
}

function deliveryAction({ engine }: Parts): PriceActions["scheduleDelivery"] {
  return async (schedule) => {
    const instrument = listedInstrument(engine, schedule);
    if ("refused" in instrument) return instrument;
    const deliveryAtMs = Date.parse(schedule.deliveryTime);
    if (!Number.isSafeInteger(deliveryAtMs) || deliveryAtMs < 0) {
      return refuse("invalid", "an ISO time is expected");
    }
    const command = { instrument: instrument.index, deliveryAtMs };
    const outcome = await submit(engine, { kind: "schedule_delivery", ...command });
    return outcome.rejection === undefined ? { done: schedule } : refusalOf(outcome.rejection);
  };
}

/** Returns all administrative actions on prices and funding. */
export function priceActions(parts: Parts): PriceActions {
  return {
    ...indexPriceActions(parts),
    ...sourceActions(parts),
    setFundingTerms: fundingAction(parts),
    scheduleDelivery: deliveryAction(parts),
  };
}
