import { expect, it } from "vitest";
import { readNumbers } from "./tool-numbers.ts";

const DEFAULTS = { faults: 200, "stop-seconds": 30 };

it("numbers of a tool are those of its options, or their defaults", () => {
  expect(readNumbers([], DEFAULTS)).toEqual(DEFAULTS);
  expect(readNumbers(["--faults", "7"], DEFAULTS)).toEqual({ faults: 7, "stop-seconds": 30 });
});

it.each([
  [["--faults", "x"], "--faults 'x': a whole number above 0 is expected"],
  [["--faults", "0"], "--faults '0'"],
  [["--faults", ""], "--faults ''"],
  [["--stop-seconds", "1.5"], "--stop-seconds '1.5'"],
  [["--fault", "7"], "--fault"],
  [["7"], "Unexpected argument '7'"],
])("numbers of a tool are refused: %j", (argv, message) => {
  expect(() => readNumbers(argv, DEFAULTS)).toThrow(message);
});
