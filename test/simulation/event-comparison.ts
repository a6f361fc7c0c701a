/** Compares what the core tells with what the naive exchange tells, field by field. */

import type { Outcome } from "../../src/core/base/outcome.ts";
import { type CoreEvent, EVENTS } from "../../src/core/events/events.ts";
import type { NaiveOutcome } from "./naive/naive-state.ts";
import { Violation } from "./violation.ts";

const FIELD_NAMES = new Map<string, readonly string[]>(
  Object.entries(EVENTS).map(([kind, fields]) => [kind, ["seq", "timeMs", ...Object.keys(fields)]]),
);

/** An event, command or outcome as one line. */
export function lineOf(value: unknown): string {
  return JSON.stringify(value, (_, field) => {
    if (typeof field === "bigint") return `${field}n`;
    return field instanceof Uint8Array ? Buffer.from(field).toString("hex") : field;
  });
}

function isSame(one: CoreEvent, other: CoreEvent): boolean {
  if (one.kind !== other.kind) return false;
  const [a, b] = [one, other] as unknown as [Record<string, unknown>, Record<string, unknown>];
  return (FIELD_NAMES.get(one.kind) ?? []).every((name) => a[name] === b[name]);
}

/** Whether two lists hold the same events in the same order. */
export function areSame(some: readonly CoreEvent[], others: readonly CoreEvent[]): boolean {
  return (
    some.length === others.length &&
    some.every((one, at) => {
      const other = others[at];
      return other !== undefined && isSame(one, other);
    })
  );
}

/** Throws a `Violation` at the first event that differs. */
export function compareEvents(
  seq: number,
  core: readonly CoreEvent[],
  naive: readonly CoreEvent[],
): void {
  const count = Math.max(core.length, naive.length);
  for (let at = 0; at < count; at++) {
    const [one, other] = [core[at], naive[at]];
    if (one !== undefined && other !== undefined && isSame(one, other)) continue;
    const message = `event ${at}: core ${lineOf(one)}, naive ${lineOf(other)}`;
    throw new Violation("events", seq, message);
  }
}

export function compareOutcomes(seq: number, core: Outcome, naive: NaiveOutcome): void {
  const fields = (outcome: Outcome): string => {
    const { conversion, id, items, pledged, rejection, repaidUsd, replacedReduceOnly } = outcome;
    return lineOf({ conversion, id, items, pledged, rejection, repaidUsd, replacedReduceOnly });
  };
  const [one, other] = [fields(core), fields(naive)];
  if (one !== other) throw new Violation("outcome", seq, `core ${one}, naive ${other}`);
}
