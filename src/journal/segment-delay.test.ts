import { describe, expect, it } from "vitest";
import { SimulatedDisk } from "../../test/crash/support/simulated-disk.ts";
import { FileCommandLog } from "./file-command-log.ts";
import type { FileLayer } from "./file-layer.ts";

const directory = "/disk/journal";
const payload = new Uint8Array(400).fill(7);

type Step = "open" | "write" | "flush";

/** Opens a journal that cannot prepare its next segment, at this step, while `fault.code` is set. */
async function opened(step: Step = "open") {
  const disk = new SimulatedDisk(1);
  const fault = { code: "" };
  const files: FileLayer = {
    async open(path, mode) {
      const isSpare = mode === "write" && path.endsWith("spare.preallocated");
      const failing = (): Promise<never> =>
        Promise.reject(Object.assign(new Error(`${fault.code}: '${path}'`), fault));
      const isFailing = (at: Step): boolean => isSpare && step === at && fault.code !== "";
      if (isFailing("open")) return failing();
      const file = await disk.open(path, mode);
      return {
        write: (bytes, at) => (isFailing("write") ? failing() : file.write(bytes, at)),
        read: (into, at) => file.read(into, at),
        sizeBytes: () => file.sizeBytes(),
        flush: () => (isFailing("flush") ? failing() : file.flush()),
        close: () => file.close(),
      };
    },
    list: (path) => disk.list(path),
    createDirectory: () => disk.createDirectory(),
    rename: (from, to) => disk.rename(from, to),
    remove: (path) => disk.remove(path),
    flushDirectory: (path) => disk.flushDirectory(path),
  };
  const spareReports: string[] = [];
  const onSpareFault = (thrown: unknown): void => {
    spareReports.push(thrown instanceof Error ? thrown.message : "made");
  };
  const log = new FileCommandLog({ directory, files, segmentBytes: 4 * 1024, onSpareFault });
  const { epoch } = await log.open();
  const append = (seq: number) =>
    log.append(seq, epoch, { firstSeq: seq, count: 1, timeMs: seq, payload });
  return { append, fault, log, spareReports };
}

/** Appends until a batch is refused; returns its seq and the fault. */
async function appendUntilRefused(append: (seq: number) => Promise<unknown>) {
  for (let seq = 1; ; seq++) {
    try {
      await append(seq);
    } catch (thrown) {
      return { seq, thrown };
    }
  }
}

describe("while the next segment cannot be created", () => {
  it.each(["EMFILE", "ENFILE", "ENOMEM"])(
    "%s: the current segment is used to its end",
    async (code) => {
      const { append, fault, log, spareReports } = await opened();
      fault.code = code;
      const { seq, thrown } = await appendUntilRefused(append);
      // Eight frames of 464 bytes fit after the header.
      expect(seq).toBe(9);
      expect(thrown).toMatchObject({ code: "full", message: expect.stringContaining(directory) });
      expect(spareReports[0]).toContain("spare.preallocated");
      await expect(append(seq)).rejects.toMatchObject({ code: "full" });
      fault.code = "";
      await append(seq);
      expect(spareReports.pop()).toBe("made");
      await log.close();
    },
  );

  it.each([
    ["write", "EIO"],
    ["write", "EMFILE"],
    ["flush", "EIO"],
    ["flush", "EROFS"],
  ] as const)("a %s with %s: what is left of the current segment is used", async (step, code) => {
    const { append, fault, log, spareReports } = await opened(step);
    fault.code = code;
    const { seq } = await appendUntilRefused(append);
    expect(seq).toBe(9);
    expect(spareReports[0]).toContain(code);
    await log.close();
  });

  it.each(["EIO", "EROFS"])(
    "%s: stops the journal at the end of the current segment",
    async (code) => {
      const { append, fault, log } = await opened();
      fault.code = code;
      const { seq, thrown } = await appendUntilRefused(append);
      expect(seq).toBe(9);
      expect(thrown).toMatchObject({
        code: "unavailable",
        message: expect.stringContaining("/disk/journal"),
      });
      await log.close();
    },
  );
});
