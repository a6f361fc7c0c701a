/** Transfers between wallets, and between the main account and its sub-accounts. */
import type { AccountKind } from "../../../state/session.ts";
import { get, post } from "../../../wire/rest.ts";

/** Word of the wallet that consists of an account for each pair. */
export const ISOLATED_WALLET = "isolated_margin";
const ISOLATED_TEXT = "Isolated margin";

/** Wallets that transfers name, by the kind of account; the text names them in balances too. */
export const WALLETS: Readonly<
  Record<AccountKind, readonly (readonly [word: string, text: string])[]>
> = {
  classic: [
    ["spot", "Spot"],
    ["p2p", "Funding"],
    ["usdt_futures", "USDT futures"],
    ["usdc_futures", "USDC futures"],
    ["coin_futures", "Coin futures"],
    ["crossed_margin", "Crossed margin"],
    ["isolated_margin", ISOLATED_TEXT],
  ],
  unified: [
    ["uta", "Unified"],
    ["p2p", "Funding"],
  ],
};

/** A pair with an isolated margin account. */
export type IsolatedPair = {
  readonly symbol: string;
  readonly baseCoin: string;
  readonly quoteCoin: string;
};

type MarginPair = IsolatedPair &
  Readonly<Record<"isIsolatedBaseBorrowable" | "isIsolatedQuoteBorrowable", boolean>>;

/** Returns the pairs with isolated margin; unified accounts have none. */
export async function loadIsolatedPairs(kind: AccountKind): Promise<readonly IsolatedPair[]> {
  if (kind === "unified") return [];
  const pairs = await get<readonly MarginPair[]>("/api/v2/margin/currencies");
  return pairs.filter((one) => one.isIsolatedBaseBorrowable || one.isIsolatedQuoteBorrowable);
}

/** One end of a transfer. */
export type TransferEnd = { readonly uid: string; readonly wallet: string };

/**
 * Returns the coins that can be moved between two wallets, of two accounts where the words are
 * equal: then a coin of any other wallet is one of theirs.
 */
export function loadTransferCoins(
  kind: AccountKind,
  fromType: string,
  to: string,
): Promise<readonly string[]> {
  const path =
    kind === "unified"
      ? "/api/v3/account/transferable-coins"
      : "/api/v2/spot/wallet/transfer-coin-info";
  const others = WALLETS[kind].map(([word]) => word).filter((word) => word !== fromType);
  const toType = to === fromType ? (others[0] ?? to) : to;
  return get(path, { fromType, toType });
}

/** Moves a coin under a fresh client id. Rejects with `WireFailure`. */
export async function transfer(
  kind: AccountKind,
  {
    amount,
    coin,
    from,
    pair,
    to,
  }: {
    readonly coin: string;
    readonly amount: string;
    readonly from: TransferEnd;
    readonly to: TransferEnd;
    /** Symbol of the isolated margin account, where an end is one. */
    readonly pair: string | undefined;
  },
): Promise<void> {
  const base = kind === "unified" ? "/api/v3/account" : "/api/v2/spot/wallet";
  const family = kind === "unified" ? "sub-transfer" : "subaccount-transfer";
  const money = { coin, amount, fromType: from.wallet, toType: to.wallet, symbol: pair };
  const clientOid = crypto.randomUUID().replaceAll("-", "");
  if (from.uid === to.uid) await post(`${base}/transfer`, { ...money, clientOid });
  else {
    const ends = { fromUserId: from.uid, toUserId: to.uid };
    await post(`${base}/${family}`, { ...money, ...ends, clientOid });
  }
}
