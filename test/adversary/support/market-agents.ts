/** The market agents of the product on a virtual clock, in the instruments that a script names. */

import { atoms } from "../../../src/core/money/units.ts";
import type { State } from "../../../src/core/state.ts";
import { agentAccountsOf } from "../../../src/main/agent-accounts.ts";
import { submitOrThrow } from "../../../src/main/founding/founding.ts";
import { currencyFacts, marketPortOf } from "../../../src/main/market-port.ts";
import {
  type AgentAccount,
  AgentMarket,
} from "../../../src/simulation-market/agents/agent-market.ts";
import { agentUsers } from "../../../src/simulation-market/agents/agent-users.ts";
import { IndexedMarket } from "../../../src/simulation-market/agents/indexed-market.ts";
import { seededStreams } from "../../support/seeded-streams.ts";
import type { VirtualClock } from "../../support/virtual-clock.ts";

type Parts = Parameters<typeof marketPortOf>[0] & {
  readonly state: State;
  readonly clock: VirtualClock;
};

const SEED = 1;

/** Makes the agents of live instruments and starts them in those of `symbols`. */
export async function startAgents(parts: Parts, symbols: readonly string[]): Promise<void> {
  const { clock, sequencer, state } = parts;
  const port = {
    ...marketPortOf(parts, () => Math.floor(clock.nowMs())),
    schedule: (delayMs: number, run: () => void) => clock.after(delayMs, run),
  };
  const live = port.instruments.filter(({ realm }) => realm === "live");
  const agents: AgentAccount[] = [];
  for (const plan of agentUsers(live, currencyFacts(state))) {
    const { accountKind, name, openOrdersMax, realm } = plan;
    const terms = { kind: "create_user", name, realm, accountKind, openOrdersMax } as const;
    const { id: user } = await submitOrThrow(sequencer, { ...terms, parent: 0 });
    for (const { amount, currency, wallet } of plan.credits) {
      const credit = { user, wallet, currency, amount: atoms(amount) };
      await submitOrThrow(sequencer, { kind: "credit", ...credit });
    }
    agents.push({ ...plan, user });
  }
  const instruments = live.filter(({ symbol }) => symbols.includes(symbol));
  const indexTicks = (instrument: number): number => state.prices[instrument]?.index ?? 0;
  const users = new Set(agents.map(({ user }) => user));
  new AgentMarket({
    port,
    streams: seededStreams(SEED),
    preset: "normal",
    agents,
    instruments,
    outside: new IndexedMarket(port.instruments, indexTicks),
    accounts: agentAccountsOf(state),
    isOwn: (user) => users.has(user),
  }).start();
}
