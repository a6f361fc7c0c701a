import type { AgentCredit } from "./agent-users.ts";

/** Balances and positions of the agents in the state of the exchange, read at the start. */
export type AgentAccounts = {
  /** Balance of a wallet in atoms, including holds. */
  balance(user: number, wallet: AgentCredit["wallet"], currency: number): bigint;
  /** Long position less short position in lots. */
  position(user: number, instrument: number): number;
  hasOpenOrders(user: number): boolean;
};
