import type { CheckedFiles, FileReader, ReadableFile } from "./file-layer.ts";

/**
 * Bytes a second: 86 GiB a day. Measured, checking costs about 4 ms of processor time per MiB, so
 * that is below 1 % of a processor.
 */
export const CHECK_BYTES_PER_SECOND = 1024 * 1024;
/** A file counts as so many bytes more: opening many small ones is not free. */
export const FILE_COST_BYTES = 16 * 1024;
/** Bytes read before a pause. */
const PAUSE_BYTES = 64 * 1024;

/**
 * Reads at most `CHECK_BYTES_PER_SECOND`, as a pause after what was read. A read fails once the
 * file is removed: the file system has its room back only when it is closed.
 */
export function paced(files: CheckedFiles, sleep: (ms: number) => Promise<unknown>): FileReader {
  let unpaid = 0;
  const spend = async (bytes: number): Promise<void> => {
    unpaid += bytes;
    if (unpaid < PAUSE_BYTES) return;
    const ms = (unpaid / CHECK_BYTES_PER_SECOND) * 1_000;
    unpaid = 0;
    await sleep(ms);
  };
  return {
    list: (directory) => files.list(directory),
    async open(path, mode) {
      const file = await files.open(path, mode);
      await spend(FILE_COST_BYTES);
      const refuseRemoved = async (): Promise<void> => {
        const fingerprint = await files.fingerprint(path);
        if (fingerprint === undefined) throw new Error(`${path} was removed`);
      };
      return pacedFile(file, refuseRemoved, spend);
    },
  };
}

function pacedFile(
  file: ReadableFile,
  refuseRemoved: () => Promise<void>,
  spend: (bytes: number) => Promise<void>,
): ReadableFile {
  return {
    async read(into, at) {
      await refuseRemoved();
      const read = await file.read(into, at);
      await spend(read);
      return read;
    },
    sizeBytes: () => file.sizeBytes(),
    close: () => file.close(),
  };
}
