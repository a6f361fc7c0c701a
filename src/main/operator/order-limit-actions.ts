/** Administrative actions on the limits of single orders (decision 0096). */
import type { DraftOf } from "../../core/commands/commands.ts";
import type { Instrument } from "../../core/instruments/instrument.ts";
import { type OrderLimits, orderLimitsOf } from "../../core/instruments/order-limits.ts";
import { formatTrimmed } from "../../core/money/decimals.ts";
import { lots } from "../../core/money/units.ts";
import type {
  OrderLimitActions,
  OrderLimitsChange,
  OrderLimitTexts,
} from "../../ops/order-limit-port.ts";
import { amountText, rateE6Text } from "../../wire/texts.ts";
import { type ActingEngine, refusalOf, refuse, submit } from "./admin-command.ts";
import { amountOf, incrementsOf, RATE_E6_DECIMALS, rateE6Or } from "./decimal-units.ts";
import { listedInstrument } from "./listed-instrument.ts";
import { bandsOf, beyondLoanMargin, isBrought, loanLeverages } from "./loan-margin.ts";
import { instrumentName } from "./order-states.ts";

/** Returns order limits of an instrument in decimals. */
export function orderLimitTexts(
  { accounts }: Pick<ActingEngine, "accounts">,
  { lotStep, quote, sizeDecimals }: Instrument,
  limits: OrderLimits,
): OrderLimitTexts {
  const size = (count: number): string => formatTrimmed(count * lotStep, sizeDecimals);
  return {
    sizeMin: size(limits.sizeLotsMin),
    sizeMax: size(limits.sizeLotsMax),
    marketSizeMax: size(limits.sizeLotsMarketMax),
    notionalMin: amountText(accounts, quote, limits.valueMin),
    buyBand: rateE6Text(limits.buyLimitRatio),
    sellBand: rateE6Text(limits.sellLimitRatio),
  };
}

const LIMIT_NAMES = [
  ...(["sizeMin", "sizeMax", "marketSizeMax"] as const),
  ...(["notionalMin", "buyBand", "sellBand"] as const),
];

type Limits = Omit<DraftOf<"set_order_limits">, "kind" | "origin">;

/** Returns the limits with the changes of a request, or the words of what cannot be read. */
function changedLimits(
  { state }: ActingEngine,
  instrument: Instrument,
  change: OrderLimitsChange,
): Limits | string {
  const { lotStep, sizeDecimals } = instrument;
  if (LIMIT_NAMES.every((name) => change[name] === undefined)) {
    return `at least one of ${LIMIT_NAMES.join(", ")}`;
  }
  const sizeOf = (text: string | undefined, present: number): number | undefined =>
    text === undefined ? present : incrementsOf(text, sizeDecimals, lotStep);
  const sizeMin = sizeOf(change.sizeMin, instrument.sizeLotsMin);
  const sizeMax = sizeOf(change.sizeMax, instrument.sizeLotsMax);
  const marketSizeMax = sizeOf(change.marketSizeMax, instrument.sizeLotsMarketMax);
  if (sizeMin === undefined || sizeMax === undefined || marketSizeMax === undefined) {
    return `sizes in multiples of ${formatTrimmed(lotStep, sizeDecimals)}`;
  }
  const quote = state.currencies[instrument.quote];
  const decimals = quote?.decimals ?? 0;
  const valueMin = amountOf(change.notionalMin, instrument.valueMin, decimals);
  if (valueMin === undefined)
    return `an amount of ${quote?.code} with at most ${decimals} decimals`;
  const buyLimitRatioE6 = rateE6Or(change.buyBand, instrument.buyLimitRatio);
  const sellLimitRatioE6 = rateE6Or(change.sellBand, instrument.sellLimitRatio);
  if (buyLimitRatioE6 === undefined || sellLimitRatioE6 === undefined) {
    return `bands with at most ${RATE_E6_DECIMALS} decimals`;
  }
  return {
    instrument: instrument.index,
    sizeLotsMin: lots(sizeMin),
    sizeLotsMax: lots(sizeMax),
    sizeLotsMarketMax: lots(marketSizeMax),
    ...{ valueMin, buyLimitRatioE6, sellLimitRatioE6 },
  };
}

/** Returns all administrative actions on order limits. */
export function orderLimitActions({
  engine,
}: {
  readonly engine: ActingEngine;
}): OrderLimitActions {
  return {
    isBeyondLoanMargin(change) {
      const instrument = listedInstrument(engine, change);
      if ("refused" in instrument) return false;
      const limits = changedLimits(engine, instrument, change);
      if (instrument.isFutures || typeof limits === "string") return false;
      const leverages = loanLeverages(engine.state, instrument);
      const bands = { buyE6: limits.buyLimitRatioE6, sellE6: limits.sellLimitRatioE6 };
      const present = beyondLoanMargin(bandsOf(instrument), leverages);
      return isBrought(present, beyondLoanMargin(bands, leverages));
    },
    async setOrderLimits(change) {
      const instrument = listedInstrument(engine, change);
      if ("refused" in instrument) return instrument;
      if (instrument.isInverse && change.notionalMin !== undefined) {
        return refuse("invalid", "inverse contracts have no smallest notional");
      }
      const limits = changedLimits(engine, instrument, change);
      if (typeof limits === "string") return refuse("invalid", limits);
      const outcome = await submit(engine, { kind: "set_order_limits", ...limits });
      if (outcome.rejection !== undefined) return refusalOf(outcome.rejection);
      const texts = orderLimitTexts(engine, instrument, orderLimitsOf(limits));
      return { done: { ...instrumentName(instrument), ...texts } };
    },
  };
}
