/** What administrative acts have in common: they become commands, and may be refused. */
import type { CommandDraft } from "../../core/commands.ts";
import type { CommandOutcome } from "../../core/outcome.ts";
import type { Rejection } from "../../core/rejections.ts";
import type { AdminRefusal, AdminRefusalReason } from "../../ops/admin-outcome.ts";
import type { WaitOptions } from "../../sequencer/port.ts";
import type { Engine } from "../engine.ts";
import { rejectionMessage } from "./rejection-messages.ts";

/** Taken whatever is held; how long such a command may take to become durable, in ms. */
const ADMIN_WAIT: WaitOptions = { urgent: true, withinMs: 30_000 };

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
export async function submit(engine: Engine, draft: CommandDraft): Promise<CommandOutcome> {
  return engine.sequencer.submitAndWait({ ...draft }, ADMIN_WAIT);
}
