import { describe, expect, it } from "vitest";
import { crc32c } from "./crc32c.ts";

describe("CRC-32C", () => {
  it("returns the check value of its definition and those of RFC 3720", () => {
    expect(crc32c(new TextEncoder().encode("123456789"))).toBe(0xe3069283);
    expect(crc32c(new Uint8Array(32))).toBe(0x8a9136aa);
    expect(crc32c(new Uint8Array(32).fill(0xff))).toBe(0x62a8ab43);
    expect(crc32c(Uint8Array.from({ length: 32 }, (_, index) => index))).toBe(0x46dd794e);
  });

  it("returns the same checksum for a range and for its copy, at every start and end", () => {
    const bytes = Uint8Array.from({ length: 64 }, (_, index) => (index * 37) & 255);
    for (let start = 0; start < 20; start++) {
      for (let end = start; end <= 64; end++) {
        expect(crc32c(bytes, start, end)).toBe(crc32c(bytes.slice(start, end)));
      }
    }
  });
});
