/** What administrative acts have in common: they become commands, and may be refused. */
import type { Command, CommandKind, CommandOf } from "../../core/commands.ts";
import type { Seq, TimeMs } from "../../core/money/units.ts";
import type { CommandOutcome } from "../../core/outcome.ts";
import type { Rejection } from "../../core/rejections.ts";
import type { AdminRefusal, AdminRefusalReason } from "../../ops/admin-outcome.ts";
import type { WaitOptions } from "../../sequencer/port.ts";
import type { Engine } from "../engine.ts";
import { rejectionMessage } from "./rejection-messages.ts";

/** Taken whatever is held; how long such a command may take to become durable, in ms. */
const ADMIN_WAIT: WaitOptions = { urgent: true, withinMs: 30_000 };

type Unstamped<K extends CommandKind> = Omit<CommandOf<K>, "seq" | "timeMs">;

export function refuse(refused: AdminRefusalReason, message: string): AdminRefusal {
  return { refused, message };
}

const CONFLICTS: readonly Rejection[] = ["key_exists", "key_limit_reached", "user_limit_reached"];

export function refusalOf(rejection: Rejection): AdminRefusal {
  const known = { message: rejectionMessage(rejection), reason: rejection };
  if (rejection.endsWith("_not_found")) return { refused: "not_found", ...known };
  return { refused: CONFLICTS.includes(rejection) ? "conflict" : "invalid", ...known };
}

/** Answers when the command is durable and applied. Fails with `SubmissionFault`. */
export async function submit<K extends CommandKind>(
  engine: Engine,
  command: Unstamped<K> & { readonly kind: K },
): Promise<CommandOutcome> {
  const stamp = { seq: 0 as Seq, timeMs: 0 as TimeMs };
  const stamped = { ...command, ...stamp } as unknown as Command;
  return engine.sequencer.submitAndWait(stamped, ADMIN_WAIT);
}
