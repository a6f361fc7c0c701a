/** Types that derive the row of a push from the row that REST returns. */

/**
 * The row `R` without the fields `K`, each of which `R` has. A push is such a row with some fields
 * of its own: a new field of `R` does not compile until the push contains it or names it in `K`.
 */
export type Without<R, K extends keyof R> = Omit<R, K>;

/**
 * The row `R` with its fields renamed by `N`, which names every field of `R`. For pushes that write
 * the same fields under other names.
 */
export type Renamed<R, N extends { readonly [K in keyof R]: string }> = {
  readonly [K in keyof R as N[K]]: R[K];
};

/** The intersection of the members of the union `U`. */
type Intersection<U> = (U extends unknown ? (member: U) => void : never) extends (
  members: infer I,
) => void
  ? I
  : never;

/**
 * JSON text of the row `R`, written as a template literal with `as const`: a template without one
 * of the row's fields does not compile. For pushes that are too frequent for `JSON.stringify`.
 */
export type JsonOf<R> = Intersection<
  { [K in keyof R & string]: `${string}"${K}":${string}` }[keyof R & string]
>;
