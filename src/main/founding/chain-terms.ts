/** Chains of the coins of a new exchange. The chains are simulated (decision 0061). */
import type { DraftOf } from "../../core/commands/commands.ts";
import { parseUnits } from "../../core/money/decimals.ts";
import { atoms } from "../../core/money/units.ts";
import { type CoinCode, CURRENCY_LISTINGS, coinIndex } from "./listings.ts";
import { coinsWorth, TRADED_COINS, type TradedCode } from "./traded-coins.ts";

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

/** Network of a coin, the confirmations that it needs, and whether its addresses need a tag. */
type Network = readonly [chain: string, confirmations: number, needsTag?: true];

const ETHEREUM: Network = ["ERC20", 12];
const SOLANA: Network = ["SOL", 3];

const NETWORKS: Readonly<Partial<Record<TradedCode, Network>>> = {
  BNB: ["BEP20", 15],
  ADA: ["CARDANO", 15],
  AVAX: ["AVAXC-CHAIN", 12],
  LINK: ETHEREUM,
  DOT: ["POLKADOT", 5],
  LTC: ["LTC", 6],
  BCH: ["BCH", 6],
  TRX: ["TRC20", 1],
  NEAR: ["NEAR", 3],
  UNI: ETHEREUM,
  ATOM: ["ATOM", 5, true],
  FIL: ["FIL", 15],
  APT: ["APTOS", 3],
  ARB: ["ARBITRUMONE", 12],
  OP: ["OPTIMISM", 12],
  SUI: ["SUI", 3],
  INJ: ["INJ", 5, true],
  ETC: ["ETC", 60],
  EOS: ["EOS", 2, true],
  XLM: ["XLM", 1, true],
  AAVE: ETHEREUM,
  ICP: ["ICP", 2],
  HBAR: ["HBAR", 1, true],
  VET: ["VET", 12],
  ALGO: ["ALGO", 3],
  GRT: ETHEREUM,
  SAND: ETHEREUM,
  MANA: ETHEREUM,
  AXS: ETHEREUM,
  CRV: ETHEREUM,
  LDO: ETHEREUM,
  IMX: ETHEREUM,
  SEI: ["SEI", 3],
  TIA: ["TIA", 5, true],
  JUP: SOLANA,
  PEPE: ETHEREUM,
  SHIB: ETHEREUM,
  WIF: SOLANA,
  BONK: SOLANA,
  FET: ETHEREUM,
  GALA: ETHEREUM,
};

/** Amounts in dollars at the founding. */
const FEE_USD = 1;
const ETHEREUM_FEE_USD = 4;
const DEPOSIT_MIN_USD = 1;
const WITHDRAW_MIN_USD = 20;
const UNATTENDED_USD = 50_000;
const WITHDRAW_DECIMALS_MAX = 6;

/** Chains of the coins that have one network; amounts are whole coins, or parts of one below 1. */
function networkChains(): Chain[] {
  return TRADED_COINS.flatMap((traded) => {
    const { base: coin } = traded;
    const network = NETWORKS[coin];
    if (network === undefined) return [];
    const [chain, confirmations, needsTag = false] = network;
    const { decimals = 0 } = CURRENCY_LISTINGS[coinIndex(coin)] ?? {};
    const worth = (dollars: number): string => coinsWorth(traded, dollars).toFixed(decimals);
    return {
      ...{ coin, chain, needsTag, confirmations: [confirmations, confirmations] as const },
      fee: worth(network === ETHEREUM ? ETHEREUM_FEE_USD : FEE_USD),
      depositMin: worth(DEPOSIT_MIN_USD),
      withdrawMin: worth(WITHDRAW_MIN_USD),
      unattendedMax: worth(UNATTENDED_USD),
      decimals: Math.min(decimals, WITHDRAW_DECIMALS_MAX),
    };
  });
}

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
export const CHAIN_TERMS: readonly DraftOf<"set_chain_terms">[] = [
  ...CHAINS,
  ...networkChains(),
].map(termsOf);
