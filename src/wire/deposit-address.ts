/**
 * Deposit addresses: a user has one on each network, which follows from the index of the user. They
 * belong to simulated networks, and carry a check so that a mistyped address names no user.
 */
import { createHash } from "node:crypto";

const INDEX_DIGITS = 8;
const CHECK_DIGITS = 32;
const PREFIXES: Readonly<Record<string, string>> = {
  BTC: "bc1q",
  LIGHTNING: "lnd",
  TRC20: "T",
  SOL: "So",
  XRP: "r",
  DOGE: "D",
  ALGO: "A",
  ATOM: "cosmos1",
  BCH: "q",
  CARDANO: "addr1",
  FIL: "f1",
  HBAR: "0.0.",
  INJ: "inj1",
  LTC: "ltc1q",
  POLKADOT: "1",
  SEI: "sei1",
  TIA: "celestia1",
  XLM: "G",
};
const OTHER_PREFIX = "0x";
/** Address on a network with tags, which all users share. */
const SHARED_INDEX = 0;

export type DepositAddress = { readonly address: string; readonly tag: string };

function addressOf(network: string, index: number): string {
  const name = network.toUpperCase();
  const digits = index.toString(16).padStart(INDEX_DIGITS, "0");
  const hash = createHash("sha256").update(`${name} ${digits}`).digest("hex");
  return `${PREFIXES[name] ?? OTHER_PREFIX}${digits}${hash.slice(0, CHECK_DIGITS)}`;
}

/** Returns the address of a user on a network; where addresses need tags, the tag is the user's. */
export function depositAddress(network: string, user: number, needsTag: boolean): DepositAddress {
  if (needsTag) return { address: addressOf(network, SHARED_INDEX), tag: String(user) };
  return { address: addressOf(network, user), tag: "" };
}

/** Returns the user whose address it is; `undefined` for an address outside the exchange. */
export function userOfAddress(
  network: string,
  { address, tag }: DepositAddress,
): number | undefined {
  const prefix = PREFIXES[network.toUpperCase()] ?? OTHER_PREFIX;
  const digits = address.slice(prefix.length, prefix.length + INDEX_DIGITS);
  if (!/^[0-9a-f]{8}$/.test(digits)) return undefined;
  const index = Number.parseInt(digits, 16);
  if (addressOf(network, index) !== address) return undefined;
  if (index !== SHARED_INDEX) return index;
  return /^\d{1,8}$/.test(tag) ? Number(tag) : undefined;
}
