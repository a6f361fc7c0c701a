/** Where events of loans and debts have their ids and users. */
import { eventLayout, type NumberOffset } from "../../core/events/event-layout.ts";

/** Offsets of an event's id and user. */
function idsOf<N extends string>(
  layout: { readonly user: NumberOffset } & Readonly<Record<N, NumberOffset>>,
  id: N,
): { readonly id: NumberOffset; readonly user: NumberOffset } {
  return { id: layout[id], user: layout.user };
}

/** Offsets of the events of loans and debts. */
export const LENDING = {
  loan_borrowed: idsOf(eventLayout("loan_borrowed"), "loanId"),
  interest_charged: idsOf(eventLayout("interest_charged"), "interestId"),
  loan_repaid: idsOf(eventLayout("loan_repaid"), "repayId"),
  debt_changed: idsOf(eventLayout("debt_changed"), "changeId"),
  debt_interest_charged: idsOf(eventLayout("debt_interest_charged"), "interestId"),
  debt_exchanged: idsOf(eventLayout("debt_exchanged"), "exchangeId"),
  unwind_started: idsOf(eventLayout("unwind_started"), "unwindId"),
};
export type LendingKind = keyof typeof LENDING;
