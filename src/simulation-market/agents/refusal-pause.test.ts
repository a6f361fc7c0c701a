import { expect, it } from "vitest";
import { RefusalPause } from "./refusal-pause.ts";

const MINUTE_MS = 60_000;

/** Length of the pause that begins now. */
function lengthFrom(pause: RefusalPause, nowMs: number): number {
  pause.begin(nowMs);
  let lengthMs = 0;
  while (pause.isOn(nowMs + lengthMs)) lengthMs += 1_000;
  return lengthMs;
}

it("doubles with each refusal that follows a pause, up to a minute", () => {
  const pause = new RefusalPause();
  const lengths: number[] = [];
  for (let nowMs = 0; lengths.length < 7; nowMs += lengths.at(-1) ?? 0) {
    lengths.push(lengthFrom(pause, nowMs));
  }
  expect(lengths).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, MINUTE_MS, MINUTE_MS]);
});

it("does not grow with several refusals of one frame", () => {
  const pause = new RefusalPause();
  for (let i = 0; i < 5; i++) pause.begin(1_000);
  expect(lengthFrom(pause, 1_000)).toBe(2_000);
});

it("is short again after two minutes without refusals", () => {
  const pause = new RefusalPause();
  expect(lengthFrom(pause, 0)).toBe(2_000);
  expect(lengthFrom(pause, 2_000)).toBe(4_000);
  expect(lengthFrom(pause, 6_000 + 3 * MINUTE_MS)).toBe(2_000);
});
