/** How users sign in. */
import type { PlantedBug } from "./planted-bug.ts";

const FILE = "core/access/set-sign-in.ts";

export const SIGN_IN_BUGS: readonly PlantedBug[] = [
  {
    name: "two users may have names that differ in case alone",
    profile: "sign_ins",
    file: "core/accounts/sign-ins.ts",
    find: "return name.toLowerCase();",
    replace: "return name;",
  },
  {
    name: "the former name of a user stays taken",
    profile: "sign_ins",
    file: "core/accounts/sign-ins.ts",
    find: "this.#byName.delete(keyOf(before.name));",
    replace: "void before;",
  },
  {
    name: "a snapshot forgets how users sign in",
    profile: "sign_ins",
    file: "core/accounts/sign-ins.ts",
    find: "out.text(passwordHash);",
    replace: 'out.text("");',
  },
  {
    name: "a demo account may belong to two users",
    profile: "sign_ins",
    file: FILE,
    find: "(owner ?? user.index) === user.index &&",
    replace: "owner !== -1 &&",
  },
  {
    name: "sub-accounts sign in by themselves",
    profile: "sign_ins",
    file: FILE,
    find: 'user.realm !== "live" || !isMainAccount(user)) return "sign_in',
    replace: 'user.realm !== "live") return "sign_in',
  },
  {
    name: "a change of the password ends the one-time codes",
    profile: "sign_ins",
    file: FILE,
    find: "(known?.sealedCodeSecret ?? NO_BYTES)",
    replace: "NO_BYTES",
  },
];
