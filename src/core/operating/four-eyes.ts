/** The daily value that one person may move alone, and the second person beyond it (0089). */
import { assert } from "../base/assert.ts";
import { ADJUSTMENTS_WAITING_MAX } from "../base/limits.ts";
import { indexIn, REALMS } from "../base/vocabulary.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { usdRateOf, usdUp } from "../instruments/usd-price.ts";
import { atoms } from "../money/units.ts";
import { currencyAt, type Emit, nextId, type State, userAt } from "../state.ts";
import type { Adjustment } from "./operating-state.ts";

const DAY_MS = 86_400_000;
const USD_E8 = 100_000_000n;

/** Whether the amount needs a second person; counts it for the day of its actor if not. */
export function needsApproval(
  state: State,
  moved: Pick<Adjustment, "user" | "currency" | "amount">,
  actor: string,
): boolean {
  const { dayUsd, fourEyesUsd } = state.operating.adjusting;
  if (fourEyesUsd === 0) return false;
  const { realm } = userAt(state, moved.user);
  const rate = usdRateOf(state, indexIn(REALMS, realm), currencyAt(state, moved.currency));
  if (rate.top === 0n) return true;
  const size = moved.amount > 0n ? moved.amount : atoms(-moved.amount);
  const day = Math.floor(state.timeMs / DAY_MS);
  const known = dayUsd.get(actor);
  const usd = (known?.day === day ? known.usd : 0n) + usdUp(rate, size);
  if (usd > BigInt(fourEyesUsd) * USD_E8) return true;
  for (const [name, sum] of dayUsd) if (sum.day !== day) dayUsd.delete(name);
  dayUsd.set(actor, { day, usd });
  return false;
}

/** Emits `adjustment_proposed`, or `command_rejected` when as many wait as may. */
export function propose(
  state: State,
  proposal: Omit<Adjustment, "id" | "proposedAtMs">,
  emit: Emit,
): void {
  const { amount, currency, user, wallet } = proposal;
  const { waiting } = state.operating.adjusting;
  assert(amount !== 0n, "a proposal moves an amount");
  if (waiting.size >= ADJUSTMENTS_WAITING_MAX) {
    return rejectCommand(state, user, "adjustment_out_of_bounds", emit);
  }
  const id = nextId(state);
  waiting.set(id, { ...proposal, id, proposedAtMs: state.timeMs });
  state.outcome.id = id;
  emit.write("adjustment_proposed", { adjustment: id, user, wallet, currency, amount });
}

/**
 * Whether a person may approve what another proposed: a different one, and neither the issuer nor a
 * receiver of the other's token in any line of issuers.
 */
export function isSecondPerson(state: State, actor: string, proposer: string): boolean {
  const { tokens } = state.operating;
  const isIssuer = (issuer: string, name: string): boolean =>
    tokens.get(name)?.issuers.includes(issuer) ?? false;
  const isRelated = actor === proposer || isIssuer(actor, proposer) || isIssuer(proposer, actor);
  return actor !== "" && !isRelated;
}
