import type { CommandKind } from "./commands.ts";

const INSTRUMENT = ["instrument"];

/**
 * Fields of commands that hold an index + 1, or 0 for none; others of the same name hold an index.
 */
export const COMMAND_FIELDS_FROM_ONE: Readonly<Partial<Record<CommandKind, readonly string[]>>> = {
  create_user: ["parent"],
  transfer: ["fromInstrument", "toInstrument"],
  set_loan_terms: ["instrument", "pricedBy"],
  cancel_orders: INSTRUMENT,
  cancel_plans: INSTRUMENT,
  close_positions: INSTRUMENT,
  cancel_all_of_user: INSTRUMENT,
  borrow: INSTRUMENT,
  repay: INSTRUMENT,
  flash_repay: INSTRUMENT,
  set_sign_in: ["demoUser"],
};
