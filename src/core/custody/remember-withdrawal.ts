/** Client ids of withdrawals: a repeat has the outcome of the first request and no effect. */
import { assert } from "../base/assert.ts";
import { CLIENT_TRANSFER_IDS_MAX } from "../base/limits.ts";
import type { State } from "../state.ts";

type Named = { readonly user: number; readonly clientWithdrawalId: string };

/**
 * Returns the id of the withdrawal under the same client id and terms, `differs` if its terms are
 * others, `undefined` for a new client id and for none.
 */
export function rememberedId(
  state: State,
  { clientWithdrawalId, user }: Named,
  terms: string,
): number | "differs" | undefined {
  const known = state.custody.remembered.get(user)?.get(clientWithdrawalId);
  if (known === undefined) return undefined;
  return known.terms === terms ? known.id : "differs";
}

/** Remembers the withdrawal of the outcome by its client id; forgets the oldest at the limit. */
export function rememberWithdrawal(
  state: State,
  { clientWithdrawalId, user }: Named,
  terms: string,
): void {
  if (clientWithdrawalId === "") return;
  const { remembered } = state.custody;
  const known = remembered.get(user) ?? new Map<string, { id: number; terms: string }>();
  remembered.set(user, known);
  if (known.size >= CLIENT_TRANSFER_IDS_MAX) {
    for (const oldest of known.keys()) {
      known.delete(oldest);
      break;
    }
  }
  assert(state.outcome.id > 0, "a withdrawal that is remembered has an id");
  known.set(clientWithdrawalId, { id: state.outcome.id, terms });
}
