/** Users, their keys and the settings of their accounts. */

import { KEY_KINDS, REVIEW_REASONS } from "../../../src/core/base/vocabulary.ts";
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

/** Mostly of one user, so that the limit of keys is reached. */
function key(draws: Draws): CommandDraft {
  const { random } = draws;
  const apiKey = `key-${draws.number()}`;
  return draft("create_key", {
    user: random.chance(70) ? FIRST_PERSON : draws.user(),
    apiKey,
    keyKind: random.pick(KEY_KINDS),
    sealedSecret: Uint8Array.from({ length: random.below(40) }, (_, at) => at * 7),
    passphraseHash: "hash",
    permissions: "read,trade",
    ipList: "",
  });
}

function keyDeletion(draws: Draws): CommandDraft {
  const { keys } = draws.state;
  draws.number();
  const { user, apiKey } = keys[draws.random.below(Math.max(1, keys.length))] ?? {
    user: FIRST_PERSON,
    apiKey: "none",
  };
  return draft("delete_key", { user, apiKey });
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
} as const satisfies Readonly<Record<string, Draw>>;
