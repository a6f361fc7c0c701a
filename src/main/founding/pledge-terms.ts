/**
 * Loans against pledges of a new exchange (decision 0068). Amounts are in whole coins or in
 * hundred-millionths of one.
 */

import { REALMS } from "../../core/base/vocabulary.ts";
import type { DraftOf } from "../../core/commands/commands.ts";
import { atoms } from "../../core/money/units.ts";
import { type CoinCode, coinIndex } from "./listings.ts";

const COIN = 100_000_000n;
/** Daily rates by period: about 7, 6.5 and 6 % a year. */
const FLEXIBLE_RATE_E8 = 20_000;
const SHORT_RATE_E8 = 18_000;
const LONG_RATE_E8 = 16_500;
const WEEK_HOURS = 168;
const MONTH_HOURS = 720;
const ACCOUNT_LOANS_MAX = 100;
/** Lines of the field's large coins: 65, 75 and 83 %. */
const LINES = { initialE6: 650_000, supplementE6: 750_000, forcedE6: 830_000 } as const;
/** The largest pledges of a hundred loans. */
const HELD_FACTOR = 100n;

/** Smallest amount of a loan or pledge in atoms, and the largest in whole coins. */
type Offered = { readonly coin: CoinCode; readonly min: bigint; readonly max: bigint };

/** Largest amounts are about 100,000 US dollars. */
const OFFERED: readonly Offered[] = [
  { coin: "USDT", min: COIN * 10n, max: 100_000n },
  { coin: "BTC", min: COIN / 10_000n, max: 2n },
  { coin: "ETH", min: COIN / 200n, max: 30n },
];

/** Terms of every coin that is lent against a pledge. */
export const PLEDGED_LOAN_TERMS: readonly DraftOf<"set_pledged_loan_terms">[] = REALMS.flatMap(
  (realm) =>
    OFFERED.map(({ coin, max, min }) => ({
      kind: "set_pledged_loan_terms",
      ...{ realm, currency: coinIndex(coin) },
      ...{ amountMin: atoms(min), amountMax: atoms(max * COIN) },
      ...{ flexibleRateE8: FLEXIBLE_RATE_E8, shortRateE8: SHORT_RATE_E8 },
      ...{ longRateE8: LONG_RATE_E8, shortHours: WEEK_HOURS, longHours: MONTH_HOURS },
      accountLoansMax: ACCOUNT_LOANS_MAX,
    })),
);

/** Terms of every coin that may be pledged. */
export const PLEDGE_TERMS: readonly DraftOf<"set_pledge_terms">[] = REALMS.flatMap((realm) =>
  OFFERED.map(({ coin, max, min }) => ({
    kind: "set_pledge_terms",
    ...{ realm, currency: coinIndex(coin), ...LINES },
    ...{ amountMin: atoms(min), amountMax: atoms(2n * max * COIN) },
    heldMax: atoms(2n * max * COIN * HELD_FACTOR),
  })),
);
