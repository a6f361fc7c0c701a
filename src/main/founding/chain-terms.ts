/** Chains of the coins of a new exchange. The chains are simulated (decision 0061). */
import type { DraftOf } from "../../core/commands/commands.ts";
import { parseUnits } from "../../core/money/decimals.ts";
import { atoms } from "../../core/money/units.ts";
import { type CoinCode, CURRENCY_LISTINGS, coinIndex } from "./listings.ts";

type Chain = {
  readonly coin: CoinCode;
  readonly chain: string;
  /** Decimal texts in coins: fee, smallest deposit, smallest withdrawal, unattended per day. */
  readonly fee: string;
  readonly depositMin: string;
  readonly withdrawMin: string;
  readonly unattendedMax: string;
  readonly confirmations: readonly [deposit: number, withdrawal: number];
  readonly decimals: number;
  readonly step?: string;
  readonly needsTag?: boolean;
  readonly isByInvoice?: boolean;
  readonly contractAddress?: string;
};

const TETHER_DAY = "50000";

const CHAINS: readonly Chain[] = [
  {
    ...{ coin: "USDT", chain: "TRC20", fee: "1", depositMin: "0.01", withdrawMin: "10" },
    ...{ unattendedMax: TETHER_DAY, confirmations: [1, 1], decimals: 6 },
    contractAddress: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
  },
  {
    ...{ coin: "USDT", chain: "ERC20", fee: "3", depositMin: "0.01", withdrawMin: "10" },
    ...{ unattendedMax: TETHER_DAY, confirmations: [12, 12], decimals: 6 },
    contractAddress: "0xdac17f958d2ee523a2206206994597c13d831ec7",
  },
  {
    ...{ coin: "USDC", chain: "ERC20", fee: "3", depositMin: "0.01", withdrawMin: "10" },
    ...{ unattendedMax: TETHER_DAY, confirmations: [12, 12], decimals: 6 },
    contractAddress: "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48",
  },
  {
    ...{ coin: "BTC", chain: "BTC", fee: "0.0002", depositMin: "0.0001", withdrawMin: "0.0005" },
    ...{ unattendedMax: "1", confirmations: [2, 2], decimals: 8 },
  },
  {
    ...{ coin: "BTC", chain: "LIGHTNING", fee: "0.00001", depositMin: "0.00001" },
    ...{ withdrawMin: "0.00001", unattendedMax: "1", confirmations: [1, 1], decimals: 8 },
    isByInvoice: true,
  },
  {
    ...{ coin: "ETH", chain: "ERC20", fee: "0.001", depositMin: "0.001", withdrawMin: "0.01" },
    ...{ unattendedMax: "20", confirmations: [12, 12], decimals: 8 },
  },
  {
    ...{ coin: "SOL", chain: "SOL", fee: "0.008", depositMin: "0.01", withdrawMin: "0.1" },
    ...{ unattendedMax: "300", confirmations: [3, 3], decimals: 8 },
  },
  {
    ...{ coin: "XRP", chain: "XRP", fee: "0.2", depositMin: "1", withdrawMin: "20" },
    ...{ unattendedMax: "50000", confirmations: [1, 1], decimals: 6, needsTag: true },
  },
  {
    ...{ coin: "DOGE", chain: "DOGE", fee: "5", depositMin: "10", withdrawMin: "20" },
    ...{ unattendedMax: "200000", confirmations: [3, 3], decimals: 8, step: "0.01" },
  },
];

function termsOf(chain: Chain): DraftOf<"set_chain_terms"> {
  const currency = coinIndex(chain.coin);
  const { decimals = 0 } = CURRENCY_LISTINGS[currency] ?? {};
  const amount = (text: string) => atoms(parseUnits(text, decimals) ?? 0n);
  const [depositConfirmations, withdrawConfirmations] = chain.confirmations;
  return {
    kind: "set_chain_terms",
    currency,
    chain: chain.chain,
    needsTag: chain.needsTag ?? false,
    isByInvoice: chain.isByInvoice ?? false,
    isRechargeable: chain.isByInvoice !== true,
    isWithdrawable: true,
    isCongested: false,
    withdrawFee: amount(chain.fee),
    extraFeeE6: 0,
    depositConfirmations,
    withdrawConfirmations,
    depositMin: amount(chain.depositMin),
    withdrawMin: amount(chain.withdrawMin),
    withdrawStep: amount(chain.step ?? "0"),
    withdrawDecimals: chain.decimals,
    unattendedMax: amount(chain.unattendedMax),
    browserUrl: `https://${chain.chain.toLowerCase()}.example`,
    contractAddress: chain.contractAddress ?? "",
  };
}

/** Terms of every coin on every chain of a new exchange. */
export const CHAIN_TERMS: readonly DraftOf<"set_chain_terms">[] = CHAINS.map(termsOf);
