/** Users of the generated market and of replays: creation and funds. */
import { atoms } from "../core/money/units.ts";
import type { AgentUser } from "../simulation-market/agents/agent-users.ts";
import type { Engine } from "./engine.ts";
import { submitOrThrow, userNamed } from "./founding/founding.ts";
import { isOperatorUser } from "./operator-users.ts";

async function fund(engine: Engine, user: number, plan: AgentUser): Promise<void> {
  await Promise.all(
    plan.credits.map(({ wallet, currency, amount }) =>
      submitOrThrow(engine.sequencer, {
        kind: "credit",
        user,
        wallet,
        currency,
        amount: atoms(amount),
      }),
    ),
  );
}

async function ensureUser(engine: Engine, plan: AgentUser): Promise<number> {
  const known = userNamed(engine.state, plan.name);
  if (known !== undefined) return known;
  const { name, realm, accountKind, openOrdersMax } = plan;
  const draft = { kind: "create_user", name, realm, accountKind, openOrdersMax } as const;
  const { id } = await submitOrThrow(engine.sequencer, { ...draft, parent: 0 });
  await fund(engine, id, plan);
  return id;
}

/**
 * Creates and funds the missing users, all at once; returns the user indexes in the order of
 * `plans`.
 */
export function ensureUsers(engine: Engine, plans: readonly AgentUser[]): Promise<number[]> {
  return Promise.all(plans.map((plan) => ensureUser(engine, plan)));
}

/** Returns a test whether a user belongs to the operator; names of users never change. */
export function operatorTest({ state }: Pick<Engine, "state">): (user: number) => boolean {
  const known: boolean[] = [];
  return (index) => {
    const answer = known[index];
    if (answer !== undefined) return answer;
    const user = state.users[index];
    if (user === undefined) return false;
    const isOperator = isOperatorUser(user);
    known[index] = isOperator;
    return isOperator;
  };
}
