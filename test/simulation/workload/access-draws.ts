/** What the operator does to users: freezes by kind, and cancelling for them. */
import { CATEGORIES } from "../../../src/core/base/vocabulary.ts";
import type { CommandDraft } from "../../../src/core/commands/commands.ts";
import type { NaiveState } from "../naive/naive-state.ts";
import { draft } from "./draft.ts";
import type { Draw, Draws } from "./draws.ts";
import { NOTHING, type Spoil, UNKNOWN_USER } from "./spoil.ts";

const NONE = { trading: false, transfersOut: false, withdrawals: false, login: false } as const;

/** Users with a freeze, the first one first. */
export function frozenUsers(state: NaiveState): readonly number[] {
  return [...state.freezes].filter(([, freezes]) => freezes.length > 0).map(([user]) => user);
}

/** Ends the freezes of a user, mostly of all its kinds. */
export function thaw({ random, state }: Draws): CommandDraft {
  const user = random.pick(frozenUsers(state));
  const trading = random.chance(10);
  return draft("set_user_freezes", { ...NONE, user, trading });
}

/** Mostly of one kind, or of those that go together. */
function freeze(draws: Draws): CommandDraft {
  const { random } = draws;
  const kinds = random.pick([
    ...[{ trading: true }, { trading: true }, { transfersOut: true }, { withdrawals: true }],
    ...[{ login: true }, { login: true, transfersOut: true, withdrawals: true }],
    { trading: true, transfersOut: true, withdrawals: true, login: true },
  ]);
  return draft("set_user_freezes", { ...NONE, user: draws.user(), ...kinds });
}

function cancelAll(draws: Draws): CommandDraft {
  const { random } = draws;
  const instrument = draws.instrument();
  const user = draws.traderOf(instrument);
  if (random.chance(30)) {
    return draft("cancel_all_of_user", { user, category: "all", instrument: instrument.index + 1 });
  }
  const category = random.chance(40) ? "all" : random.pick([instrument.category, ...CATEGORIES]);
  return draft("cancel_all_of_user", { user, category, instrument: 0 });
}

export const ACCESS_DRAWS = {
  cancel_all_of_user: cancelAll,
  set_user_freezes: freeze,
} as const satisfies Readonly<Record<string, Draw>>;

export const SPOILED_ACCESS: {
  readonly cancel_all_of_user: Spoil<"cancel_all_of_user">;
  readonly set_user_freezes: Spoil<"set_user_freezes">;
} = {
  cancel_all_of_user: (command, random) =>
    draft("cancel_all_of_user", {
      ...command,
      ...random.pick([{ user: UNKNOWN_USER }, { user: 1 }, { instrument: NOTHING }]),
    }),
  set_user_freezes: (command, random) =>
    draft("set_user_freezes", { ...command, user: random.pick([UNKNOWN_USER, 0, 1]) }),
};
