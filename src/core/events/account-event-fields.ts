/** The event of a change of the kind of an account (decision 0073). */
import { ACCOUNT_KINDS, REALMS } from "../base/vocabulary.ts";
import type { Fields } from "../commands/schema.ts";

export const ACCOUNT_EVENTS = {
  /**
   * A user has this kind of account, in basic level, one-way mode and crossed margin, and without a
   * cancel countdown. The `funds_moved` after it move the money to the wallets of the new kind.
   */
  account_kind_changed: { user: "int", accountKind: ACCOUNT_KINDS, realm: REALMS, parent: "int" },
} as const satisfies Readonly<Record<string, Fields>>;
