/** Common parts of administrative actions: commands and refusals. */

import type { CommandOutcome } from "../../core/base/outcome.ts";
import type { Rejection } from "../../core/base/rejections.ts";
import type { CommandDraft } from "../../core/commands/commands.ts";
import type { AdminRefusal, AdminRefusalReason } from "../../ops/admin-outcome.ts";
import type { WaitOptions } from "../../sequencer/port.ts";
import type { Engine } from "../engine.ts";
import { rejectionMessage } from "./rejection-messages.ts";

/** Submits even while new orders are held; at most 30 s until the command is durable. */
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

/** Submits a command; resolves when it is durable and applied. Fails with `SubmissionFault`. */
export async function submit(engine: Engine, draft: CommandDraft): Promise<CommandOutcome> {
  return engine.sequencer.submitAndWait({ ...draft }, ADMIN_WAIT);
}
