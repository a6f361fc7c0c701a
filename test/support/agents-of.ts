import { agentAccountsOf } from "../../src/main/agent-accounts.ts";
import { operatorTest } from "../../src/main/market-users.ts";
import type { OutsideMarket, Preset } from "../../src/market-model/outside-market.ts";
import type { AgentAccounts } from "../../src/simulation-market/agents/agent-accounts.ts";
import { AgentMarket } from "../../src/simulation-market/agents/agent-market.ts";
import { agentUsers } from "../../src/simulation-market/agents/agent-users.ts";
import type { InstrumentFacts } from "../../src/simulation-market/market-port.ts";
import { seededStreams } from "./seeded-streams.ts";
import type { VirtualExchange } from "./virtual-exchange.ts";

export type AgentsTerms = {
  readonly seed: number;
  readonly outside: OutsideMarket;
  readonly preset?: Preset;
  /** Instruments to trade; by default all. */
  readonly instruments?: readonly InstrumentFacts[];
  /** Replaces parts of what the agents read from the state. */
  readonly accounts?: Partial<AgentAccounts>;
};

/** Creates the agents of an exchange with their users; they are not started. */
export function agentsOf(exchange: VirtualExchange, terms: AgentsTerms): AgentMarket {
  const { accounts, outside, preset = "normal", seed } = terms;
  const { currencies, state } = exchange;
  const instruments = terms.instruments ?? exchange.instruments;
  const plans = agentUsers(instruments, currencies);
  const agents = plans.map((plan) => ({ ...plan, user: exchange.createUser(plan) }));
  return new AgentMarket({
    port: exchange,
    streams: seededStreams(seed),
    preset,
    agents,
    instruments,
    outside,
    accounts: { ...agentAccountsOf(state), ...accounts },
    isOwn: operatorTest(exchange),
  });
}
