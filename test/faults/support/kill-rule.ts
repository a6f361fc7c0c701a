/** Environment variable of `kill-at-write`: a `KillRule` as JSON. */
export const KILL_RULE_VARIABLE = "KILL_RULE";

/** The process dies at the write to the journal that is the `nth` to contain these bytes. */
export type KillRule = { readonly hex: string; readonly nth: number };
