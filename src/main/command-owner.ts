/** Who answers for a command before the sequencer, which shares its batches between them. */
import type { CommandDraft } from "../core/commands.ts";
import type { State } from "../core/state.ts";
import { isHouseUser } from "./house-users.ts";

/** A user of the house's own: its commands wait for nobody. */
const HOUSE = -1;

/**
 * The main account of the command's user, so that sub-accounts bring nobody a further share.
 * Undefined for commands without a user (ticks, prices, the operator's) and for the house's own.
 */
export function commandOwners(state: State): (command: CommandDraft) => number | undefined {
  const owners: number[] = [];
  return (command) => {
    if (!("user" in command)) return undefined;
    const known = owners[command.user];
    if (known !== undefined) return known === HOUSE ? undefined : known;
    const user = state.users[command.user];
    if (user === undefined) return undefined;
    const owner = isHouseUser(user) ? HOUSE : user.parent;
    owners[command.user] = owner;
    return owner === HOUSE ? undefined : owner;
  };
}
