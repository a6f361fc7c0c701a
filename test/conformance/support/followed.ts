/** Follows what a client is pushed, so that nothing it is told is missed. */
import { closeAtEnd } from "./conformance-exchange.ts";

/**
 * Calls `watch` again and again until the test file ends; answers the growing list of all that it
 * resolved with, oldest first. A rejection before the end fails the run as unhandled.
 */
export function follow<T>(watch: () => Promise<readonly T[] | T>): readonly T[] {
  const seen: T[] = [];
  let isOver = false;
  closeAtEnd(() => {
    isOver = true;
  });
  const run = async (): Promise<void> => {
    while (!isOver) {
      const told = await watch();
      if (Array.isArray(told)) seen.push(...(told as readonly T[]));
      else seen.push(told as T);
    }
  };
  run().catch((thrown: unknown) => {
    if (!isOver) throw thrown;
  });
  return seen;
}
