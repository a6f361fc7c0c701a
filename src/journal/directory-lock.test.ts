import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { DirectoryLocked, HOLDER_FILE, LOCK_FILE, lockDirectory } from "./directory-lock.ts";

const MODULE = join(import.meta.dirname, "directory-lock.ts");
const SHORT_MS = 100;

/** Starts a process that holds the lock until it is killed. */
async function holderOf(directory: string): Promise<ChildProcess> {
  const script = `import { lockDirectory } from ${JSON.stringify(MODULE)};
    await lockDirectory(${JSON.stringify(directory)});
    process.stdout.write("held");
    setInterval(() => undefined, 1e6);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout as NodeJS.ReadableStream, "data");
  return child;
}

function listing(directory: string): unknown[] {
  return readdirSync(directory).map((name) => {
    const path = join(directory, name);
    const { mtimeMs, size } = statSync(path);
    // Skips the content of the lock file: opening it here would release the lock.
    return [name, mtimeMs, size, name === LOCK_FILE ? "" : readFileSync(path, "hex")];
  });
}

describe("lockDirectory", () => {
  let directory = "";
  beforeEach(() => {
    directory = temporaryDirectory("lock");
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  it("refuses a second holder until the first releases the lock", async () => {
    const lock = await lockDirectory(directory);
    await expect(lockDirectory(directory, SHORT_MS)).rejects.toThrow(DirectoryLocked);
    lock.release();
    lock.release();
    (await lockDirectory(directory, 0)).release();
    expect(readdirSync(directory)).toEqual([LOCK_FILE]);
    expect(statSync(join(directory, LOCK_FILE)).mode & 0o777).toBe(0o600);
  });

  it("names the holder in its error, and a refused start changes nothing", async () => {
    const child = await holderOf(directory);
    const before = listing(directory);
    const refused = lockDirectory(directory, SHORT_MS);
    await expect(refused).rejects.toThrow(
      new RegExp(`${LOCK_FILE} is locked by process ${child.pid} on host .*; stop that process`),
    );
    expect(listing(directory)).toEqual(before);
    child.kill("SIGKILL");
    await once(child, "exit");
  });

  it("is free as soon as its holder is killed, and a start waits for that", async () => {
    const child = await holderOf(directory);
    const waiting = lockDirectory(directory);
    child.kill("SIGKILL");
    (await waiting).release();
  });

  it("ignores and removes lock files of earlier versions", async () => {
    for (const name of ["lock", "lock.17", "lock.17.stale"]) {
      writeFileSync(join(directory, name), "1 some-boot:1\n");
    }
    const lock = await lockDirectory(directory, 0);
    expect(readdirSync(directory)).toEqual([HOLDER_FILE, LOCK_FILE]);
    lock.release();
  });

  it("says what to do when the lock cannot be taken", async () => {
    writeFileSync(join(directory, LOCK_FILE), "no database".repeat(100));
    await expect(lockDirectory(directory, 0)).rejects.toThrow(/lock\.sqlite cannot be locked: /);
    const other = join(directory, "other");
    mkdirSync(join(other, LOCK_FILE), { recursive: true });
    await expect(lockDirectory(other, 0)).rejects.toThrow(/lock\.sqlite cannot be locked: /);
    expect(existsSync(join(other, HOLDER_FILE))).toBe(false);
  });
});
