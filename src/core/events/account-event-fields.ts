/** Events of accounts whose kind (decision 0073) or access changes. */
import {
  ACCOUNT_KINDS,
  KEY_CHANGES,
  KEY_KINDS,
  REALMS,
  USER_STATUSES,
} from "../base/vocabulary.ts";
import type { Fields } from "../commands/schema.ts";

/** An API key or session was created, changed or deleted. */
export const KEY_CHANGED = {
  user: "int",
  keyKind: KEY_KINDS,
  change: KEY_CHANGES,
  apiKey: "text",
} as const satisfies Fields;

export const ACCOUNT_EVENTS = {
  /**
   * A user has this kind of account, in basic level, one-way mode and crossed margin, and without a
   * cancel countdown. The `funds_moved` after it move the money to the wallets of the new kind.
   */
  account_kind_changed: { user: "int", accountKind: ACCOUNT_KINDS, realm: REALMS, parent: "int" },

  /** The status of a user or the permissions that bound its keys changed. */
  user_access_changed: { user: "int", status: USER_STATUSES },

  /** The operator's freezes of a user, all four, after they were set. */
  user_freezes_changed: {
    user: "int",
    trading: "flag",
    transfersOut: "flag",
    withdrawals: "flag",
    login: "flag",
  },

  /** How a user signs in, after it was set; `demoUser` is the account of the demo realm + 1. */
  sign_in_changed: {
    user: "int",
    isPasswordNew: "flag",
    hasCodes: "flag",
    demoUser: "int",
    name: "text",
  },
} as const satisfies Readonly<Record<string, Fields>>;
