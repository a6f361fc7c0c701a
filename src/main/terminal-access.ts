/** What signs browsers in and out. */
import type { AccountKind, Realm } from "../core/base/vocabulary.ts";
import type { Authenticator } from "../gateway/auth/authenticator.ts";
import type { KeyUses } from "../gateway/auth/key-uses.ts";
import { OneTimeCodes } from "../gateway/auth/one-time-codes.ts";
import { Passwords } from "../gateway/auth/passwords.ts";
import type { SecretSeal } from "../gateway/auth/sealed-secret.ts";
import { SignInAttempts } from "../gateway/terminal/sign-in-attempts.ts";
import type {
  OpeningCredit,
  ReadyUser,
  TerminalAccess,
} from "../gateway/terminal/terminal-access.ts";
import type { LiveAccounts } from "../projections/live/live-accounts.ts";
import type { Config } from "./config.ts";
import { fundsOf, PRACTICE_FUNDS, wholeCoins } from "./founding/founding.ts";

type TerminalOptions = {
  readonly config: Pick<Config, "isSignUpOpen">;
  readonly readyUsers: readonly ReadyUser[];
};

/**
 * Returns the money of a new account. A demo account gets what the first demo users have; a live
 * one gets coins for practice alone, which only classic accounts trade.
 */
function openingCredits(
  accounts: LiveAccounts,
  accountKind: AccountKind,
  realm: Realm,
): OpeningCredit[] {
  const practice = accountKind === "classic" ? PRACTICE_FUNDS : [];
  const funds = realm === "demo" ? fundsOf({ accountKind, realm }) : practice;
  return funds.flatMap(([wallet, coin, count]) => {
    const currency = accounts.currency(coin)?.index;
    return currency === undefined ? [] : [{ wallet, currency, amount: wholeCoins(count) }];
  });
}

export function openTerminalAccess(
  parts: {
    readonly accounts: LiveAccounts;
    readonly authenticator: Authenticator;
    readonly keyUses: KeyUses;
    readonly seal: SecretSeal;
    /** Exchange time in Unix ms. */
    readonly nowMs: () => number;
  },
  { config, readyUsers }: TerminalOptions,
): TerminalAccess {
  const { accounts, authenticator, keyUses, nowMs, seal } = parts;
  const monotonicMs = (): number => performance.now();
  return {
    ...{ browsers: authenticator, keyUses, readyUsers, isSignUpOpen: config.isSignUpOpen },
    passwords: new Passwords(),
    attempts: new SignInAttempts(monotonicMs),
    codes: new OneTimeCodes({ seal, nowMs, monotonicMs, startedMs: nowMs() }),
    openingCredits: (accountKind, realm) => openingCredits(accounts, accountKind, realm),
    ...{ signingUp: new Set(), openingDemo: new Map() },
  };
}
