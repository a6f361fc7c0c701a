/** What all bad commands have in common. */
import type { CommandDraft, CommandKind, DraftOf } from "../../../src/core/commands/commands.ts";
import type { NaiveState } from "../naive/naive-state.ts";
import type { Random } from "../random.ts";

import type { Form, KindOf } from "./forms.ts";

/** The index of no user, and of no instrument. */
export const UNKNOWN_USER = 9_999;
export const NOTHING = 3_000;

/** A command of one form with something wrong in it, or nearly. */
export type Spoil<F extends Form> = (
  command: DraftOf<KindOf<F>>,
  random: Random,
  state: NaiveState,
) => CommandDraft;

/** Sets an unknown user, or one that does not own what the command names. */
export function ofAnother<K extends CommandKind>(
  command: DraftOf<K> & { readonly user: number },
  random: Random,
): CommandDraft {
  return { ...command, user: random.pick([UNKNOWN_USER, 3]) } as unknown as CommandDraft;
}
