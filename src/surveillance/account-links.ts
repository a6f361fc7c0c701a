/**
 * Links between main accounts: transfers between them, a common request address, or wash trades.
 * Sub-accounts count as their main account. The links are in memory only and start empty.
 */
import { evictOldest } from "./evict-oldest.ts";
import {
  ACCOUNT_ADDRESSES_MAX,
  ACCOUNT_LINKS_MAX,
  ADDRESS_ACCOUNTS_MAX,
  ADDRESS_AGE_MS_MAX,
  ADDRESS_NOTE_INTERVAL_MS,
  ADDRESSES_MAX,
  GROUP_ACCOUNTS_MAX,
  LINKED_ACCOUNTS_MAX,
} from "./surveillance-limits.ts";

/** Kinds of links between two main accounts. */
export const LINK_KINDS = ["funding", "address", "wash_trades"] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

export type AccountLink = {
  /** Linked main accounts. */
  readonly from: number;
  readonly to: number;
  readonly by: LinkKind;
  /** Label that identifies the address without revealing it; empty for other links. */
  readonly label: string;
  readonly sinceMs: number;
};

type Address = {
  readonly label: string;
  readonly accounts: Set<number>;
  readonly sinceMs: number;
  lastMs: number;
};

type Account = {
  /** Links by main account and kind. */
  readonly links: Map<string, AccountLink>;
  readonly addresses: Map<string, Address>;
};

type LastAddress = { address: string; notedAtMs: number };

/**
 * Whether an address is loopback: a proxy or the machine itself uses it, so it links no
 * accounts.
 */
function isLocal(address: string): boolean {
  return /^(?:::ffff:)?127\.|^::1$/.test(address);
}

export class AccountLinks {
  readonly #parentOf: (user: number) => number;
  /** Returns a label that stays the same for an address until the next start. */
  readonly #labelOf: (address: string) => string;
  readonly #addresses = new Map<string, Address>();
  readonly #accounts = new Map<number, Account>();
  readonly #lastAddresses = new Map<number, LastAddress>();
  #version = 0;

  constructor(parts: {
    readonly parentOf: (user: number) => number;
    readonly labelOf: (address: string) => string;
  }) {
    this.#parentOf = parts.parentOf;
    this.#labelOf = parts.labelOf;
  }

  /** Increases with each new link; callers keep results until it changes. */
  get version(): number {
    return this.#version;
  }

  /** Records the address of an authenticated request. Most calls end at the first comparison. */
  recordRequest(user: number, address: string, nowMs: number): void {
    const last = this.#lastAddresses.get(user);
    if (last !== undefined && last.address === address) {
      if (nowMs - last.notedAtMs < ADDRESS_NOTE_INTERVAL_MS) return;
      last.notedAtMs = nowMs;
    } else {
      evictOldest(this.#lastAddresses, ADDRESSES_MAX);
      this.#lastAddresses.set(user, { address, notedAtMs: nowMs });
    }
    if (!isLocal(address)) this.#recordAddress(this.#parentOf(user), this.#labelOf(address), nowMs);
  }

  #recordAddress(main: number, label: string, nowMs: number): void {
    let address = this.#addresses.get(label);
    if (address === undefined) {
      evictOldest(this.#addresses, ADDRESSES_MAX);
      address = { label, accounts: new Set(), sinceMs: nowMs, lastMs: nowMs };
      this.#addresses.set(label, address);
    }
    if (nowMs - address.lastMs > ADDRESS_AGE_MS_MAX) address.accounts.clear();
    address.lastMs = nowMs;
    if (address.accounts.has(main) || address.accounts.size > ADDRESS_ACCOUNTS_MAX) return;
    address.accounts.add(main);
    const { addresses } = this.#account(main);
    evictOldest(addresses, ACCOUNT_ADDRESSES_MAX);
    addresses.set(label, address);
    this.#version += 1;
  }

  /** Links the main accounts of two users; does nothing when they are the same. */
  link(firstUser: number, secondUser: number, by: "funding" | "wash_trades", nowMs: number): void {
    const from = this.#parentOf(firstUser);
    const to = this.#parentOf(secondUser);
    if (from === to) return;
    if (this.#account(from).links.has(`${to} ${by}`)) return;
    this.#addLink({ from, to, by, label: "", sinceMs: nowMs });
    this.#addLink({ from: to, to: from, by, label: "", sinceMs: nowMs });
    this.#version += 1;
  }

  #addLink(link: AccountLink): void {
    const { links } = this.#account(link.from);
    evictOldest(links, ACCOUNT_LINKS_MAX);
    links.set(`${link.to} ${link.by}`, link);
  }

  #account(main: number): Account {
    let account = this.#accounts.get(main);
    if (account === undefined) {
      evictOldest(this.#accounts, LINKED_ACCOUNTS_MAX);
      account = { links: new Map(), addresses: new Map() };
      this.#accounts.set(main, account);
    }
    return account;
  }

  /** Returns the valid links of a main account. */
  #linksOf(main: number, nowMs: number): AccountLink[] {
    const account = this.#accounts.get(main);
    if (account === undefined) return [];
    const links = [...account.links.values()];
    for (const { accounts, label, lastMs, sinceMs } of account.addresses.values()) {
      const isUsed = nowMs - lastMs <= ADDRESS_AGE_MS_MAX && accounts.has(main);
      if (!isUsed || accounts.size > ADDRESS_ACCOUNTS_MAX) continue;
      for (const to of accounts) {
        if (to !== main) links.push({ from: main, to, by: "address", label, sinceMs });
      }
    }
    return links;
  }

  /**
   * Returns the main accounts of a user's group, the user's own first, and the links by which they
   * were found.
   */
  groupOf(user: number, nowMs: number): { accounts: number[]; links: AccountLink[] } {
    const own = this.#parentOf(user);
    const group = new Set([own]);
    const links: AccountLink[] = [];
    for (const main of group) {
      for (const link of this.#linksOf(main, nowMs)) {
        if (group.has(link.to) || group.size >= GROUP_ACCOUNTS_MAX) continue;
        group.add(link.to);
        links.push(link);
      }
    }
    return { accounts: [...group], links };
  }

  /**
   * Returns the kinds of links between two users of different main accounts; `undefined` without a
   * link.
   */
  linkedBy(firstUser: number, secondUser: number, nowMs: number): readonly LinkKind[] | undefined {
    const other = this.#parentOf(secondUser);
    const { accounts, links } = this.groupOf(firstUser, nowMs);
    if (accounts[0] === other || !accounts.includes(other)) return undefined;
    const kinds = new Set<LinkKind>();
    let to = other;
    for (let linkIndex = links.length - 1; linkIndex >= 0; linkIndex--) {
      const link = links[linkIndex];
      if (link?.to !== to) continue;
      kinds.add(link.by);
      to = link.from;
    }
    return LINK_KINDS.filter((kind) => kinds.has(kind));
  }
}
