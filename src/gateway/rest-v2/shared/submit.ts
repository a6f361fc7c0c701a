/** Submits commands of v2 endpoints to the sequencer and converts their outcomes. */

import type { CommandOutcome } from "../../../core/base/outcome.ts";
import type { CommandDraft } from "../../../core/commands/commands.ts";
import type { SubmitOptions } from "../../../sequencer/port.ts";
import type { TradeContext } from "../../http/endpoint.ts";
import { WireError } from "../../http/wire-error.ts";
import type { OrderContext } from "../../orders/order-context.ts";
import { outcomeOnce } from "../../orders/repeated-plan.ts";
import { replied, submitted } from "../../orders/submitted.ts";
import { type RejectionDialect, rejectionError } from "../../rejection-codes.ts";

/** Returns the look-ups for converting order requests. */
export function orderContext(context: TradeContext): OrderContext {
  const { principal, requestTimeMs } = context;
  return { principal, directory: context.exchange.accounts, nowMs: requestTimeMs };
}

/**
 * Submits a command and resolves with its outcome, rejections included, once it is durable and
 * applied. Rejects with 40015 if the sequencer accepts no command now: then it has no effect.
 */
export function submit(
  context: TradeContext,
  command: CommandDraft,
  options?: SubmitOptions,
): Promise<CommandOutcome> {
  return submitted(context, command, options);
}

/**
 * Submits a command as `submit`; rejects with a rejection as the error of the dialect. A repeat of
 * a pending plan has the id of the first.
 */
export function submitAccepted(
  context: TradeContext,
  command: CommandDraft,
  dialect: RejectionDialect,
  options?: SubmitOptions,
): Promise<CommandOutcome> {
  const accepted = (applied: CommandOutcome): CommandOutcome => {
    const outcome = outcomeOnce(context.exchange.live.plans, command, applied);
    if (outcome.rejection !== undefined) throw rejectionError(outcome.rejection, dialect);
    return outcome;
  };
  return replied(context, command, accepted, options).promise();
}

/**
 * Submits several commands in one step, so that they share one flush. Resolves with their outcomes;
 * a command that was not accepted or not durable in time has an error at its index. A repeat of a
 * pending plan has the id of the first.
 */
export function submitAll(
  context: TradeContext,
  commands: readonly CommandDraft[],
  options?: SubmitOptions,
): Promise<readonly (CommandOutcome | WireError)[]> {
  return Promise.all(
    commands.map((command) =>
      submitted(context, command, options)
        .then((outcome) => outcomeOnce(context.exchange.live.plans, command, outcome))
        .catch((thrown: unknown) => {
          if (thrown instanceof WireError) return thrown;
          throw thrown;
        }),
    ),
  );
}
