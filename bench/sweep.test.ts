import { expect, it } from "vitest";
import { benchSweep } from "./sweep.ts";

it("a sweep leaves the sound alone, and a fall liquidates the weakest to the end", async () => {
  const { checks } = await benchSweep(["--positions", "1000"]);
  expect(checks.filter(({ holds }) => !holds)).toEqual([]);
});
