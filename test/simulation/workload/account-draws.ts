/** Users, their keys and the settings of their accounts. */

import { ACCOUNT_KINDS, REVIEW_REASONS, USER_STATUSES } from "../../../src/core/base/vocabulary.ts";
import { SIGNED_KEY_KINDS } from "../../../src/core/base/word-traits.ts";
import type { CommandDraft } from "../../../src/core/commands/commands.ts";
import { draft } from "./draft.ts";
import type { Draw, Draws } from "./draws.ts";
import { FIRST_PERSON } from "./founding.ts";

/** Mostly sub-accounts of one parent, so that their limit is reached. */
function user(draws: Draws): CommandDraft {
  const name = `guest ${draws.number()}`;
  const parent = draws.random.chance(80) ? FIRST_PERSON + 1 : 0;
  const terms = { accountKind: "classic", realm: "live", openOrdersMax: 0 } as const;
  return draft("create_user", { ...terms, parent, name });
}

/** Mostly of one user, so that the limits of keys and sessions are reached. */
function key(draws: Draws): CommandDraft {
  const { random } = draws;
  const apiKey = `key-${draws.number()}`;
  const { sessionPercent } = draws.profile;
  const isSession = sessionPercent > 0 && random.chance(sessionPercent);
  return draft("create_key", {
    user: random.chance(70) ? FIRST_PERSON : draws.user(),
    apiKey,
    keyKind: isSession ? "session" : random.pick(SIGNED_KEY_KINDS),
    sealedSecret: Uint8Array.from({ length: random.below(40) }, (_, at) => at * 7),
    passphraseHash: "hash",
    permissions: "read,trade",
    ipList: "",
    note: "note",
  });
}

/** A key of the exchange, or one that does not exist while there is none. */
function anyKey(draws: Draws): { readonly user: number; readonly apiKey: string } {
  const { keys } = draws.state;
  draws.number();
  const none = { user: FIRST_PERSON, apiKey: "none" };
  return keys[draws.random.below(Math.max(1, keys.length))] ?? none;
}

function keyDeletion(draws: Draws): CommandDraft {
  const { apiKey, user } = anyKey(draws);
  return draft("delete_key", { user, apiKey });
}

function keyChange(draws: Draws): CommandDraft {
  const { apiKey, user } = anyKey(draws);
  const passphraseHash = draws.random.chance(50) ? "" : "another hash";
  const terms = { permissions: "read", ipList: "127.0.0.1", note: "changed" };
  return draft("modify_key", { user, apiKey, passphraseHash, ...terms });
}

/** Under a new alias, or one that was used before, as it is or in capitals. */
function subAccount(draws: Draws): CommandDraft {
  const { random, state } = draws;
  const used = state.users.flatMap(({ alias }) => (alias === undefined ? [] : [alias]));
  const isUsed = used.length > 0 && random.chance(30);
  const again = isUsed ? random.pick(used) : `sub ${draws.number()}`;
  return draft("create_sub_account", {
    user: random.chance(60) ? FIRST_PERSON : draws.user(),
    accountKind: random.pick(ACCOUNT_KINDS),
    alias: random.chance(50) ? again.toUpperCase() : again,
    note: "note",
    permissions: random.pick(["", "spot_trade", "spot_trade,contract_trade"]),
  });
}

function access(draws: Draws): CommandDraft {
  const status = draws.random.pick(USER_STATUSES);
  const permissions = draws.random.pick(["", "read", "spot_trade"]);
  return draft("set_user_access", { user: draws.user(), status, permissions });
}

function positionMode(draws: Draws): CommandDraft {
  const isHedge = draws.random.chance(draws.profile.hedgePercent);
  const terms = { user: draws.user(), category: draws.category(), isHedge };
  return draft("set_position_mode", terms);
}

/** As often the end of a review as one more, so that funds mostly move. */
function review(draws: Draws): CommandDraft {
  return draft("set_user_review", {
    user: draws.user(),
    isHeld: draws.random.chance(40),
    reason: draws.random.pick(REVIEW_REASONS),
  });
}

export const ACCOUNT_DRAWS = {
  create_user: user,
  create_key: key,
  delete_key: keyDeletion,
  set_position_mode: positionMode,
  set_user_review: review,
  create_sub_account: subAccount,
  set_user_access: access,
  modify_key: keyChange,
} as const satisfies Readonly<Record<string, Draw>>;
