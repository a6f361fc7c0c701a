/** Owners of commands: the sequencer divides its batches fairly among them. */
import type { CommandDraft } from "../core/commands/commands.ts";
import type { State } from "../core/state.ts";
import { isOperatorUser } from "./operator-users.ts";

/** Marks a user of the operator, whose commands are not limited to a share of the batch. */
const OPERATOR = -1;

/** The user whose command it is: of a transfer or a move of a position, the giving one. */
function submitterOf(command: CommandDraft): number | undefined {
  if ("user" in command) return command.user;
  return "fromUser" in command ? command.fromUser : undefined;
}

/**
 * Returns a function that maps a command to the main account of its user: sub-accounts share the
 * quota of their main account. It returns undefined for commands without a user (ticks, prices,
 * operator commands) and for users of the operator.
 */
export function commandOwners(state: State): (command: CommandDraft) => number | undefined {
  const owners: number[] = [];
  return (command) => {
    const index = submitterOf(command);
    if (index === undefined) return undefined;
    const known = owners[index];
    if (known !== undefined) return known === OPERATOR ? undefined : known;
    const user = state.users[index];
    if (user === undefined) return undefined;
    const owner = isOperatorUser(user) ? OPERATOR : user.parent;
    owners[index] = owner;
    return owner === OPERATOR ? undefined : owner;
  };
}
