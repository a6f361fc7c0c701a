/** The largest order that opens a position: exactly what placing accepts now. Writes nothing. */
import type { User } from "../accounts/user.ts";
import { POSITION_SIDES, wordAt } from "../base/vocabulary.ts";
import type { PlaceOrder } from "../commands/commands.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { type Lots, lots, NO_PRICE, ZERO_ATOMS, ZERO_LOTS } from "../money/units.ts";
import { isHedgeIn, openedSide } from "../positions/exposure.ts";
import type { State } from "../state.ts";
import { closingRefusal } from "./closing-guard.ts";
import { placingRefusal } from "./placing-refusal.ts";
import { type OpeningAhead, weighOpening } from "./weigh-opening.ts";

/** Order whose largest size is asked for; price 0 stands for a market order. */
export type SizelessOpening = Pick<OpeningAhead, "isBuy" | "price">;

/** Returns whether the checks beside margin refuse the order: access, form, counts, bankruptcy. */
function isRefused(state: State, user: User, instrument: Instrument, order: OpeningAhead): boolean {
  const { isBuy, price, size } = order;
  const row = state.positions.find(user.index, instrument.index);
  const positionSide = isHedgeIn(user, instrument) ? openedSide(isBuy) + 1 : 0;
  const command: PlaceOrder = {
    ...{ kind: "place_order", user: user.index, instrument: instrument.index, clientOrderId: "" },
    side: isBuy ? "buy" : "sell",
    positionSide: wordAt(POSITION_SIDES, positionSide),
    orderType: price === NO_PRICE ? "market" : "limit",
    ...{ timeInForce: "gtc", reduceOnly: false, stpMode: "none", source: "api" },
    ...{ price, size, quoteAmount: ZERO_ATOMS },
    ...{ exits: undefined, margin: undefined, sizing: undefined, opening: undefined },
  };
  if (placingRefusal(state, { user, instrument, row, command }) !== undefined) return true;
  if (price === NO_PRICE) return false;
  const guarded = { user, instrument, row, isBuy, positionSide };
  return closingRefusal(state, guarded, price) !== undefined;
}

/**
 * Returns the largest size that placing accepts now for an order that may open: 0 if it accepts
 * none. Found by bisection: a larger order never requires less.
 */
export function openingCapacity(
  state: State,
  user: User,
  instrument: Instrument,
  order: SizelessOpening,
): Lots {
  const isMarket = order.price === NO_PRICE;
  const largest = isMarket ? instrument.sizeLotsMarketMax : instrument.sizeLotsMax;
  const isPassing = (size: number): boolean =>
    weighOpening(state, user, instrument, { ...order, size: lots(size) }).isPassing;
  let low = 0;
  let high: number = largest;
  while (low < high) {
    const middle = low === 0 && high === largest ? largest : Math.ceil((low + high) / 2);
    if (isPassing(middle)) low = middle;
    else high = middle - 1;
  }
  const size = lots(low);
  if (size === 0) return ZERO_LOTS;
  return isRefused(state, user, instrument, { ...order, size }) ? ZERO_LOTS : size;
}
