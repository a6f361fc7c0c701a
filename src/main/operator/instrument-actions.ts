/** Administrative actions on instruments: their terms, statuses and delisting. */
import { FIRST_ORDINARY_USER } from "../../core/accounts/user.ts";
import type { InstrumentStatus } from "../../core/base/vocabulary.ts";
import type { Instrument } from "../../core/instruments/instrument.ts";
import { hasFunding } from "../../core/instruments/instrument-funding.ts";
import { formatTrimmed } from "../../core/money/decimals.ts";
import { ZERO_LOTS } from "../../core/money/units.ts";
import type { AdminOutcome, AdminRefusal, InstrumentName } from "../../ops/admin-outcome.ts";
import type {
  InstrumentActions,
  InstrumentDetails,
  InstrumentState,
  RequestedStatus,
} from "../../ops/instrument-port.ts";
import { quantityText } from "../../wire/sizes.ts";
import { rateE6Text, rateE8Text } from "../../wire/texts.ts";
import { type ActingEngine, refusalOf, refuse, submit } from "./admin-command.ts";
import { cancelOrdersOf } from "./cancel-orders.ts";
import { feeTexts } from "./fee-actions.ts";
import { listedInstrument } from "./listed-instrument.ts";
import { orderLimitTexts } from "./order-limit-actions.ts";
import { instrumentName } from "./order-states.ts";
import { timeText, timeTextOrNone } from "./times.ts";

type Parts = { readonly engine: ActingEngine };

function openingLimitsOf({ isFutures, limits }: Instrument): InstrumentDetails["openingLimits"] {
  if (!isFutures) return undefined;
  const { opensUntilMs, positionsMax, productOrdersMax, symbolOrdersMax } = limits;
  return {
    feeUpRatio: rateE6Text(limits.feeUpRatio),
    costUpRatio: rateE6Text(limits.costUpRatio),
    positionShare: rateE6Text(limits.positionShare),
    ...{ symbolOrdersMax, productOrdersMax, positionsMax },
    opensUntil: timeTextOrNone(opensUntilMs),
  };
}

function fundingOf({ state }: ActingEngine, instrument: Instrument): InstrumentDetails["funding"] {
  const funding = state.funding[instrument.index];
  if (funding === undefined || !hasFunding(instrument)) return undefined;
  const { lotStep, sizeDecimals } = instrument;
  return {
    intervalHours: instrument.fundingIntervalHours,
    rateMin: rateE8Text(funding.rateMin),
    rateMax: rateE8Text(funding.rateMax),
    impactSize: formatTrimmed(funding.impactLots * lotStep, sizeDecimals),
  };
}

function feesOf({ accounts, state }: ActingEngine, instrument: Instrument) {
  const schedule = accounts.fees.schedule(instrument);
  const isWaiting = schedule !== undefined && schedule.fromMs > state.timeMs;
  return {
    listedFees: feeTexts(instrument),
    fees: feeTexts(accounts.fees.ofMarket(instrument)),
    nextFees: isWaiting
      ? { ...feeTexts(schedule.next), from: timeTextOrNone(schedule.fromMs) }
      : undefined,
  };
}

/** Everything that can be set of an instrument, and its prices. */
export function detailsOf(engine: ActingEngine, instrument: Instrument): InstrumentDetails {
  const { state } = engine;
  const { index, lotStep, priceDecimals, sizeDecimals, tickStep } = instrument;
  const { index: indexPrice = 0, last = 0, mark = 0 } = state.prices[index] ?? {};
  const coin = (currency: number): string => state.currencies[currency]?.code ?? "";
  const price = (ticks: number): string => formatTrimmed(ticks * tickStep, priceDecimals);
  const size = (lots: number): string => formatTrimmed(lots * lotStep, sizeDecimals);
  return {
    ...instrumentName(instrument),
    status: instrument.status,
    base: coin(instrument.base),
    quote: coin(instrument.quote),
    settle: coin(instrument.settle),
    ...{ priceStep: price(1), sizeStep: size(1) },
    orderLimits: orderLimitTexts(engine, instrument, instrument),
    listedOrderLimits: orderLimitTexts(engine, instrument, instrument.listedLimits),
    priceMax: price(instrument.priceTicksMax),
    ...{ leverageMin: instrument.leverageMin, leverageMax: instrument.leverageMax },
    ...{ indexPrice: price(indexPrice), markPrice: price(mark), lastPrice: price(last) },
    openInterest: quantityText(instrument, state.openInterest[index] ?? ZERO_LOTS, mark),
    openOrders: engine.live.orders.openCountIn(index),
    ...feesOf(engine, instrument),
    funding: fundingOf(engine, instrument),
    openingLimits: openingLimitsOf(instrument),
    deliveryTime: timeTextOrNone(instrument.deliveryAtMs),
    listedAt: timeText(instrument.listedAtMs),
  };
}

/**
 * Refuses to open a market that would trade before it has a price. Without an index price a
 * contract has no mark price and no band. A coin that counts as margin would be valued by the
 * trades of its new pair (decision 0095).
 */
