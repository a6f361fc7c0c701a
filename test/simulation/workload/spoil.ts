/** What all bad commands have in common. */
import type { CommandKind } from "../../../src/core/commands.ts";
import type { NaiveState } from "../naive/naive-state.ts";
import type { Random } from "../random.ts";
import type { Unstamped, UnstampedOf } from "./unstamped.ts";

/** The index of no user, and of no instrument. */
export const NOBODY = 9_999;
export const NOTHING = 3_000;

/** A command of one kind with something wrong in it, or nearly. */
export type Spoil<K extends CommandKind> = (
  command: UnstampedOf<K>,
  random: Random,
  state: NaiveState,
) => Unstamped;

/** In the name of nobody, or of one who is a stranger to what the command names. */
export function ofAnother<K extends CommandKind>(
  command: UnstampedOf<K> & { readonly user: number },
  random: Random,
): Unstamped {
  return { ...command, user: random.pick([NOBODY, 3]) } as unknown as Unstamped;
}
