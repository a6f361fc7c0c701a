import type { StpMode, TriggerSource } from "../../../../core/base/vocabulary.ts";
import type { Instrument } from "../../../../core/instruments/instrument.ts";
import { type Lots, ZERO_LOTS } from "../../../../core/money/units.ts";
import type { PrivateContext } from "../../../http/endpoint.ts";
import { coin, productType, symbol } from "../../../http/fields.ts";
import { type ExitRequests, exitTerms } from "../../../orders/exits.ts";
import { sizeLots } from "../../../orders/order-units.ts";
import { MIX_UNITS } from "../../../orders/v2-orders.ts";
import { rejectionError } from "../../../rejection-codes.ts";
import { HELD_SIDE_OF } from "../hold-side.ts";

export const TPSL_FIELDS = { marginCoin: coin(), productType: productType(), symbol: symbol() };

/** Returns the size of a part; absent means the whole position, 0 is refused. */
export function exitSize(instrument: Instrument, text: string | undefined): Lots {
  if (text === undefined) return ZERO_LOTS;
  const size = sizeLots(text, instrument, MIX_UNITS);
  if (size === ZERO_LOTS) throw rejectionError("size_below_minimum", "v2_mix");
  return size;
}

/** Returns take-profit and stop-loss of a futures request. */
export function requestedExits(sent: {
  readonly stopSurplusTriggerPrice?: string;
  readonly stopSurplusExecutePrice?: string;
  readonly stopSurplusTriggerType?: TriggerSource;
  readonly stopLossTriggerPrice?: string;
  readonly stopLossExecutePrice?: string;
  readonly stopLossTriggerType?: TriggerSource;
}): ExitRequests {
  return {
    profit: {
      trigger: sent.stopSurplusTriggerPrice,
      limit: sent.stopSurplusExecutePrice,
      by: sent.stopSurplusTriggerType,
    },
    loss: {
      trigger: sent.stopLossTriggerPrice,
      limit: sent.stopLossExecutePrice,
      by: sent.stopLossTriggerType,
    },
  };
}

/** Returns the terms of the exits of a futures position, without sizes and client order ids. */
export function positionExits(
  context: PrivateContext,
  instrument: Instrument,
  sent: { readonly holdSide: keyof typeof HELD_SIDE_OF; readonly stpMode: StpMode },
  exits: ExitRequests,
) {
  return {
    kind: "place_exits",
    user: context.principal.userIndex,
    instrument: instrument.index,
    positionSide: HELD_SIDE_OF[sent.holdSide],
    stpMode: sent.stpMode,
    source: "api",
    ...exitTerms(instrument, MIX_UNITS, exits),
    margin: undefined,
  } as const;
}
