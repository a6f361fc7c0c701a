import type { StpMode, TriggerSource } from "../../../../core/base/vocabulary.ts";
import type { Instrument } from "../../../../core/instruments/instrument.ts";
import { NO_PRICE, ZERO_LOTS } from "../../../../core/money/units.ts";
import type { PrivateContext } from "../../../http/endpoint.ts";
import { coin, productType, symbol } from "../../../http/fields.ts";
import { type ExitRequests, exitTerms } from "../../../orders/exits.ts";
import { type ConvertedSize, exitSizeOf } from "../../../orders/order-sizes.ts";
import { priceTicks } from "../../../orders/order-units.ts";
import { MIX_UNITS } from "../../../orders/v2-orders.ts";
import { rejectionError } from "../../../rejection-codes.ts";
import { orderContext } from "../../shared/submit.ts";
import { HELD_SIDE_OF } from "../hold-side.ts";

export const TPSL_FIELDS = { marginCoin: coin(), productType: productType(), symbol: symbol() };

/** Returns the size of a part; absent means the whole position, 0 is refused. */
export function exitSize(
  context: PrivateContext,
  instrument: Instrument,
  exit: {
    readonly text: string | undefined;
    readonly side: "long" | "short";
    readonly trigger: string | undefined;
  },
): ConvertedSize {
  const { side, text } = exit;
  if (text === undefined) return { size: ZERO_LOTS };
  const trigger =
    exit.trigger === undefined ? NO_PRICE : priceTicks(exit.trigger, instrument, MIX_UNITS);
  const units = { context: orderContext(context), instrument, errors: MIX_UNITS };
  const converted = exitSizeOf(units, text, { side, trigger });
  if (converted.size === ZERO_LOTS) throw rejectionError("size_below_minimum", "v2_mix");
  return converted;
}

/** Returns take-profit and stop-loss of a futures request. */
export function requestedExits(sent: {
  readonly stopSurplusTriggerPrice?: string | undefined;
  readonly stopSurplusExecutePrice?: string | undefined;
  readonly stopSurplusTriggerType?: TriggerSource;
  readonly stopLossTriggerPrice?: string | undefined;
  readonly stopLossExecutePrice?: string | undefined;
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
