/** Something that must hold did not. */
export const CHECKS = [
  "events",
  "outcome",
  "audit",
  "ledger",
  "counterparties",
  "generated_market",
  "rejection_changes_nothing",
  "encoding",
  "replay",
  "snapshot",
  "acknowledged",
  "journal",
  "recovery",
  "live_views",
  "history",
  "invariant",
  "time",
] as const;
export type CheckName = (typeof CHECKS)[number];

export class Violation extends Error {
  readonly check: CheckName;
  readonly seq: number;

  constructor(check: CheckName, seq: number, message: string, options?: ErrorOptions) {
    super(`${check} at seq ${seq}: ${message}`, options);
    this.check = check;
    this.seq = seq;
  }
}
