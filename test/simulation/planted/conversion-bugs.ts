/** Conversions between coins: prices, quotes, limits of the exchange, and what a day counts. */
import type { PlantedBug } from "./planted-bug.ts";

const profile = "conversions";

export const CONVERSION_BUGS: readonly PlantedBug[] = [
  {
    name: "a conversion takes an amount that is rounded down",
    file: "core/converting/conversion-price.ts",
    profile,
    find: "(amount * bottom + top - 1n) / top",
    replace: "(amount * bottom) / top",
  },
  {
    name: "a conversion has the spread of one coin alone",
    file: "core/converting/conversion-price.ts",
    profile,
    find: "WHOLE_E6 - BigInt(from.spread) - BigInt(to.spread)",
    replace: "WHOLE_E6 - BigInt(from.spread)",
  },
  {
    name: "a conversion takes a price from an old index",
    file: "core/converting/conversion-price.ts",
    profile,
    find: "isUsdRateFresh(state, realmIndex, coin, CONVERSION_INDEX_AGE_MS_MAX)",
    replace: "isUsdRateFresh(state, realmIndex, coin, 6 * CONVERSION_INDEX_AGE_MS_MAX)",
  },
  {
    name: "a quote is good for anyone",
    file: "core/converting/convert.ts",
    profile,
    find: "quote !== undefined && quote.user === user.index && state",
    replace: "quote !== undefined && quote.user !== 0 && state",
  },
  {
    name: "a quote is valid until a tick removes it",
    file: "core/converting/convert.ts",
    profile,
    find: "state.timeMs < quote.expiresAtMs;",
    replace: "state.timeMs > 0;",
  },
  {
    name: "a quote is used twice",
    file: "core/converting/convert.ts",
    profile,
    find: "  conversions.quotes.remove(quote.id, user);\n",
    replace: "",
  },
  {
    name: "a conversion is executed at a loss after the market has moved",
    file: "core/converting/convert.ts",
    profile,
    find: 'return given > taken ? "conversion_price_moved" : limit',
    replace: 'return given > 2n * taken ? "conversion_price_moved" : limit',
  },
  {
    name: "a conversion repays a debt that is not recorded",
    file: "core/converting/convert.ts",
    profile,
    find: "for (const end of [payer, payee]) if (mayOwe",
    replace: "for (const end of [payer]) if (mayOwe",
  },
  {
    name: "the limit of an account is not that of its sub-accounts",
    file: "core/converting/conversion-limits.ts",
    profile,
    find: "day.usdOf(user.parent, state.timeMs)",
    replace: "day.usdOf(user.index, state.timeMs)",
  },
  {
    name: "the loss of a day does not stop conversions",
    file: "core/converting/conversion-limits.ts",
    profile,
    find: "dayResultOf(state, realm) < -BigInt(dayLossUsdMax) * USD",
    replace: "dayResultOf(state, realm) < -BigInt(dayLossUsdMax + 1_000_000) * USD",
  },
  {
    name: "the inventory may leave its bound on one side",
    file: "core/converting/conversion-limits.ts",
    profile,
    find: "[after < 0n ? -after : after, before",
    replace: "[after, before",
  },
  {
    name: "the conversions of a day are never forgotten",
    file: "core/converting/conversions.ts",
    profile,
    find: "return dayOf(timeMs) === this.#day ? (this.#byParent",
    replace: "return timeMs > 0 ? (this.#byParent",
  },
  {
    name: "expired quotes count until a later quote of the account",
    file: "core/converting/expire-quotes.ts",
    profile,
    find: "if (oldest === undefined || oldest.expiresAtMs > state.timeMs) return;",
    replace: "if (oldest === undefined || oldest.expiresAtMs > state.timeMs - 9_000) return;",
  },
  {
    name: "a snapshot forgets when a quote expires",
    file: "core/converting/conversion-encoding.ts",
    profile,
    find: "      expiresAtMs: from.varint(),",
    replace: "      expiresAtMs: from.varint() + 1,",
  },
  {
    name: "a snapshot forgets the conversions of a day",
    file: "core/converting/conversion-encoding.ts",
    profile,
    find: "day.restoreNet(key, atoms(from.i64()));",
    replace: "day.restoreNet(key, atoms(from.i64() * 0n));",
  },
];
