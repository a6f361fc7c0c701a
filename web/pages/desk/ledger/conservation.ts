/** Conservation of coins: users, the exchange and the outside world together hold nothing. */
import Big from "big.js";

/** A row of `conservation` of `GET /admin/v1/audit`. */
export type Conserved = {
  readonly coin: string;
  readonly users: string;
  readonly exchange: string;
  readonly outsideWorld: string;
  /** Zero when nothing is lost, as the exchange computed it. */
  readonly sum: string;
};

/** Returns the sum of the three, computed again, and whether it is zero as the exchange says. */
export function conservationOf({ exchange, outsideWorld, sum, users }: Conserved): {
  readonly sum: string;
  readonly isKept: boolean;
} {
  const own = new Big(users).plus(exchange).plus(outsideWorld);
  return { sum: own.toFixed(), isKept: own.eq(0) && new Big(sum).eq(0) };
}
