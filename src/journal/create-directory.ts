import { closeSync, fsyncSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

const DIRECTORY_MODE = 0o700;

/**
 * Creates a directory and those above it that are absent, and brings their names to stable
 * storage: what is flushed inside a directory is lost with the directory's own name.
 *
 * One at a time, not `recursive`: that never ends where a file system answers ENOENT to making a
 * directory in one that is there, as /proc does.
 */
export function createDirectory(directory: string): void {
  const absent: string[] = [];
  for (let each = resolve(directory); !isDirectory(each); each = dirname(each)) absent.push(each);
  for (const path of absent.reverse()) {
    mkdirSync(path, { mode: DIRECTORY_MODE });
    flushDirectory(dirname(path));
  }
}

/** False where nothing is; a file in the way is found by making a directory there. */
function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function flushDirectory(path: string): void {
  const fd = openSync(path, "r");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
