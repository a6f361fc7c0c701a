/** Where commands come from: requests of clients, acts of the operator, or the exchange itself. */
import type { CommandKind } from "../../../src/core/commands/commands.ts";
import type { Origin } from "../../../src/core/commands/origin.ts";

/** Reasons as people write them, beyond ASCII too. */
const REASONS = ["", "ticket 4711", "Gebühr geändert – auf Wunsch", "審査", 'a "quoted" \\ reason'];

/** The origin of the command with this number, drawn without the random numbers of the others. */
export function originOf(kind: CommandKind, count: number): Origin | undefined {
  if (kind === "tick" || count % 3 !== 0) return undefined;
  const requestId = count % 2 === 0 ? `r-${count}` : "";
  const isOrder = kind === "place_order" || kind === "amend_order" || kind === "cancel_order";
  if (isOrder || count % 9 === 0) return { requestId, act: undefined };
  const reason = REASONS[count % REASONS.length] ?? "";
  return { requestId, act: { actor: count % 4 === 0 ? "root" : "alice.support", reason } };
}
