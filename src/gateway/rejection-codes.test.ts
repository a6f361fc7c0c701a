import { expect, it } from "vitest";
import { REJECTIONS } from "../core/base/rejections.ts";
import { REJECTION_DIALECTS, rejectionError } from "./rejection-codes.ts";

it("names every rejection in every dialect, with nothing left open in the message", () => {
  for (const rejection of REJECTIONS) {
    for (const dialect of REJECTION_DIALECTS) {
      const error = rejectionError(rejection, dialect);
      expect(error.message, `${rejection} ${dialect}`).not.toMatch(/[{}]/);
      expect(error.message.length).toBeGreaterThan(0);
    }
  }
});

it("answers the same rejection with the code of each list", () => {
  const codes = REJECTION_DIALECTS.map(
    (dialect) => rejectionError("order_not_found", dialect).code,
  );
  expect(codes).toEqual(["43001", "40768", "25204", "43001", "43001"]);
  expect(rejectionError("insufficient_available", "transfer").code).toBe("43117");
  expect(rejectionError("insufficient_margin", "v2_mix").code).toBe("40762");
});

it("puts the parameter's name into messages that have a place for it", () => {
  expect(rejectionError("price_missing", "v3").message).toContain("price");
});
