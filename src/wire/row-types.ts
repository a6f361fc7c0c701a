/** Types that derive the row of a push from the row that REST answers. */

/**
 * The row `R` without the fields `K`, each of which `R` has. A push is such a row with some fields
 * of its own, so a new field of `R` does not compile until the push carries it or leaves it out by
 * name.
 */
export type Without<R, K extends keyof R> = Omit<R, K>;
