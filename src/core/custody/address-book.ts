/** Address books: what a main account and its sub-accounts may withdraw to (decision 0062). */
import type { User } from "../accounts/user.ts";
import { ADDRESSES_MAX } from "../base/limits.ts";
import type { Rejection } from "../base/rejections.ts";
import type { AddressKind } from "../base/vocabulary.ts";
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import type { ChainTerms } from "../instruments/chain-terms.ts";
import { type Emit, nextId, ordinaryUser, type State } from "../state.ts";
import type { AddressEntry } from "./custody-state.ts";
import { isName, isNote } from "./custody-text.ts";

const NO_ENTRIES: readonly AddressEntry[] = [];

/** Returns the address book of a user's main account, oldest entry first. */
export function bookOf(state: State, user: User): readonly AddressEntry[] {
  return state.custody.books.get(user.parent) ?? NO_ENTRIES;
}

/** Whether an entry covers a chain: that of its coin, or for any coin that of its network. */
function covers(state: State, entry: AddressEntry, terms: ChainTerms): boolean {
  switch (entry.addressKind) {
    case "regular":
      return entry.chain === terms.index;
    case "universal": {
      const listed = state.chains[entry.chain];
      return listed !== undefined && listed.chain.toUpperCase() === terms.chain.toUpperCase();
    }
    case "internal":
      return false;
  }
}

/** Whether the book of a user has an address and tag for a chain. */
export function hasAddress(
  state: State,
  user: User,
  terms: ChainTerms,
  to: { readonly address: string; readonly tag: string },
): boolean {
  return bookOf(state, user).some(
    (entry) => covers(state, entry, terms) && entry.address === to.address && entry.tag === to.tag,
  );
}

/** Whether the book of a user has another user as recipient of internal transfers. */
export function hasRecipient(state: State, user: User, toUser: number): boolean {
  return bookOf(state, user).some(
    (entry) => entry.addressKind === "internal" && entry.toUser === toUser,
  );
}

type Addition = DraftOf<"add_address">;

function chainAddressRefusal(state: State, { address, chain, tag }: Addition) {
  const terms = state.chains[chain];
  if (terms === undefined) return "chain_not_found";
  if (address === "" || !isName(address) || !isName(tag)) return "address_out_of_bounds";
  return terms.needsTag && tag === "" ? "tag_missing" : undefined;
}

function recipientRefusal(state: State, user: User, toUser: number): Rejection | undefined {
  const recipient = ordinaryUser(state, toUser);
  const isOther = recipient !== undefined && recipient.index !== user.index;
  return isOther && recipient.realm === user.realm ? undefined : "user_not_found";
}

function isSame(entry: AddressEntry, other: Omit<AddressEntry, "id" | "createdAtMs">): boolean {
  return (
    entry.addressKind === other.addressKind &&
    entry.chain === other.chain &&
    entry.address === other.address &&
    entry.tag === other.tag &&
    entry.toUser === other.toUser
  );
}

const IS_INTERNAL: Readonly<Record<AddressKind, boolean>> = {
  regular: false,
  universal: false,
  internal: true,
};

/** Emits `address_added`, or `command_rejected`; the outcome's id is that of the entry. */
export function addAddress(state: State, command: Addition, emit: Emit): void {
  const reject = (reason: Rejection): void => rejectCommand(state, command.user, reason, emit);
  const user = ordinaryUser(state, command.user);
  if (user === undefined) return reject("user_not_found");
  if (user.realm !== "live") return reject("realm_mismatch");
  const { addressKind, label } = command;
  const isInternal = IS_INTERNAL[addressKind];
  const refusal = isInternal
    ? recipientRefusal(state, user, command.toUser)
    : chainAddressRefusal(state, command);
  if (refusal !== undefined) return reject(refusal);
  if (!isNote(label)) return reject("address_out_of_bounds");
  const { address, chain, tag, toUser } = command;
  const to = isInternal
    ? { chain: 0, address: "", tag: "", toUser }
    : { chain, address, tag, toUser: 0 };
  const entries = state.custody.books.get(user.parent) ?? [];
  const wanted = { addressKind, label, ...to };
  if (entries.some((entry) => isSame(entry, wanted))) return reject("address_exists");
  if (entries.length >= ADDRESSES_MAX) return reject("address_limit_reached");
  const id = nextId(state);
  entries.push({ id, ...wanted, createdAtMs: state.timeMs });
  state.custody.books.set(user.parent, entries);
  state.outcome.id = id;
  emit.write("address_added", { addressId: id, user: user.parent });
}
