/**
 * Initial balances of the insurance funds, and the share of them that may be lost in an hour
 * (decision 0037): a tenth in each contract, less in contracts of smaller coins, and a tenth for
 * accounts without positions.
 */

import { REALMS } from "../../core/base/vocabulary.ts";
import type { DraftOf } from "../../core/commands/commands.ts";
import type { Instrument } from "../../core/instruments/instrument.ts";
import { atoms, lots } from "../../core/money/units.ts";
import type { State } from "../../core/state.ts";
import type { CoinClass } from "../../market-model/coins.ts";
import { listedIndex } from "./listed-coins.ts";
import { type CoinCode, coinIndex } from "./listings.ts";
import { tradedCoinOf } from "./traded-coins.ts";

const COIN = 100_000_000n;
const DRAW_DIVISOR = 10n;
const FEE_SHARE_E6 = 100_000;

/** Initial balances in whole coins; funds of practice coins exist in the live realm only. */
const FUNDS: readonly { readonly coin: CoinCode; readonly whole: bigint; isPractice?: true }[] = [
  { coin: "USDT", whole: 1_000_000n },
  { coin: "USDC", whole: 1_000_000n },
  { coin: "BTC", whole: 20n },
  { coin: "ETH", whole: 400n },
  { coin: "SOL", whole: 5_000n },
  { coin: "XRP", whole: 500_000n },
  { coin: "DOGE", whole: 2_000_000n },
  { coin: "SUSDT", whole: 1_000_000n, isPractice: true },
  { coin: "SUSDC", whole: 1_000_000n, isPractice: true },
  { coin: "SBTC", whole: 20n, isPractice: true },
  { coin: "SETH", whole: 400n, isPractice: true },
];

/** Initial balances of the insurance funds. */
export const FUND_ENDOWMENTS: readonly DraftOf<"endow">[] = REALMS.flatMap((realm) =>
  FUNDS.filter(({ isPractice }) => realm === "live" || isPractice === undefined).map(
    ({ coin, whole }) => ({
      kind: "endow",
      realm,
      wallet: "insurance_fund",
      currency: coinIndex(coin),
      amount: atoms(whole * COIN),
    }),
  ),
);

/** Terms of every endowed fund. */
export const FUND_TERMS: readonly DraftOf<"set_fund_terms">[] = FUND_ENDOWMENTS.map(
  ({ amount, currency, realm }) => ({
    kind: "set_fund_terms",
    realm,
    currency,
    feeShareE6: FEE_SHARE_E6,
    drawMax: atoms(amount / DRAW_DIVISOR),
  }),
);

/**
 * Limits in units of the average depth within 2 % of mark. The floors (the largest order size, and
 * a tenth of it) leave room for all traders while the market is thin.
 */
const OPEN_INTEREST_FACTOR_E6 = 50_000_000;
const POSITION_FACTOR_E6 = 10_000_000;
const POSITION_FLOOR_DIVISOR = 10;

/**
 * The draw of a fund in a contract is its `drawMax` divided by this. In a crash of all coins, the
 * contracts of a fund together draw about its balance in an hour.
 */
const CONTRACT_DIVISORS: Readonly<Record<CoinClass, bigint>> = {
  major: 1n,
  large: 1n,
  middle: 5n,
  small: 20n,
};

/** Returns the loss limits of a contract, or undefined when its coin has no fund. */
export function lossLimitsOf(
  state: State,
  instrument: Instrument,
): DraftOf<"set_loss_limits"> | undefined {
  const { base, realm, settle } = instrument;
  const terms = FUND_TERMS.find(
    ({ currency, realm: of }) => of === realm && listedIndex(state, currency) === settle,
  );
  if (terms === undefined) return undefined;
  const traded = tradedCoinOf(state.currencies[base]?.code ?? "");
  const divisor = CONTRACT_DIVISORS[traded?.class ?? "major"];
  return lossLimitsWith(instrument, terms.drawMax / divisor);
}

/** Returns loss limits with a bound of the fund's loss in an hour, in settle atoms; 0 for none. */
export function lossLimitsWith(
  { index, sizeLotsMax }: Instrument,
  fundDrawMax: bigint,
): DraftOf<"set_loss_limits"> {
  return {
    kind: "set_loss_limits",
    instrument: index,
    fundDrawMax: atoms(fundDrawMax),
    openInterestFactorE6: OPEN_INTEREST_FACTOR_E6,
    positionFactorE6: POSITION_FACTOR_E6,
    openInterestFloor: sizeLotsMax,
    positionFloor: lots(Math.floor(sizeLotsMax / POSITION_FLOOR_DIVISOR)),
  };
}
