import type { EventKind } from "./events.ts";

const INSTRUMENT = ["instrument"];

/** Fields of events that hold an index + 1, or 0 for none; others of the name hold an index. */
export const EVENT_FIELDS_FROM_ONE: Readonly<Partial<Record<EventKind, readonly string[]>>> = {
  funds_moved: ["fromInstrument", "toInstrument"],
  loan_terms_changed: INSTRUMENT,
  loan_borrowed: INSTRUMENT,
  interest_charged: INSTRUMENT,
  loan_repaid: INSTRUMENT,
  loan_covered: INSTRUMENT,
  unwind_started: INSTRUMENT,
  collateral_swapped: INSTRUMENT,
  unwind_ended: INSTRUMENT,
  liquidation_started: INSTRUMENT,
  operator_acted: INSTRUMENT,
  sign_in_changed: ["demoUser"],
};
