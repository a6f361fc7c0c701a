import type { Command } from "../../core/commands.ts";
import type { CommandOutcome } from "../../core/outcome.ts";
import type { SubmitOptions } from "../../sequencer/port.ts";
import type { CommandPort } from "../exchange-access.ts";
import { overloaded } from "../http/wire-error.ts";

/**
 * The outcome of a command, once it is durable and applied. Rejects with 40015 (HTTP 503, safe to
 * repeat) when the sequencer does not take it: then nothing happened.
 */
export function submitted(
  commands: CommandPort,
  command: Command,
  options?: SubmitOptions,
): Promise<CommandOutcome> {
  return new Promise((resolve, reject) => {
    if (!commands.submit(command, resolve, options)) reject(overloaded());
  });
}
