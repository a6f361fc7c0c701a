/**
 * Which main accounts belong together: by funds moved between them, by a common request address, or
 * by wash trades. Sub-accounts count as their main account. All of it is in memory and begins anew
 * with each start.
 */
import { makeRoom } from "./make-room.ts";
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

/** Why two main accounts are linked. */
export const LINK_KINDS = ["funding", "address", "wash_trades"] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

export type AccountLink = {
  /** Main accounts. */
  readonly from: number;
  readonly to: number;
  readonly by: LinkKind;
  /** Stands for the address, without telling it; empty for other links. */
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
  /** By other main account and kind. */
  readonly links: Map<string, AccountLink>;
  readonly addresses: Map<string, Address>;
};

type LastAddress = { address: string; notedAtMs: number };

/** Local addresses are those of a proxy or of the machine itself: they link nobody. */
function isLocal(address: string): boolean {
  return /^(?:::ffff:)?127\.|^::1$/.test(address);
}

export class AccountLinks {
  readonly #parentOf: (user: number) => number;
  /** A label that is the same for the same address until the next start. */
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

  /** Grows with each new link, so that what was found can be kept until then. */
  get version(): number {
    return this.#version;
  }

  /** A user made an authenticated request. Most calls end at the first comparison. */
  seen(user: number, address: string, nowMs: number): void {
    const last = this.#lastAddresses.get(user);
    if (last !== undefined && last.address === address) {
      if (nowMs - last.notedAtMs < ADDRESS_NOTE_INTERVAL_MS) return;
      last.notedAtMs = nowMs;
    } else {
      makeRoom(this.#lastAddresses, ADDRESSES_MAX);
      this.#lastAddresses.set(user, { address, notedAtMs: nowMs });
    }
    if (!isLocal(address)) this.#note(this.#parentOf(user), this.#labelOf(address), nowMs);
  }

  #note(main: number, label: string, nowMs: number): void {
    let address = this.#addresses.get(label);
    if (address === undefined) {
      makeRoom(this.#addresses, ADDRESSES_MAX);
      address = { label, accounts: new Set(), sinceMs: nowMs, lastMs: nowMs };
      this.#addresses.set(label, address);
    }
    if (nowMs - address.lastMs > ADDRESS_AGE_MS_MAX) address.accounts.clear();
    address.lastMs = nowMs;
    if (address.accounts.has(main) || address.accounts.size > ADDRESS_ACCOUNTS_MAX) return;
    address.accounts.add(main);
    const { addresses } = this.#account(main);
    makeRoom(addresses, ACCOUNT_ADDRESSES_MAX);
    addresses.set(label, address);
    this.#version += 1;
  }

  /** Links the main accounts of two users; does nothing when they have the same one. */
  link(oneUser: number, otherUser: number, by: "funding" | "wash_trades", nowMs: number): void {
    const from = this.#parentOf(oneUser);
    const to = this.#parentOf(otherUser);
    if (from === to) return;
    if (this.#account(from).links.has(`${to} ${by}`)) return;
    this.#put({ from, to, by, label: "", sinceMs: nowMs });
    this.#put({ from: to, to: from, by, label: "", sinceMs: nowMs });
    this.#version += 1;
  }

  #put(link: AccountLink): void {
    const { links } = this.#account(link.from);
    makeRoom(links, ACCOUNT_LINKS_MAX);
    links.set(`${link.to} ${link.by}`, link);
  }

  #account(main: number): Account {
    let account = this.#accounts.get(main);
    if (account === undefined) {
      makeRoom(this.#accounts, LINKED_ACCOUNTS_MAX);
      account = { links: new Map(), addresses: new Map() };
      this.#accounts.set(main, account);
    }
    return account;
  }

  /** Links of a main account that hold now. */
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

  /** The main accounts of a user's group, its own first, and the links by which they were found. */
  groupOf(user: number, nowMs: number): { accounts: number[]; links: AccountLink[] } {
    const own = this.#parentOf(user);
    const found = new Set([own]);
    const links: AccountLink[] = [];
    for (const main of found) {
      for (const link of this.#linksOf(main, nowMs)) {
        if (found.has(link.to) || found.size >= GROUP_ACCOUNTS_MAX) continue;
        found.add(link.to);
        links.push(link);
      }
    }
    return { accounts: [...found], links };
  }

  /** The kinds of links between two users of different main accounts; `undefined` without one. */
  linkedBy(oneUser: number, otherUser: number, nowMs: number): readonly LinkKind[] | undefined {
    const other = this.#parentOf(otherUser);
    const { accounts, links } = this.groupOf(oneUser, nowMs);
    if (accounts[0] === other || !accounts.includes(other)) return undefined;
    const kinds = new Set<LinkKind>();
    let to = other;
    for (let number = links.length - 1; number >= 0; number--) {
      const link = links[number];
      if (link?.to !== to) continue;
      kinds.add(link.by);
      to = link.from;
    }
    return LINK_KINDS.filter((kind) => kinds.has(kind));
  }
}
