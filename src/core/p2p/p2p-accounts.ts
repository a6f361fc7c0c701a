/** Accounts of users outside the exchange, to which buyers pay (decision 0066). */
import { P2P_ACCOUNTS_MAX } from "../base/limits.ts";
import type { Rejection } from "../base/rejections.ts";
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { type Emit, nextId, ordinaryUser, type State } from "../state.ts";
import type { P2pAccount } from "./p2p-order.ts";
import { isP2pName, isP2pText } from "./p2p-text.ts";

/** Returns the payment account of a user, `undefined` for that of another. */
export function ownP2pAccount(state: State, user: number, id: number): P2pAccount | undefined {
  const found = state.p2p.accounts.get(id);
  return found?.user === user ? found : undefined;
}

/** Emits `p2p_account_added` or `command_rejected`. */
export function addP2pAccount(state: State, command: DraftOf<"add_p2p_account">, emit: Emit): void {
  const reject = (reason: Rejection): void => rejectCommand(state, command.user, reason, emit);
  const user = ordinaryUser(state, command.user);
  if (user === undefined) return reject("user_not_found");
  if (user.realm !== "live") return reject("realm_mismatch");
  const { details, holder, method } = command;
  if (state.p2p.methods[method] === undefined) return reject("p2p_payment_not_allowed");
  if (!isP2pName(holder) || details === "" || !isP2pText(details)) {
    return reject("p2p_text_out_of_bounds");
  }
  let own = 0;
  for (const account of state.p2p.accounts.values()) if (account.user === user.index) own += 1;
  if (own >= P2P_ACCOUNTS_MAX) return reject("p2p_accounts_limit_reached");
  const id = nextId(state);
  state.p2p.accounts.set(id, { id, user: user.index, method, holder, details });
  state.outcome.id = id;
  emit.write("p2p_account_added", { accountId: id, user: user.index, method });
}

/**
 * Emits `p2p_account_removed` or `command_rejected`. An account that a sell ad names stays. Open
 * orders have a copy of theirs.
 */
export function removeP2pAccount(
  state: State,
  command: DraftOf<"remove_p2p_account">,
  emit: Emit,
): void {
  const { account: id, user } = command;
  const account = ownP2pAccount(state, user, id);
  if (account === undefined) return rejectCommand(state, user, "p2p_account_not_found", emit);
  for (const ad of state.p2p.ads.values()) {
    if (ad.user !== user || ad.side !== "sell") continue;
    if (!ad.terms.payments.includes(id)) continue;
    return rejectCommand(state, user, "p2p_account_in_use", emit);
  }
  state.p2p.accounts.delete(id);
  emit.write("p2p_account_removed", { accountId: id, user });
}
