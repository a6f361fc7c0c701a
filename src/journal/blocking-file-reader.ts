/**
 * Reads files in the calling thread. Meant for a worker thread: a read that hangs blocks that
 * thread alone and takes none of the pool, on which the journal is written.
 */
import { closeSync, fstatSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { type CheckedFiles, isAbsent, type ReadableFile } from "./file-layer.ts";

class BlockingFile implements ReadableFile {
  readonly #fd: number;

  constructor(fd: number) {
    this.#fd = fd;
  }

  async read(into: Uint8Array, at: number): Promise<number> {
    return readSync(this.#fd, into, 0, into.length, at);
  }

  async sizeBytes(): Promise<number> {
    return fstatSync(this.#fd).size;
  }

  async close(): Promise<void> {
    closeSync(this.#fd);
  }
}

/** The file system of the machine. */
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
