import { expect, it } from "vitest";
import { lastWeek, periodFault } from "./period.ts";

it("begins with the last seven UTC days", () => {
  const week = lastWeek(Date.parse("2030-01-03T23:59:00Z"));
  expect(week).toEqual({ from: "2029-12-28", to: "2030-01-03" });
  expect(periodFault(week)).toBeUndefined();
});

it("accepts at most 31 days in their order", () => {
  expect(periodFault({ from: "2030-01-01", to: "2030-01-31" })).toBeUndefined();
  expect(periodFault({ from: "2030-01-01", to: "2030-02-01" })).toContain("31 days");
  expect(periodFault({ from: "2030-01-02", to: "2030-01-01" })).toContain("not before");
  expect(periodFault({ from: "", to: "2030-01-01" })).toContain("both days");
});
