/** Switches between classic and unified accounts. */
import type { CommandDraft } from "../../../src/core/commands/commands.ts";
import { draft } from "./draft.ts";
import type { Draw, Draws } from "./draws.ts";
import { FIRST_PERSON } from "./founding.ts";
import { type Spoil, UNKNOWN_USER } from "./spoil.ts";

/** Main accounts that keep their kind, so that other draws find both kinds in both realms. */
const STAYING: readonly number[] = [FIRST_PERSON, FIRST_PERSON + 5, FIRST_PERSON + 6];

/** Whether another person of a profile has an account of the same kind and realm. */
function isSpare({ profile, state }: Draws, user: number): boolean {
  const { accountKind, realm } = state.userAt(user);
  if (STAYING.includes(user)) return false;
  return profile.people.some((index) => {
    const other = state.userAt(index);
    return index !== user && other.accountKind === accountKind && other.realm === realm;
  });
}

/** Mostly of a user with nothing open, to the other kind. */
function switched(draws: Draws): CommandDraft {
  const { random, state } = draws;
  const spare = state.users.slice(FIRST_PERSON).filter(({ index }) => isSpare(draws, index));
  const isBusy = (user: number): boolean =>
    state.orders.some((one) => one.user === user) || state.plans.some((one) => one.user === user);
  const idle = spare.filter(({ index }) => !isBusy(index));
  const among = idle.length > 0 && random.chance(80) ? idle : spare;
  const user = among.length > 0 ? random.pick(among).index : FIRST_PERSON;
  const isOther = among.length > 0 && random.chance(90);
  const isUnified = state.userAt(user).accountKind === "unified";
  return draft("switch_account", {
    user,
    accountKind: isUnified === isOther ? "classic" : "unified",
  });
}

export const SWITCH_DRAWS = {
  switch_account: switched,
} as const satisfies Readonly<Record<string, Draw>>;

export const SPOILED_SWITCHES: { readonly switch_account: Spoil<"switch_account"> } = {
  switch_account: (command, random) =>
    draft("switch_account", {
      ...command,
      ...random.pick([{ user: UNKNOWN_USER }, { user: 1 }]),
    }),
};
