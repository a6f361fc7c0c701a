import { expect, it } from "vitest";
import { roundedJson } from "./stored-json.ts";

it("stores five significant digits, and a line for each entry of the outer objects", () => {
  const value = { figures: { a: 1.23456789, b: 123_456 }, curves: { lags: [[1, 0.333333]] } };
  expect(roundedJson(value).split("\n")).toEqual([
    "{",
    ' "figures": {',
    '  "a": 1.2346,',
    '  "b": 123460',
    " },",
    ' "curves": {',
    '  "lags": [[1,0.33333]]',
    " }",
    "}",
    "",
  ]);
});

it("stores no entry for what was not measured", () => {
  expect(JSON.parse(roundedJson({ a: undefined, b: { c: 1 } }))).toEqual({ b: { c: 1 } });
});
