import { closeSync, fsyncSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

const DIRECTORY_MODE = 0o700;

/**
 * Creates a directory and its missing parents, and flushes their names to stable storage: files
 * flushed inside a directory are lost if the name of the directory is lost.
 *
 * Creates one level at a time instead of using `recursive`: the recursive call loops forever on
 * file systems that return ENOENT for creating a directory inside an existing one, as /proc does.
 */
export function createDirectory(directory: string): void {
  const absent: string[] = [];
  for (let path = resolve(directory); !isDirectory(path); path = dirname(path)) absent.push(path);
  for (const path of absent.reverse()) {
    mkdirSync(path, { mode: DIRECTORY_MODE });
    flushDirectory(dirname(path));
  }
}

/** Returns false for a missing path. A file in the way is reported by the `mkdir` that follows. */
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
