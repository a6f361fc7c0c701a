/** Commands of the operator about the running of the exchange (decision 0089). */
import { ADMIN_ROLES } from "../base/vocabulary.ts";
import type { GroupedFields } from "./schema.ts";

export const OPERATING_COMMANDS = {
  /**
   * Keeps a setting of the parts outside the core, which gives it no meaning: a limit, a threshold.
   * An empty value removes it.
   */
  set_setting: { name: "text", value: "text" },

  /**
   * Issues an admin token or replaces the one of this name. `digest` is the SHA-256 of the token,
   * which is not kept; `expiresAtMs` is 0 for never.
   */
  set_admin_token: { name: "text", role: ADMIN_ROLES, digest: "bytes", expiresAtMs: "int" },

  remove_admin_token: { name: "text" },

  /**
   * Holds the index price of an instrument, whatever prices arrive, until the price 0 releases it.
   */
  hold_index_price: { instrument: "int", price: "ticks" },
} as const satisfies Readonly<Record<string, GroupedFields>>;
