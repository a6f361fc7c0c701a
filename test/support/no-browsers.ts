import { KeyUses } from "../../src/gateway/auth/key-uses.ts";
import { OneTimeCodes } from "../../src/gateway/auth/one-time-codes.ts";
import { Passwords } from "../../src/gateway/auth/passwords.ts";
import { SignInAttempts } from "../../src/gateway/terminal/sign-in-attempts.ts";
import type { TerminalAccess } from "../../src/gateway/terminal/terminal-access.ts";
import { TEST_SEAL } from "./test-key.ts";

/** The terminal of an exchange that no browser is signed in to; `nowMs` is monotonic. */
export function noBrowsers(nowMs: () => number = () => 0): TerminalAccess {
  return {
    browsers: { senderInBrowser: () => undefined },
    keyUses: new KeyUses(),
    readyUsers: [],
    isSignUpOpen: true,
    passwords: new Passwords(),
    attempts: new SignInAttempts(nowMs),
    codes: new OneTimeCodes({ seal: TEST_SEAL, nowMs, monotonicMs: nowMs, startedMs: 0 }),
    openingCredits: () => [],
    ...{ signingUp: new Set(), openingDemo: new Map() },
  };
}
