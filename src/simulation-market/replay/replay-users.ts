import { type AgentUser, fundsFor } from "../agents/agent-users.ts";
import type { CurrencyFacts, InstrumentFacts } from "../market-port.ts";

/**
 * Factor on the funds of an agent: a captured book is larger than the quotes of one market maker.
 */
const FUNDS_FACTOR = 10n;
const OPEN_ORDERS_MAX_OF_REPLAY = 50_000;

export const REPLAY_ROLES = ["maker", "taker"] as const;
export type ReplayRole = (typeof REPLAY_ROLES)[number];
export type ReplayPlan = AgentUser & { readonly role: ReplayRole };

/** Returns the two users of a replay. */
export function replayUsers(
  instruments: readonly InstrumentFacts[],
  currencies: readonly CurrencyFacts[],
): ReplayPlan[] {
  const credits = fundsFor(instruments, currencies).map((credit) => ({
    ...credit,
    amount: credit.amount * FUNDS_FACTOR,
  }));
  return REPLAY_ROLES.map((role) => ({
    name: `replay-${role}`,
    role,
    realm: "live",
    accountKind: "classic",
    openOrdersMax: OPEN_ORDERS_MAX_OF_REPLAY,
    credits,
  }));
}
