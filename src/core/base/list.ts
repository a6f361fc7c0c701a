/** Access to lists whose indexes the core assigns itself. */
import { assert } from "./assert.ts";

/** Returns the element of a list at an index that is known to be in range. */
export function elementAt<T>(list: readonly T[], index: number): T {
  const element = list[index];
  assert(element !== undefined, "an index that the core holds names an element of its list");
  return element;
}
