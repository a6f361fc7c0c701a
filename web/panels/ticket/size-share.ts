import { account } from "../../accounts/current-account.ts";
import type { Position } from "../../accounts/model.ts";
import {
  bigOf,
  type Draft,
  downTo,
  expectedPrice,
  isClosingOrder,
  type TicketContext,
} from "./draft.ts";

/**
 * Returns a fraction (0 to 1) of the largest size that the order can have, in base coins: of the
 * position for an order that closes it, otherwise of what the exchange says that the account can
 * open. Rejects with `WireFailure`.
 */
export async function shareOf(
  fraction: number,
  draft: Draft,
  context: TicketContext,
  position: Position | undefined,
): Promise<string> {
  const { instrument } = context;
  const largest = isClosingOrder(draft, context)
    ? (position?.available ?? "0")
    : await account()?.largestSize(
        {
          side: draft.side,
          price: expectedPrice(draft, context),
          marginMode: instrument.isFutures ? context.marginMode : draft.spotMode,
        },
        instrument,
      );
  const whole = bigOf(largest ?? "");
  if (whole === undefined) return "";
  return downTo(whole.times(fraction), instrument.sizeStep).toFixed();
}
