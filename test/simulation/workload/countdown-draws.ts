/** Countdowns after which the orders of an account are cancelled. */
import type { CommandDraft } from "../../../src/core/commands/commands.ts";
import { draft } from "./draft.ts";
import type { Draw, Draws } from "./draws.ts";
import { type Spoil, UNKNOWN_USER } from "./spoil.ts";

/** Mostly short, for accounts that trade; now and then for one that is not unified. */
function countdown({ profile, random, state }: Draws): CommandDraft {
  const unified = profile.people.filter((one) => state.userAt(one).accountKind === "unified");
  const isUsual = unified.length > 0 && random.chance(95);
  return draft("set_cancel_countdown", {
    user: random.pick(isUsual ? unified : profile.people),
    seconds: random.pick([5, 5, 5, 6, 8, 20, 60, 0]),
  });
}

export const COUNTDOWN_DRAWS = {
  set_cancel_countdown: countdown,
} as const satisfies Readonly<Record<string, Draw>>;

export const SPOILED_COUNTDOWNS: { readonly set_cancel_countdown: Spoil<"set_cancel_countdown"> } =
  {
    set_cancel_countdown: (command, random) =>
      draft("set_cancel_countdown", {
        ...command,
        ...random.pick([
          { user: UNKNOWN_USER },
          { user: 1 },
          { user: 2 },
          { seconds: 4 },
          { seconds: 61 },
          { seconds: 1 },
        ]),
      }),
  };
