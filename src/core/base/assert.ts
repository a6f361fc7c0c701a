/** A broken invariant: our mistake, never the user's. The process stops and recovers. */
export class InvariantBroken extends Error {
  readonly code = "invariant_broken";
}

/** Always on. `rule` states what holds, positively. */
export function assert(holds: boolean, rule: string): asserts holds {
  if (!holds) throw new InvariantBroken(rule);
}

/** Ends a `switch` over a closed list. */
export function unreachable(value: never): never {
  throw new InvariantBroken(`every case is handled, got ${String(value)}`);
}
