/**
 * Conversions of a new exchange (decision 0060): terms of every coin, and the inventory. Amounts
 * are in whole coins or in hundred-millionths of one.
 */

import { REALMS } from "../../core/base/vocabulary.ts";
import type { DraftOf } from "../../core/commands/commands.ts";
import { atoms } from "../../core/money/units.ts";
import { type CoinCode, coinIndex } from "./listings.ts";

const COIN = 100_000_000n;
/** Part of each coin in the spread: 0.1 % of a pair. */
const SPREAD_E6 = 500;

type Converted = {
  readonly coin: CoinCode;
  /** Smallest amount of a conversion, in atoms. */
  readonly min: bigint;
  /** Largest amount of a conversion, in whole coins: about 100,000 US dollars. */
  readonly max: bigint;
};

/** Ten times the largest conversion is the inventory, five times its largest change in a day. */
const INVENTORY_FACTOR = 10n;
const NET_FACTOR = 5n;

const CONVERTED: readonly Converted[] = [
  { coin: "USDT", min: COIN, max: 100_000n },
  { coin: "USDC", min: COIN, max: 100_000n },
  { coin: "BTC", min: COIN / 100_000n, max: 2n },
  { coin: "ETH", min: COIN / 2_000n, max: 30n },
  { coin: "SOL", min: COIN / 100n, max: 600n },
  { coin: "XRP", min: COIN, max: 100_000n },
  { coin: "DOGE", min: COIN * 5n, max: 500_000n },
];

/** Terms of every coin that converts. */
export const CONVERSION_TERMS: readonly DraftOf<"set_conversion_terms">[] = REALMS.flatMap(
  (realm) =>
    CONVERTED.map(({ coin, max, min }) => ({
      kind: "set_conversion_terms",
      realm,
      currency: coinIndex(coin),
      amountMin: atoms(min),
      amountMax: atoms(max * COIN),
      spreadE6: SPREAD_E6,
      netMax: atoms(max * COIN * NET_FACTOR),
    })),
);

/** Initial inventory of every coin that converts. */
export const CONVERSION_ENDOWMENTS: readonly DraftOf<"endow">[] = CONVERSION_TERMS.map(
  ({ amountMax, currency, realm }) => ({
    kind: "endow",
    realm,
    wallet: "conversion",
    currency,
    amount: atoms(amountMax * INVENTORY_FACTOR),
  }),
);