function openingRefusal(
  { state }: ActingEngine,
  instrument: Instrument,
  status: InstrumentStatus,
): AdminRefusal | undefined {
  if (status === "halted" || status === "offline") return undefined;
  const { base, index, isFutures, quote, symbol } = instrument;
  if (state.prices[index]?.index !== 0) return undefined;
  const isValued = state.collaterals[quote]?.isDollar === true;
  const isMargin = isValued && (state.collaterals[base]?.tiers.length ?? 0) > 0;
  if (!isFutures && !isMargin) return undefined;
  const advice = "set one, or post the prices of its coins to a price source";
  return refuse("conflict", `${symbol} has no index price: ${advice}`);
}

/** Word of the core for a requested status. */
function statusOf(requested: RequestedStatus): InstrumentStatus {
  return requested === "cancel_only" ? "halted" : requested;
}

async function setStatus(
  engine: ActingEngine,
  name: InstrumentName,
  status: InstrumentStatus,
): Promise<AdminOutcome<InstrumentState>> {
  const instrument = listedInstrument(engine, name);
  if ("refused" in instrument) return instrument;
  const { index } = instrument;
  const tooEarly = openingRefusal(engine, instrument, status);
  if (tooEarly !== undefined) return tooEarly;
  const outcome = await submit(engine, {
    kind: "set_instrument_status",
    instrument: index,
    status,
  });
  if (outcome.rejection !== undefined) return refusalOf(outcome.rejection);
  return { done: { ...name, status } };
}

/** Submits together, so that the halt of one market does not wait for that of another. */
function setStatusOfAll({ engine }: Parts): InstrumentActions["setStatusOfAll"] {
  return async ({ realm, status }) => {
    const chosen = engine.state.instruments.filter(
      (one) =>
        (realm === undefined || one.realm === realm) &&
        one.status !== "offline" &&
        one.status !== status,
    );
    const refusals = await Promise.all(
      chosen.map(async (one) => {
        const tooEarly = openingRefusal(engine, one, status);
        if (tooEarly !== undefined) return tooEarly;
        const change = { kind: "set_instrument_status", instrument: one.index, status } as const;
        return (await submit(engine, change)).rejection;
      }),
    );
    const isRefused = (at: number): boolean => refusals[at] !== undefined;
    const refused = chosen.filter((_, at) => isRefused(at)).map(instrumentName);
    return { done: { status, changed: chosen.length - refused.length, refused } };
  };
}

/** Users with open orders or plans in an instrument. */
function usersIn({ state }: ActingEngine, { index }: Instrument): readonly number[] {
  const users = new Set<number>();
  for (const isBuySide of [true, false]) {
    state.books[index]?.walkOrders(isBuySide, (slot) => {
      users.add(state.orders.user(slot));
      return true;
    });
  }
  for (const { instrument, user } of state.plans.all()) if (instrument === index) users.add(user);
  return [...users].filter((user) => user >= FIRST_ORDINARY_USER).sort((a, b) => a - b);
}

function delist({ engine }: Parts): InstrumentActions["delistInstrument"] {
  return async (name) => {
    const instrument = listedInstrument(engine, name);
    if ("refused" in instrument) return instrument;
    if ((engine.state.openInterest[instrument.index] ?? 0) > 0) {
      const advice = "schedule its delivery, and delist it afterwards";
      return refuse("conflict", `${name.symbol} has open positions: ${advice}`);
    }
    const isDelivered = instrument.status === "offline";
    const halted = isDelivered ? undefined : await setStatus(engine, name, "halted");
    if (halted !== undefined && "refused" in halted) return halted;
    let cancelledOrders = 0;
    let cancelledPlans = 0;
    for (const user of usersIn(engine, instrument)) {
      const scope = { category: "all", instrument: instrument.index + 1 } as const;
      const ended = await cancelOrdersOf(engine, user, scope);
      if ("refused" in ended) return ended;
      cancelledOrders += ended.done.orders;
      cancelledPlans += ended.done.plans;
    }
    const offline = isDelivered ? undefined : await setStatus(engine, name, "offline");
    if (offline !== undefined && "refused" in offline) return offline;
    return { done: { ...name, status: "offline", cancelledOrders, cancelledPlans } };
  };
}

/** Returns all administrative actions on instruments. */
export function instrumentActions(parts: Parts): InstrumentActions {
  const { engine } = parts;
  return {
    listInstruments: ({ category, realm, status }) =>
      engine.state.instruments
        .filter(
          (one) =>
            (realm === undefined || one.realm === realm) &&
            (category === undefined || one.category === category) &&
            (status === undefined || one.status === status),
        )
        .map((one) => detailsOf(engine, one)),
    setInstrumentStatus: (name, requested) => setStatus(engine, name, statusOf(requested)),
    setStatusOfAll: setStatusOfAll(parts),
    delistInstrument: delist(parts),
  };
}
