import { describe, expect, it } from "vitest";
import { SealError, SecretSeal } from "./sealed-secret.ts";

describe("a sealed secret", () => {
  const seal = new SecretSeal(Buffer.alloc(32, 1));

  it("opens under its name and key only", () => {
    const sealed = seal.seal("s3cr3t", "bg_a");
    expect(seal.unseal(sealed, "bg_a")).toBe("s3cr3t");
    expect(() => seal.unseal(sealed, "bg_b")).toThrow(SealError);
    const other = new SecretSeal(Buffer.alloc(32, 2));
    expect(() => other.unseal(sealed, "bg_a")).toThrow(SealError);
  });

  it("never has the same bytes twice and never contains the secret", () => {
    const first = Buffer.from(seal.seal("s3cr3t", "bg_a"));
    const second = Buffer.from(seal.seal("s3cr3t", "bg_a"));
    expect(first.equals(second)).toBe(false);
    expect(first.includes("s3cr3t")).toBe(false);
  });

  it("detects each changed byte and a truncated end", () => {
    const sealed = seal.seal("s3cr3t", "bg_a");
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Uint8Array.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => seal.unseal(changed, "bg_a")).toThrow(SealError);
    }
    expect(() => seal.unseal(sealed.subarray(0, 10), "bg_a")).toThrow(SealError);
  });
});
