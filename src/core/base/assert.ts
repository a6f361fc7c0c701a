/** A broken invariant: a defect of the exchange, never of a request. The process restarts. */
export class InvariantBroken extends Error {
  readonly code = "invariant_broken";
}

/** Throws `InvariantBroken` unless a condition holds. `rule` states the invariant, positively. */
export function assert(holds: boolean, rule: string): asserts holds {
  if (!holds) throw new InvariantBroken(rule);
}

/** Ends a `switch` over a closed list, so that a missing case does not compile. */
export function unreachable(value: never): never {
  throw new InvariantBroken(`every case is handled, got ${String(value)}`);
}
