/** Sizes of the tests that both test commands run, small in one and large in the other. */

export type Sizes = {
  /** Environment variable that sets another size. */
  readonly variable?: string;
  /** Of `npm test`. */
  readonly quick: number;
  /** Of `npm run test:deep`. */
  readonly deep: number;
};

/** Returns the size for the running suite. Only files named `*.scaled.test.ts` use it. */
export function sized({ variable, quick, deep }: Sizes): number {
  const given = variable === undefined ? undefined : process.env[variable];
  if (given !== undefined) return Number(given);
  return process.env["BOURSE_TEST_DEPTH"] === "deep" ? deep : quick;
}
