import { CURRENCIES_MAX } from "../base/limits.ts";

/** Returns the number of a user and a currency together. */
export function coinKeyOf(user: number, currency: number): number {
  return user * CURRENCIES_MAX + currency;
}
