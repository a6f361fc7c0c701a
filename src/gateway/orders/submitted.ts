import type { CommandOutcome } from "../../core/base/outcome.ts";
import type { CommandDraft } from "../../core/commands/commands.ts";
import type { Deadline, MissedOutcome, SubmitOptions } from "../../sequencer/port.ts";
import type { TradeContext } from "../http/endpoint.ts";
import { overloaded, WireError, wireError } from "../http/wire-error.ts";

/**
 * What a client is told of a command that was not durable in time. Of an expired one nothing has
 * happened and nothing will (40008). Otherwise the outcome is not known (40725): the client looks
 * the order up by its client id, which is answered once the outcome is known.
 */
export function missedError(outcome: MissedOutcome): WireError {
  return outcome === "expired"
    ? new WireError("40008", "Request expired before it could be executed: it has no effect")
    : wireError("40725");
}

/** The end of the request's window as a deadline of its command. */
export function deadlineOf(expiresAtMs: number, refuse: (error: WireError) => void): Deadline {
  return { atMs: expiresAtMs, missed: (outcome) => refuse(missedError(outcome)) };
}

/**
 * The outcome of a command, once it is durable and applied. Rejects with 40015 (HTTP 503, safe to
 * repeat) when the sequencer does not take it: then nothing happened; and with `missedError` when
 * the request's window ends first.
 */
export function submitted(
  context: Pick<TradeContext, "exchange" | "expiresAtMs">,
  command: CommandDraft,
  options?: SubmitOptions,
): Promise<CommandOutcome> {
  return new Promise((resolve, reject) => {
    const deadline = deadlineOf(context.expiresAtMs, reject);
    const timed = { urgent: options?.urgent === true, deadline };
    if (!context.exchange.commands.submit(command, resolve, timed)) reject(overloaded());
  });
}
