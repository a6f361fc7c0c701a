/** Owners of commands: the sequencer divides its batches fairly among them. */
import type { CommandDraft } from "../core/commands/commands.ts";
import type { State } from "../core/state.ts";
import { isOperatorUser } from "./operator-users.ts";

/** Marks a user of the operator, whose commands are not limited to a share of the batch. */
const OPERATOR = -1;

/**
 * Returns a function that maps a command to the main account of its user: sub-accounts share the
 * quota of their main account. It returns undefined for commands without a user (ticks, prices,
 * operator commands) and for users of the operator.
 */
export function commandOwners(state: State): (command: CommandDraft) => number | undefined {
  const owners: number[] = [];
  return (command) => {
    if (!("user" in command)) return undefined;
    const known = owners[command.user];
    if (known !== undefined) return known === OPERATOR ? undefined : known;
    const user = state.users[command.user];
    if (user === undefined) return undefined;
    const owner = isOperatorUser(user) ? OPERATOR : user.parent;
    owners[command.user] = owner;
    return owner === OPERATOR ? undefined : owner;
  };
}
