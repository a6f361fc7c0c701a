import { expect, it } from "vitest";
import { REJECTIONS } from "../core/base/rejections.ts";
import { REJECTION_DIALECTS, rejectionError } from "./rejection-codes.ts";

it("names every rejection in every dialect, with all placeholders of the message filled", () => {
  for (const rejection of REJECTIONS) {
    for (const dialect of REJECTION_DIALECTS) {
      const error = rejectionError(rejection, dialect);
      expect(error.message, `${rejection} ${dialect}`).not.toMatch(/[{}]/);
      expect(error.message.length).toBeGreaterThan(0);
      // A placeholder without a value is left empty.
      expect(error.message, `${rejection} ${dialect}`).not.toMatch(/ {2}|^ | $/);
    }
  }
});

it("returns the code of each list for the same rejection", () => {
  const codes = REJECTION_DIALECTS.map(
    (dialect) => rejectionError("order_not_found", dialect).code,
  );
  expect(codes).toEqual(["43001", "40768", "25204", "43001", "43001"]);
  expect(rejectionError("insufficient_available", "transfer").code).toBe("43117");
  expect(rejectionError("insufficient_margin", "v2_mix").code).toBe("40762");
});

it("inserts the parameter's name into messages with a placeholder", () => {
  expect(rejectionError("price_missing", "v3").message).toContain("price");
});
