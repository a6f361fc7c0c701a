import { createHmac } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { HmacKey } from "./hmac-key.ts";

const anyBytes = (maxLength: number) =>
  fc.uint8Array({ maxLength, size: "max" }).map((bytes) => Buffer.from(bytes));

it("an HMAC key signs as the platform's HMAC-SHA256 does, whatever the lengths", () => {
  const text = fc.string({ unit: "binary", maxLength: 200 });
  const body = fc.option(anyBytes(40_000), { nil: undefined });
  fc.assert(
    fc.property(anyBytes(200), text, body, (secret, head, bytes) => {
      const expected = createHmac("sha256", secret).update(head);
      if (bytes !== undefined) expected.update(bytes);
      expect(new HmacKey(secret).sign(head, bytes)).toBe(expected.digest("base64"));
    }),
    { numRuns: 300 },
  );
});
