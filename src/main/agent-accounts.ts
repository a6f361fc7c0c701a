import { longOf, shortOf } from "../core/base/position-handle.ts";
import { WALLET_INDEX } from "../core/ledger/ledger.ts";
import type { State } from "../core/state.ts";
import type { AgentAccounts } from "../simulation-market/agents/agent-accounts.ts";

/** Returns the accounts of the agents as the state has them. */
export function agentAccountsOf({ ledger, positions, users }: State): AgentAccounts {
  return {
    balance(user, wallet, currency) {
      const account = ledger.find(user, WALLET_INDEX[wallet], currency);
      return account === 0 ? 0n : ledger.balance(account);
    },
    position(user, instrument) {
      const row = positions.find(user, instrument);
      if (row === 0) return 0;
      return positions.size.get(longOf(row)) - positions.size.get(shortOf(row));
    },
    hasOpenOrders(index) {
      const user = users[index];
      return user !== undefined && user.openSpotOrders + user.openFuturesOrders > 0;
    },
  };
}
