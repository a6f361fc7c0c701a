/** Handing commands to the sequencer, and what becomes of them. */

import type { CommandOutcome } from "../../../core/base/outcome.ts";
import type { CommandDraft } from "../../../core/commands/commands.ts";
import type { SubmitOptions } from "../../../sequencer/port.ts";
import type { TradeContext } from "../../http/endpoint.ts";
import { WireError } from "../../http/wire-error.ts";
import type { OrderContext } from "../../orders/order-context.ts";
import { submitted } from "../../orders/submitted.ts";
import { type RejectionDialect, rejectionError } from "../../rejection-codes.ts";

/** What the mappers of order requests look up. */
export function orderContext(context: TradeContext): OrderContext {
  const { principal, requestTimeMs } = context;
  return { principal, directory: context.exchange.accounts, nowMs: requestTimeMs };
}

/**
 * The outcome of a command once it is durable and applied, rejections included. Fails with 40015
 * when the sequencer takes no command now: nothing happened.
 */
export function submit(
  context: TradeContext,
  command: CommandDraft,
  options?: SubmitOptions,
): Promise<CommandOutcome> {
  return submitted(context, command, options);
}

/** As `submit`; a rejection is thrown as the dialect's error. */
export async function submitAccepted(
  context: TradeContext,
  command: CommandDraft,
  dialect: RejectionDialect,
  options?: SubmitOptions,
): Promise<CommandOutcome> {
  const outcome = await submit(context, command, options);
  if (outcome.rejection !== undefined) throw rejectionError(outcome.rejection, dialect);
  return outcome;
}

/**
 * The outcomes of several commands, submitted without a break, so that they share one flush;
 * an error in the place of each that was not taken or not durable in time.
 */
export function submitAll(
  context: TradeContext,
  commands: readonly CommandDraft[],
  options?: SubmitOptions,
): Promise<readonly (CommandOutcome | WireError)[]> {
  return Promise.all(
    commands.map((command) =>
      submitted(context, command, options).catch((thrown: unknown) => {
        if (thrown instanceof WireError) return thrown;
        throw thrown;
      }),
    ),
  );
}
