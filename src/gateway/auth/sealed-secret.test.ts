import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { MASTER_KEY_FILE, openMasterKey, SealError, SecretSeal } from "./sealed-secret.ts";

const directories: string[] = [];

function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), "bourse-seal-"));
  directories.push(directory);
  return directory;
}

afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true });
});

describe("the master key", () => {
  it("is made once, for its owner alone, and read back afterwards", () => {
    const directory = newDirectory();
    const made = openMasterKey(directory);
    expect(made).toHaveLength(32);
    expect(statSync(join(directory, MASTER_KEY_FILE)).mode & 0o777).toBe(0o600);
    expect(openMasterKey(directory)).toEqual(made);
  });

  it("is refused when others may read it or bytes are missing", () => {
    const directory = newDirectory();
    openMasterKey(directory);
    chmodSync(join(directory, MASTER_KEY_FILE), 0o644);
    expect(() => openMasterKey(directory)).toThrow(SealError);
    const short = newDirectory();
    writeFileSync(join(short, MASTER_KEY_FILE), "short", { mode: 0o600 });
    expect(() => openMasterKey(short)).toThrow(SealError);
  });
});

describe("a sealed secret", () => {
  const seal = new SecretSeal(Buffer.alloc(32, 1));

  it("opens under its name and key alone", () => {
    const sealed = seal.seal("s3cr3t", "bg_a");
    expect(seal.unseal(sealed, "bg_a")).toBe("s3cr3t");
    expect(() => seal.unseal(sealed, "bg_b")).toThrow(SealError);
    const other = new SecretSeal(Buffer.alloc(32, 2));
    expect(() => other.unseal(sealed, "bg_a")).toThrow(SealError);
  });

  it("never looks the same twice and never shows the secret", () => {
    const first = Buffer.from(seal.seal("s3cr3t", "bg_a"));
    const second = Buffer.from(seal.seal("s3cr3t", "bg_a"));
    expect(first.equals(second)).toBe(false);
    expect(first.includes("s3cr3t")).toBe(false);
  });

  it("notices each changed byte and a cut end", () => {
    const sealed = seal.seal("s3cr3t", "bg_a");
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Uint8Array.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => seal.unseal(changed, "bg_a")).toThrow(SealError);
    }
    expect(() => seal.unseal(sealed.subarray(0, 10), "bg_a")).toThrow(SealError);
  });
});
