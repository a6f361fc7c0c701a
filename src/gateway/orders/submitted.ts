import type { CommandOutcome } from "../../core/base/outcome.ts";
import type { CommandDraft } from "../../core/commands/commands.ts";
import type { Deadline, MissedOutcome, SubmitOptions } from "../../sequencer/port.ts";
import type { TradeContext } from "../http/endpoint.ts";
import { PendingReply } from "../http/pending-reply.ts";
import { overloaded, WireError, wireError } from "../http/wire-error.ts";

/**
 * Returns the error for a command that was not durable in time. An expired command had no effect
 * and will have none (40008). Otherwise the outcome is unknown (40725): the client looks the order
 * up by its client id, and the look-up waits until the outcome is known.
 */
export function missedError(outcome: MissedOutcome): WireError {
  return outcome === "expired"
    ? new WireError("40008", "Request expired before it could be executed: it has no effect")
    : wireError("40725");
}

/** Returns the end of the window of the request as the deadline of its command. */
export function deadlineOf(expiresAtMs: number, refuse: (error: WireError) => void): Deadline {
  return { atMs: expiresAtMs, missed: (outcome) => refuse(missedError(outcome)) };
}

/** Request on whose behalf commands are submitted; without a sender before a browser signs in. */
type SubmittingContext = Pick<
  TradeContext,
  "exchange" | "expiresAtMs" | "requireUnchanged" | "trace"
> & { readonly principal: TradeContext["principal"] | undefined };

export interface SubmittedOptions extends Pick<SubmitOptions, "urgent"> {
  /** Of an amendment: its pushes repeat the id. */
  readonly requestId?: string | undefined;
}

/** Receiver of the end of a submitted command: exactly one member is called, once. */
export interface SubmissionEnd {
  /** Called once the command is durable and applied. An error that it throws goes to `failed`. */
  done(outcome: CommandOutcome): void;
  /** The command has no effect, or its effect is unknown: see `replied`. */
  failed(error: unknown): void;
}

/**
 * Submits a command and calls `end` with its outcome or its error; `replied` names the errors.
 * The command carries the id of the request and the key that signed it, and the trace of the
 * request records the seq of the command.
 */
export function submit(
  context: SubmittingContext,
  command: CommandDraft,
  end: SubmissionEnd,
  options?: SubmittedOptions,
): void {
  const { exchange, principal, trace } = context;
  const { commands, amendments } = exchange;
  command.origin = { requestId: trace.id, keyPrefix: principal?.keyPrefix, act: undefined };
  const requestId = options?.requestId;
  let forget: (() => void) | undefined;
  const failed = (error: unknown): void => {
    forget?.();
    end.failed(error);
  };
  const done = (outcome: CommandOutcome): void => {
    forget?.();
    trace.seq = outcome.seq;
    try {
      end.done(outcome);
    } catch (thrown) {
      end.failed(thrown);
    }
  };
  try {
    context.requireUnchanged?.();
    if (requestId !== undefined && command.kind === "amend_order") {
      forget = amendments.keep(command, requestId);
    }
    const deadline = deadlineOf(context.expiresAtMs, failed);
    const terms = { urgent: options?.urgent === true, deadline };
    if (commands.submit(command, done, terms)) return;
  } catch (thrown) {
    failed(thrown);
    return;
  }
  failed(overloaded());
}

/**
 * Submits a command and returns the reply to its outcome, known once it is durable and applied.
 * Fails with 40015 (HTTP 503, safe to repeat) if the sequencer does not accept it: then it has no
 * effect; and with `missedError` if the window of the request ends first. Fails without an effect
 * if the key of the request was deleted or changed since it was verified.
 */
export function replied<R>(
  context: SubmittingContext,
  command: CommandDraft,
  reply: (outcome: CommandOutcome) => R,
  options?: SubmittedOptions,
): PendingReply<R> {
  const pending = new PendingReply<R>();
  const end: SubmissionEnd = {
    done: (outcome) => pending.resolve(reply(outcome)),
    failed: (error) => pending.reject(error),
  };
  submit(context, command, end, options);
  return pending;
}

/** Submits a command as `replied` does; resolves with its outcome, or rejects. */
export function submitted(
  context: SubmittingContext,
  command: CommandDraft,
  options?: SubmittedOptions,
): Promise<CommandOutcome> {
  return replied(context, command, sameOutcome, options).promise();
}

function sameOutcome(outcome: CommandOutcome): CommandOutcome {
  return outcome;
}
