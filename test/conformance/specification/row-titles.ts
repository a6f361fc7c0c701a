/** Titles of tests that name a row of the lists of specified rules. */

type Rules = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Returns a function that gives the title of a row, or of a test of it that shows `what`. */
export function rowTitles<R extends Rules>(): <S extends keyof R & string>(
  section: S,
  name: keyof R[S] & string,
  what?: string,
) => string {
  return (section, name, what = "") =>
    what === "" ? `${section} ${name}` : `${section} ${name}: ${what}`;
}
