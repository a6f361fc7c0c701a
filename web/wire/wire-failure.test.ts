import { expect, it } from "vitest";
import { failureText, unanswered, WireFailure } from "./wire-failure.ts";

it("a change without an answer may have been done, a read was not", () => {
  expect(failureText(unanswered("POST"))).toMatch(/^No answer came, and it may have been done/);
  expect(failureText(unanswered("DELETE"))).toMatch(/look before you send it again$/);
  expect(failureText(unanswered("GET"))).toBe("The exchange cannot be reached");
});

it("a refusal has the text of the exchange with its code", () => {
  const refused = new WireFailure("25203", "Available margin is too small", 400);
  expect(failureText(refused)).toBe("Available margin is too small (25203)");
});

it("a refusal for a freeze says who can end it", () => {
  const frozen = new WireFailure("40013", "User status is abnormal", 400);
  expect(failureText(frozen)).toMatch(/^This account is frozen .* operator .* \(40013\)$/);
});
