/** Keeps the directories of an exchange and of its backup apart. */
import { existsSync, realpathSync } from "node:fs";
import { relative, resolve } from "node:path";

function realPath(path: string): string {
  return existsSync(path) ? realpathSync(path) : resolve(path);
}

function isInside(inner: string, outer: string): boolean {
  return inner === outer || !/^\.\.(\/|$)/.test(relative(outer, inner));
}

/**
 * Throws when one directory is, or is inside, the other: a backup inside the data directory would
 * copy itself, and either would be lost with the other.
 */
export function refuseOverlap(target: string, source: string): void {
  const [inner, outer] = [realPath(target), realPath(source)];
  if (!isInside(inner, outer) && !isInside(outer, inner)) return;
  throw new Error(`${target} and ${source} overlap: choose a directory elsewhere, on another disk`);
}
