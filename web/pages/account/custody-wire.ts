/** Coins, chains, deposits, withdrawals and the address book, for both kinds of account. */
import type { AccountKind } from "../../state/session.ts";
import { get, post } from "../../wire/rest.ts";

export type Chain = {
  readonly chain: string;
  /** `true` or `false`. */
  readonly needTag: string;
  readonly withdrawable: string;
  readonly rechargeable: string;
  readonly withdrawFee: string;
  /** Share of the size. */
  readonly extraWithdrawFee: string;
  readonly depositConfirm: string;
  readonly withdrawConfirm: string;
  readonly minDepositAmount: string;
  readonly minWithdrawAmount: string;
  readonly withdrawMinScale: string;
};

export type Coin = { readonly coin: string; readonly chains: readonly Chain[] };

/** Returns the coins that have chains. Rejects with `WireFailure`. */
export async function loadCoins(): Promise<readonly Coin[]> {
  const coins = await get<readonly Coin[]>("/api/v2/spot/public/coins");
  return coins.filter(({ chains }) => chains.length > 0);
}

/** Returns the terms of a coin on a chain. */
export function termsOf(coins: readonly Coin[], coin: string, chain: string): Chain | undefined {
  const found = coins.find((one) => one.coin === coin);
  return found?.chains.find((one) => one.chain.toUpperCase() === chain.toUpperCase());
}

export type DepositAddress = { readonly address: string; readonly tag: string };

export function loadDepositAddress(
  kind: AccountKind,
  coin: string,
  chain: string,
): Promise<DepositAddress> {
  const path =
    kind === "unified" ? "/api/v3/account/deposit-address" : "/api/v2/spot/wallet/deposit-address";
  return get(path, { coin, chain });
}

/** A deposit or a withdrawal. */
export type Movement = {
  readonly orderId: string;
  readonly coin: string;
  readonly size: string;
  /** Of a withdrawal, below zero. */
  readonly fee?: string;
  /** pending_review, pending, success, fail or reject. */
  readonly status: string;
  readonly toAddress: string;
  readonly chain: string;
  readonly tag: string;
  /** Confirmations until now. */
  readonly confirm: string;
  /** on_chain or internal_transfer. */
  readonly dest: string;
  /** Id of the transaction; that of the order while there is none. */
  readonly transactionId: string;
  readonly createdMs: number;
};

type MovementRow = Omit<Movement, "createdMs" | "transactionId"> &
  Readonly<Partial<Record<"cTime" | "createdTime" | "tradeId" | "recordId", string>>>;

/** Span of the lists, in ms: both dialects give 30 days. */
const SPAN_MS = 29 * 86_400_000;

/** Returns the latest deposits or withdrawals, newest first. Rejects with `WireFailure`. */
export async function loadMovements(
  kind: AccountKind,
  what: "deposit" | "withdrawal",
): Promise<readonly Movement[]> {
  const base = kind === "unified" ? "/api/v3/account" : "/api/v2/spot/wallet";
  const endTime = Date.now() + 60_000;
  const query = { startTime: endTime - SPAN_MS, endTime, limit: 50 };
  const rows = await get<readonly MovementRow[]>(`${base}/${what}-records`, query);
  return rows.map((row) => ({
    ...row,
    transactionId: row.tradeId ?? row.recordId ?? "",
    createdMs: Number(row.cTime ?? row.createdTime),
  }));
}

export type AddressType = "regular" | "universal" | "internal";

export type Address = {
  readonly addressId: string;
  readonly type: AddressType;
  readonly coin: string;
  readonly chain: string;
  readonly address: string;
  readonly tag: string;
  readonly label: string;
  readonly createdTime: string;
};

export type AddressBook = { readonly list: readonly Address[]; readonly addressesMax: string };

export const loadAddresses = (): Promise<AddressBook> => get("/terminal/v1/addresses");

/** Adds an address to the book. Rejects with `WireFailure`. */
export async function addAddress(
  entry: Pick<Address, "type" | "coin" | "chain" | "address" | "tag" | "label">,
): Promise<void> {
  const where = entry.type === "internal" ? { type: entry.type, address: entry.address } : entry;
  await post("/terminal/v1/add-address", { ...where, label: entry.label });
}

export async function removeAddress(addressId: string): Promise<void> {
  await post("/terminal/v1/remove-address", { addressId });
}

/** A withdrawal as a person wrote it. */
export type NewWithdrawal = {
  readonly coin: string;
  readonly to: Pick<Address, "type" | "chain" | "address" | "tag">;
  readonly size: string;
  /** Unified accounts pay from either. */
  readonly wallet: "unified" | "funding";
};

/** Requests a withdrawal under a fresh client id. Rejects with `WireFailure`. */
export async function withdraw(kind: AccountKind, request: NewWithdrawal): Promise<void> {
  const { coin, size, to, wallet } = request;
  const isInternal = to.type === "internal";
  const common = {
    ...{ coin, size, address: to.address, clientOid: crypto.randomUUID() },
    transferType: isInternal ? "internal_transfer" : "on_chain",
    ...(isInternal ? { innerToType: "uid" } : { chain: to.chain }),
    ...(to.tag === "" ? {} : { tag: to.tag }),
  };
  if (kind === "classic") await post("/api/v2/spot/wallet/withdrawal", common);
  else await post("/api/v3/account/withdrawal", { ...common, accountType: wallet });
}

/** Cancels a withdrawal that is not signed. Rejects with `WireFailure`. */
export async function cancelWithdrawal(kind: AccountKind, orderId: string): Promise<void> {
  const base = kind === "unified" ? "/api/v3/account" : "/api/v2/spot/wallet";
  await post(`${base}/cancel-withdrawal`, { orderId });
}
