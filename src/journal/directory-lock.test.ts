import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DirectoryLocked, lockDirectory } from "./directory-lock.ts";

describe("the lock of a data directory", () => {
  let directory = "";
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "bourse-lock-"));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  it("keeps a second holder out until the first lets go", () => {
    const lock = lockDirectory(directory);
    expect(() => lockDirectory(directory)).toThrow(DirectoryLocked);
    lock.release();
    lockDirectory(directory).release();
    expect(readdirSync(directory)).toEqual([]);
  });

  it("does not outlive a holder that was killed", () => {
    const module = join(import.meta.dirname, "directory-lock.ts");
    const script = `import { lockDirectory } from ${JSON.stringify(module)};
      lockDirectory(${JSON.stringify(directory)});
      process.kill(process.pid, "SIGKILL");`;
    const { signal } = spawnSync(process.execPath, ["--input-type=module", "-e", script]);
    expect(signal).toBe("SIGKILL");
    expect(existsSync(join(directory, "lock"))).toBe(true);
    lockDirectory(directory).release();
  });

  it.runIf(existsSync("/proc/self/stat"))("is not held by another process with its number", () => {
    writeFileSync(join(directory, "lock"), `${process.pid} some-boot:1\n`);
    lockDirectory(directory).release();
  });

  it("is taken over from a file that names no process", () => {
    writeFileSync(join(directory, "lock"), "");
    lockDirectory(directory).release();
  });
});
