import type { Side } from "../../core/base/vocabulary.ts";
import { lots, ticks } from "../../core/money/units.ts";
import type { InstrumentFacts } from "../market-port.ts";
import type { OrderDesk } from "./order-desk.ts";
import { sizeOfValue } from "./order-size.ts";

type Taking = {
  readonly desk: OrderDesk;
  readonly instrument: InstrumentFacts;
  readonly user: number;
};

/**
 * Takes orders worth up to `value` dollars from the book, at no worse price than `limit`, in ticks;
 * returns false when nothing was sent.
 */
export function takeUpTo(
  { desk, instrument, user }: Taking,
  { limit, side, value }: { readonly side: Side; readonly value: number; readonly limit: number },
): boolean {
  if (limit <= 0) return false;
  const size = lots(sizeOfValue(instrument, { value, price: limit }));
  const price = ticks(limit);
  const order = { user, instrument: instrument.index, side, price, size } as const;
  return desk.place({ ...order, timeInForce: "ioc" });
}
