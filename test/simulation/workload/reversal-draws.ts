/** Reversals of positions. */
import type { CommandDraft } from "../../../src/core/commands/commands.ts";
import { draft } from "./draft.ts";
import type { Draw, Draws } from "./draws.ts";
import { NOTHING, type Spoil, UNKNOWN_USER } from "./spoil.ts";

/** Mostly of a whole position, of a part, or of one more than there is. */
function reversal(draws: Draws): CommandDraft {
  const { random, state } = draws;
  const position = state.positions.length === 0 ? undefined : random.pick(state.positions);
  const held = position?.size ?? 1;
  const part = Math.max(1, held - random.below(held));
  return draft("reverse_position", {
    user: position?.user ?? draws.user(),
    instrument: position?.instrument ?? 1,
    positionSide: position?.side ?? "long",
    size: random.pick([0, 0, 0, part, part, held, held + 1]),
    clientOrderId: random.pick(["", "", "back", "again"]),
  });
}

export const REVERSAL_DRAWS = {
  reverse_position: reversal,
} as const satisfies Readonly<Record<string, Draw>>;

export const SPOILED_REVERSALS: { readonly reverse_position: Spoil<"reverse_position"> } = {
  reverse_position: (command, random) =>
    draft("reverse_position", {
      ...command,
      ...random.pick([
        { user: UNKNOWN_USER },
        { user: 3 },
        { instrument: NOTHING },
        { instrument: 0 },
        { positionSide: command.positionSide === "long" ? ("short" as const) : ("long" as const) },
      ]),
    }),
};
