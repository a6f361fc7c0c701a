/** Removal from an address book: what is not signed yet goes back to the operator. */

import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { type Emit, ordinaryUser, type State, userAt } from "../state.ts";
import { hasAddress } from "./address-book.ts";
import { chainAt } from "./deposits.ts";
import { emitWithdrawal } from "./withdrawals.ts";

/**
 * Emits `address_removed`, then `withdrawal_changed` for each approved withdrawal of the main
 * account and its sub-accounts that the book no longer covers: it waits in review and is approved
 * only when its address is in the book again (decision 0079). Signed withdrawals stay, because
 * their bytes may have left. Or emits `command_rejected`.
 */
export function removeAddress(state: State, command: DraftOf<"remove_address">, emit: Emit): void {
  const user = ordinaryUser(state, command.user);
  if (user === undefined) return rejectCommand(state, command.user, "user_not_found", emit);
  const entries = state.custody.books.get(user.parent) ?? [];
  const place = entries.findIndex(({ id }) => id === command.address);
  if (place === -1) return rejectCommand(state, user.index, "address_not_found", emit);
  entries.splice(place, 1);
  if (entries.length === 0) state.custody.books.delete(user.parent);
  emit.write("address_removed", { addressId: command.address, user: user.parent });
  for (const withdrawal of state.custody.withdrawals.values()) {
    const owner = userAt(state, withdrawal.user);
    if (withdrawal.status !== "approved" || owner.parent !== user.parent) continue;
    if (hasAddress(state, owner, chainAt(state, withdrawal.chain), withdrawal)) continue;
    emitWithdrawal(state, withdrawal, "review", emit);
  }
}
