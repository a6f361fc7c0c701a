/** Commands by which the operator restricts users (decision 0091). */
import { CATEGORIES } from "../base/vocabulary.ts";
import type { GroupedFields } from "./schema.ts";

const CATEGORY_SCOPES = ["all", ...CATEGORIES] as const;

/** Flags of `set_user_freezes`: the operator's freezes of a user, each by itself. */
export const FREEZE_KINDS = ["trading", "transfersOut", "withdrawals", "login"] as const;

export const ACCESS_COMMANDS = {
  /**
   * Cancels all open orders and plans of a user in a category, or in `instrument` - 1 when it is
   * not 0; those on margin, too. At most `OPERATOR_CANCELS_PER_COMMAND` at once.
   */
  cancel_all_of_user: { user: "int", category: CATEGORY_SCOPES, instrument: "int" },

  /** Sets the operator's freezes of a user; they are independent of `set_user_access`. */
  set_user_freezes: {
    user: "int",
    trading: "flag",
    transfersOut: "flag",
    withdrawals: "flag",
    login: "flag",
  },
} as const satisfies Readonly<Record<string, GroupedFields>>;
