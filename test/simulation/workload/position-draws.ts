/** Reversals of positions, and moves of positions between accounts of an owner. */
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

/** Mostly within a family of unified accounts; of a whole position, of a part, or of one more. */
function moved(draws: Draws): CommandDraft {
  const { random, state } = draws;
  const familyOf = (user: number): number[] => {
    const { parent } = state.userAt(user);
    return state.users.filter((one) => one.parent === parent).map(({ index }) => index);
  };
  const isApt = (user: number): boolean =>
    user > 1 && state.userAt(user).accountKind === "unified" && familyOf(user).length > 1;
  const apt = state.positions.filter(({ user }) => isApt(user));
  const among = apt.length > 0 && random.chance(95) ? apt : state.positions;
  const position = among.length === 0 ? undefined : random.pick(among);
  const fromUser = position?.user ?? draws.user();
  const others = familyOf(fromUser).filter((user) => user !== fromUser);
  const toUser = others.length > 0 && random.chance(95) ? random.pick(others) : draws.user();
  const held = position?.size ?? 1;
  const part = Math.max(1, held - random.below(held));
  return draft("move_position", {
    fromUser,
    toUser,
    instrument: position?.instrument ?? 1,
    positionSide: position?.side ?? "long",
    size: random.pick([held, held, part, part, part, held + 1]),
  });
}

export const POSITION_DRAWS = {
  reverse_position: reversal,
  move_position: moved,
} as const satisfies Readonly<Record<string, Draw>>;

export const SPOILED_POSITIONS: {
  readonly reverse_position: Spoil<"reverse_position">;
  readonly move_position: Spoil<"move_position">;
} = {
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
  move_position: (command, random) =>
    draft("move_position", {
      ...command,
      ...random.pick([
        { fromUser: UNKNOWN_USER },
        { toUser: UNKNOWN_USER },
        { toUser: 0 },
        { toUser: command.fromUser },
        { toUser: 3 },
        { instrument: NOTHING },
        { instrument: 0 },
        { size: 0 },
        { positionSide: command.positionSide === "long" ? ("short" as const) : ("long" as const) },
      ]),
    }),
};
