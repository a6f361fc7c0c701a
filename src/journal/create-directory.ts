import { closeSync, fsyncSync, mkdirSync, openSync } from "node:fs";
import { dirname, resolve } from "node:path";

const DIRECTORY_MODE = 0o700;

/**
 * Creates a directory and those above it that are absent, and brings their names to stable
 * storage: what is flushed inside a directory is lost with the directory's own name.
 */
export function createDirectory(directory: string): void {
  const path = resolve(directory);
  const first = mkdirSync(path, { recursive: true, mode: DIRECTORY_MODE });
  if (first === undefined) return;
  const top = dirname(resolve(first));
  for (let each = dirname(path); ; each = dirname(each)) {
    flushDirectory(each);
    if (each === top) return;
  }
}

function flushDirectory(path: string): void {
  const fd = openSync(path, "r");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
