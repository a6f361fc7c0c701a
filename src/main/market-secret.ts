/** The secret from which the generated market draws everything that happens after its founding. */
import { createHmac } from "node:crypto";
import type { State } from "../core/state.ts";
import { Random, type RandomState, type Streams } from "../market-model/random.ts";

/** Distinguishes the secret from everything else that is derived from the master key. */
const LABEL = "bourse generated market";

/** Returns the secret, which follows from the master key and does not reveal it: 32 bytes. */
export function marketSecretOf(masterKey: Uint8Array): Uint8Array {
  return createHmac("sha256", masterKey).update(LABEL).digest();
}

/**
 * Returns streams that cannot be computed without the secret, nor from one another. All 128 bits of
 * a generator's state depend on all bits of the secret and of the name.
 */
export function secretStreams(secret: Uint8Array): Streams {
  return (name) => Random.ofState(stateOf(createHmac("sha256", secret).update(name).digest()));
}

function stateOf(digest: Buffer): RandomState {
  const word = (index: number): number => digest.readInt32LE(4 * index);
  return [word(0), word(1), word(2), word(3)];
}

/**
 * Returns the name of a run among the streams. The time distinguishes it from a run that started
 * at the same seq before the journal was restored from a backup: users have seen its numbers.
 */
export function runName({ seq }: Pick<State, "seq">, nowMs: number): string {
  return `run ${seq} ${nowMs}`;
}
