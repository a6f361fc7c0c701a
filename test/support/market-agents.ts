import type { AgentMarket } from "../../src/simulation-market/agents/agent-market.ts";
import { agentsOf } from "./agents-of.ts";
import type { FoundedMarket } from "./founded-market.ts";

/** Creates the users of the agents and starts the agents of the default market. */
export function startMarketAgents(
  { exchange, outside }: FoundedMarket,
  terms: { readonly seed: number; readonly isOwn?: (user: number) => boolean },
): AgentMarket {
  const agents = agentsOf(exchange, { ...terms, outside });
  agents.start();
  return agents;
}
