/** The command that changes the kind of an account (decision 0073). */
import { ACCOUNT_KINDS } from "../base/vocabulary.ts";
import type { GroupedFields } from "./schema.ts";

export const ACCOUNT_COMMANDS = {
  /** Makes an account classic or unified and moves its money to the wallets of the new kind. */
  switch_account: { user: "int", accountKind: ACCOUNT_KINDS },
} as const satisfies Readonly<Record<string, GroupedFields>>;
