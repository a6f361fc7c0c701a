/**
 * Peer-to-peer trading of a new exchange (decision 0066): methods of payment, fiat currencies and
 * coins. Rates and bounds are for a start; the operator keeps the prices of the dollar up to date.
 */
import type { CommandDraft, DraftOf } from "../../core/commands/commands.ts";
import { atoms } from "../../core/money/units.ts";
import { type CoinCode, coinIndex } from "./listings.ts";

const COIN = 100_000_000n;
const METHODS = ["Bank transfer", "SEPA", "Wise", "Revolut"] as const;
const NO_SEPA = [0, 2, 3];

type Fiat = {
  readonly code: string;
  readonly decimals: number;
  /** Price of a US dollar, in 10^-8. */
  readonly usdRateE8: bigint;
  /** Bounds of an order, in whole units. */
  readonly min: bigint;
  readonly max: bigint;
  readonly methods: readonly number[];
};

const FIATS: readonly Fiat[] = [
  { code: "USD", decimals: 2, usdRateE8: COIN, min: 10n, max: 50_000n, methods: NO_SEPA },
  {
    ...{ code: "EUR", decimals: 2, usdRateE8: 92_000_000n, min: 10n, max: 50_000n },
    methods: [0, 1, 2, 3],
  },
  { code: "GBP", decimals: 2, usdRateE8: 79_000_000n, min: 10n, max: 40_000n, methods: NO_SEPA },
  {
    ...{ code: "JPY", decimals: 0, usdRateE8: 150n * COIN, min: 1_000n, max: 7_500_000n },
    methods: [0, 2],
  },
];

function fiatTerms(fiat: Fiat): DraftOf<"set_p2p_fiat"> {
  const unit = 10n ** BigInt(fiat.decimals);
  return {
    ...{ kind: "set_p2p_fiat", code: fiat.code, decimals: fiat.decimals },
    usdRateE8: atoms(fiat.usdRateE8),
    ...{ amountMin: atoms(fiat.min * unit), amountMax: atoms(fiat.max * unit) },
    ...{ floatMinE6: 800_000, floatMaxE6: 1_200_000 },
    ...{ fixedMinE6: 800_000, fixedMaxE6: 1_200_000 },
    ...{ payMinutes: [15, 30, 45, 60], methods: fiat.methods },
  };
}

/** Smallest quantity of an ad in atoms, largest in whole coins. */
const TOKENS: readonly { readonly coin: CoinCode; readonly min: bigint; readonly max: bigint }[] = [
  { coin: "USDT", min: COIN * 10n, max: 200_000n },
  { coin: "USDC", min: COIN * 10n, max: 200_000n },
  { coin: "BTC", min: COIN / 10_000n, max: 4n },
  { coin: "ETH", min: COIN / 500n, max: 60n },
];

/** Terms of peer-to-peer trading, in the order in which they refer to each other. */
export const P2P_TERMS: readonly CommandDraft[] = [
  ...METHODS.map((name) => ({ kind: "add_p2p_method", name }) as const),
  ...FIATS.map(fiatTerms),
  ...TOKENS.map(({ coin, max, min }) => ({
    ...({ kind: "set_p2p_token", currency: coinIndex(coin), feeE6: 0 } as const),
    ...{ quantityMin: atoms(min), quantityMax: atoms(max * COIN) },
  })),
];
