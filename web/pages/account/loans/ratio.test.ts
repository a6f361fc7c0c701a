import { expect, it } from "vitest";
import { fallLeft, pledgeState } from "./ratio.ts";

const LINES = { supRate: "0.75", forceRate: "0.83" };

it("a pledge should be raised from its supplementary line on", () => {
  expect(pledgeState({ ...LINES, pledgeRate: "0.749999" })).toBe("safe");
  expect(pledgeState({ ...LINES, pledgeRate: "0.75" })).toBe("add");
  expect(pledgeState({ ...LINES, pledgeRate: "0" })).toBe("unknown");
});

it("the pledge may fall by what is left until the forced line", () => {
  expect(fallLeft({ ...LINES, pledgeRate: "0.415" })).toBeCloseTo(0.5);
  expect(fallLeft({ ...LINES, pledgeRate: "0.9" })).toBe(0);
  expect(fallLeft({ ...LINES, pledgeRate: "0" })).toBeUndefined();
});
