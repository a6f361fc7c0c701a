/**
 * Reads files synchronously in the calling thread. Meant for a worker thread: a read that hangs
 * blocks only that thread and occupies no thread of the libuv pool, which the journal writes on.
 */
import { closeSync, fstatSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { type CheckedFiles, isAbsent, type ReadableFile } from "./file-layer.ts";

class BlockingFile implements ReadableFile {
  readonly #fd: number;

  constructor(fd: number) {
    this.#fd = fd;
  }

  async read(into: Uint8Array, fileOffset: number): Promise<number> {
    return readSync(this.#fd, into, 0, into.length, fileOffset);
  }

  async sizeBytes(): Promise<number> {
    return fstatSync(this.#fd).size;
  }

  async close(): Promise<void> {
    closeSync(this.#fd);
  }
}

/** Synchronous file access for file checks. */
export const blockingFileReader: CheckedFiles = {
  async open(path) {
    return new BlockingFile(openSync(path, "r"));
  },

  async list(directory) {
    try {
      return readdirSync(directory).sort();
    } catch (thrown) {
      if (isAbsent(thrown)) return [];
      throw thrown;
    }
  },

  async fingerprint(path) {
    try {
      const { dev, ino, mtimeNs, size } = statSync(path, { bigint: true });
      return `${dev}:${ino}:${size}:${mtimeNs}`;
    } catch (thrown) {
      if (isAbsent(thrown)) return undefined;
      throw thrown;
    }
  },
};
