/** The command by which people sign in with a name and a password (decision 0102). */
import type { GroupedFields } from "./schema.ts";

export const SIGN_IN_COMMANDS = {
  /**
   * Sets how a live main account signs in. Empty texts keep name and password, which a first
   * setting needs. `changesCodes` replaces the secret of one-time codes, sealed under a key outside
   * the journal; no bytes: no codes. `demoUser` is the user's account of the demo realm + 1, which
   * is set once, or 0.
   */
  set_sign_in: {
    user: "int",
    name: "text",
    passwordHash: "text",
    changesCodes: "flag",
    sealedCodeSecret: "bytes",
    demoUser: "int",
  },
} as const satisfies Readonly<Record<string, GroupedFields>>;
