/** Own API keys of the signed-in account (`/terminal/v1`). */
import { get, post } from "../../../wire/rest.ts";

export type OwnKey = {
  readonly apiKey: string;
  readonly label: string;
  readonly permissions: readonly string[];
  /** Addresses and ranges; empty for all. */
  readonly ipList: readonly string[];
  /** Unix ms as text; `lastUsedTime` is empty if the key was not used lately. */
  readonly createdTime: string;
  readonly lastUsedTime: string;
  readonly lastAddress: string;
  readonly lastRequest: string;
};

export type OwnKeys = {
  readonly list: readonly OwnKey[];
  readonly keysMax: string;
  readonly allPermissions: readonly string[];
};

/** A key as a person wrote it. */
export type KeyTerms = {
  readonly label: string;
  readonly permissions: readonly string[];
  readonly ipList: readonly string[];
};

/** Key, secret and passphrase of a new key, which are shown once. */
export type NewKey = {
  readonly apiKey: string;
  readonly secret: string;
  readonly passphrase: string;
};

/** What each permission allows, in plain words. */
export const PERMISSION_TEXTS: Readonly<Record<string, string>> = {
  read: "Read everything of the account",
  spot_trade: "Trade spot and convert",
  margin_trade: "Trade on margin and borrow",
  contract_trade: "Trade futures",
  contract_position: "Change leverage and margin of futures",
  transfer: "Move funds between wallets and sub-accounts, manage sub-accounts",
  withdraw: "Withdraw to addresses of the address book",
  uta_mgt_read: "Read balances, settings and records",
  uta_mgt_write: "Move funds, change settings, manage sub-accounts",
  uta_trade_read: "Read orders, positions and fills",
  uta_trade_write: "Trade",
  uta_trade: "Trade",
  uta_mgt: "Move funds and change settings",
  p2p: "Trade peer to peer",
  read_only: "Only read, whatever else is chosen",
  p2p_read: "Read peer-to-peer ads and orders",
  p2p_write: "Trade peer to peer",
};

/** Permissions that a person rarely regrets: reading and trading, and nothing that moves funds. */
export const SAFE_PERMISSIONS: readonly string[] = [
  ...["read", "spot_trade", "margin_trade", "contract_trade"],
  ...["uta_mgt_read", "uta_trade_read", "uta_trade_write"],
];

export const loadKeys = (): Promise<OwnKeys> => get("/terminal/v1/keys");

export const createKey = (terms: KeyTerms): Promise<NewKey> => {
  return post("/terminal/v1/create-key", terms, { isSecret: true });
};

/** Changes a key; its secret and passphrase stay. */
export async function modifyKey(apiKey: string, terms: KeyTerms): Promise<void> {
  const { ipList, ...rest } = terms;
  const addresses = ipList.length === 0 ? { isForAllAddresses: "yes" } : { ipList };
  await post("/terminal/v1/modify-key", { apiKey, ...rest, ...addresses });
}

export async function deleteKey(apiKey: string): Promise<void> {
  await post("/terminal/v1/delete-key", { apiKey });
}

/** Returns the addresses of a text in which spaces, commas or line ends separate them. */
export function addressesOf(text: string): string[] {
  return text.split(/[\s,]+/).filter((address) => address !== "");
}
