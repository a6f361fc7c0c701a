/** What the page of a withdrawal shows beside it; it changes rarely, and by other people. */
import Big from "big.js";
import { deskGet } from "../wire/desk-wire.ts";
import type { OpenWithdrawal, RecordedWithdrawal } from "./approval-rows.ts";
import type { AddressEntry, RiskInput, UserFacts } from "./withdrawal-risks.ts";

type ChainTerms = {
  readonly coin: string;
  readonly chain: string;
  readonly withdrawConfirmations: number;
  readonly unattendedMax: string;
  readonly isCongested: boolean;
};

type IndexPrice = {
  readonly symbol: string;
  readonly category: string;
  readonly realm: string;
  readonly price: string;
};

type Alerts = { readonly alerts: readonly { readonly uids: readonly string[] }[] };

export type WithdrawalContext = {
  readonly user: UserFacts;
  readonly addresses: readonly AddressEntry[];
  readonly chains: readonly ChainTerms[];
  readonly prices: readonly IndexPrice[];
  /** Number of alerts of surveillance that name the user. */
  readonly alerts: number;
  /** Remark of the user; empty without one, and once the withdrawal has ended. */
  readonly remark: string;
  readonly loadedAtMs: number;
};

/** Loads the user, the addresses and the market of a withdrawal. Rejects with `WireFailure`. */
export async function loadWithdrawalContext(uid: string, id: string): Promise<WithdrawalContext> {
  const [open, user, addresses, chains, prices, { alerts }] = await Promise.all([
    deskGet<readonly OpenWithdrawal[]>("/withdrawals"),
    deskGet<UserFacts>(`/users/${uid}`),
    deskGet<readonly AddressEntry[]>(`/users/${uid}/addresses`),
    deskGet<readonly ChainTerms[]>("/chains"),
    deskGet<readonly IndexPrice[]>("/index-prices"),
    deskGet<Alerts>("/surveillance/alerts"),
  ]);
  return {
    ...{ user, addresses, chains, prices },
    alerts: alerts.filter(({ uids }) => uids.includes(uid)).length,
    remark: open.find((one) => one.id === id)?.remark ?? "",
    loadedAtMs: Date.now(),
  };
}

/** Returns the terms of the chain of a withdrawal; undefined where it is not listed. */
export function chainTermsOf(
  { chains }: Pick<WithdrawalContext, "chains">,
  row: Pick<RecordedWithdrawal, "chain" | "coin">,
): ChainTerms | undefined {
  return chains.find(({ chain, coin }) => chain === row.chain && coin === row.coin);
}

/** Returns the value in US dollars at the index price of the coin; undefined without one. */
export function valueUsd(
  { prices }: Pick<WithdrawalContext, "prices">,
  { coin, debit }: Pick<RecordedWithdrawal, "coin" | "debit">,
): number | undefined {
  if (coin === "USDT" || coin === "USDC") return Number(debit);
  const price = prices.find(
    ({ category, realm, symbol }) =>
      realm === "live" && category === "spot" && symbol === `${coin}USDT`,
  )?.price;
  return price === undefined ? undefined : Big(price).times(debit).toNumber();
}

/** Returns what the remarks on a withdrawal depend on; `past` are those of its user. */
export function riskInputOf(
  context: WithdrawalContext,
  withdrawal: RecordedWithdrawal,
  past: readonly RecordedWithdrawal[],
): RiskInput {
  const { addresses, alerts, loadedAtMs, user } = context;
  return {
    ...{ user, addresses, past, withdrawal, alerts, nowMs: loadedAtMs },
    valueUsd: valueUsd(context, withdrawal),
    isChainCongested: chainTermsOf(context, withdrawal)?.isCongested ?? false,
  };
}
