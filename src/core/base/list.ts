/** Lists whose indexes the core hands out itself. */
import { assert } from "./assert.ts";

/** Element of a list at an index that is known to be one of the list's. */
export function elementAt<T>(list: readonly T[], index: number): T {
  const element = list[index];
  assert(element !== undefined, "an index that the core holds names an element of its list");
  return element;
}
