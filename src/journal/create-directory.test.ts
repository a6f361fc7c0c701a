import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createDirectory } from "./create-directory.ts";

describe("createDirectory", () => {
  const top = mkdtempSync(join(tmpdir(), "bourse-create-"));
  afterAll(() => rmSync(top, { recursive: true }));

  it("creates missing parents, accessible to their owner only, and accepts existing ones", () => {
    const path = join(top, "one", "two", "three");
    createDirectory(path);
    createDirectory(path);
    createDirectory(`${path}/`);
    createDirectory(join(top, "one", "four"));
    expect(existsSync(join(top, "one", "four"))).toBe(true);
    for (const each of [join(top, "one"), path]) expect(statSync(each).mode & 0o777).toBe(0o700);
  });

  it("fails when a file is in the way", () => {
    expect(() => createDirectory(join(import.meta.filename, "below"))).toThrow("EEXIST");
    expect(() => createDirectory(import.meta.filename)).toThrow("EEXIST");
  });

  it.skipIf(!existsSync("/proc/self"))("refuses where the file system makes none", () => {
    expect(() => createDirectory("/proc/none/below")).toThrow("ENOENT");
  });
});
