/** Finds the known name that an unknown one was probably meant to be. */

/** Larger distances relate names that have little in common. */
const DISTANCE_MAX = 3;

/** Number of letters to insert, remove or replace to turn `from` into `to`. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_none, column) => column);
  for (let line = 1; line <= from.length; line += 1) {
    const next = [line];
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = (row[column - 1] ?? 0) + (from[line - 1] === to[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[-_]/g, "");

/** Returns the known name nearest to `name`, whatever its case; `undefined` if none is near. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  let nearest: string | undefined;
  let least = Math.min(DISTANCE_MAX, Math.floor(name.length / 2)) + 1;
  for (const candidate of known) {
    const apart = distance(plain(name), plain(candidate));
    if (apart >= least) continue;
    least = apart;
    nearest = candidate;
  }
  return nearest;
}

/** Returns ` (did you mean X?)` for the nearest known name, or nothing. */
export function suggestion(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  return nearest === undefined ? "" : ` (did you mean ${nearest}?)`;
}
