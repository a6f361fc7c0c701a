/** Collects every push of a client. */
import { closeAtEnd } from "./conformance-exchange.ts";

/**
 * Calls `watch` again and again until the test file ends; answers the growing list of all that it
 * resolved with, oldest first. A rejection before the end fails the run as unhandled.
 *
 * Of two tickers or balances that arrive together ccxt returns the first one alone. A test that
 * awaits a certain one reads what the client holds.
 */
export function follow<T>(watch: () => Promise<readonly T[] | T>): readonly T[] {
  const seen: T[] = [];
  let isOver = false;
  closeAtEnd(() => {
    isOver = true;
  });
  const run = async (): Promise<void> => {
    while (!isOver) {
      const update = await watch();
      if (Array.isArray(update)) seen.push(...(update as readonly T[]));
      else seen.push(update as T);
    }
  };
  run().catch((thrown: unknown) => {
    if (!isOver) throw thrown;
  });
  return seen;
}
