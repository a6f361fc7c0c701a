import { KeyUses } from "../../src/gateway/auth/key-uses.ts";
import type { TerminalAccess } from "../../src/gateway/terminal/terminal-access.ts";

/** The terminal of an exchange that no browser is signed in to. */
export const NO_BROWSERS: TerminalAccess = {
  browsers: { senderInBrowser: () => undefined },
  keyUses: new KeyUses(),
  readyUsers: [],
};
