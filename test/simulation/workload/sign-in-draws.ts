/** How users sign in, and which demo accounts are theirs. */
import type { CommandDraft } from "../../../src/core/commands/commands.ts";
import { draft } from "./draft.ts";
import type { Draw, Draws } from "./draws.ts";
import { type Spoil, UNKNOWN_USER } from "./spoil.ts";

const NAMES = ["ann", "Ann", "bob", "BOB", "eve", "@eve"] as const;

/** A main account of the demo realm + 1; 0 where there is none. */
function demoAccount({ random, state }: Draws): number {
  const accounts = state.users.filter(
    ({ index, parent, realm }) => realm === "demo" && index === parent && index > 1,
  );
  const account = accounts[random.below(Math.max(1, accounts.length))];
  return account === undefined ? 0 : account.index + 1;
}

/** Few names, so that they are taken, and each field absent as often as present. */
function signIn(draws: Draws): CommandDraft {
  const { random } = draws;
  return draft("set_sign_in", {
    user: draws.user(),
    name: random.chance(70) ? random.pick(NAMES) : "",
    passwordHash: random.chance(70) ? `hash ${draws.number()}` : "",
    changesCodes: random.chance(50),
    sealedCodeSecret: new Uint8Array(random.chance(50) ? 1 + random.below(40) : 0).fill(7),
    demoUser: random.chance(40) ? demoAccount(draws) : 0,
  });
}

export const SIGN_IN_DRAWS = {
  set_sign_in: signIn,
} as const satisfies Readonly<Record<string, Draw>>;

export const SPOILED_SIGN_INS: { readonly set_sign_in: Spoil<"set_sign_in"> } = {
  set_sign_in: (command, random) =>
    draft("set_sign_in", {
      ...command,
      ...random.pick([
        { user: UNKNOWN_USER },
        { user: 1 },
        { name: "a b" },
        { name: "\u00e9ve" },
        { name: "a".repeat(65) },
        { passwordHash: "h".repeat(129) },
        { sealedCodeSecret: new Uint8Array(129) },
        { demoUser: UNKNOWN_USER },
        { demoUser: command.user + 1 },
        { demoUser: 2 },
      ]),
    }),
};
