import { expect, it } from "vitest";
import { changesOf, completeBody, type Term } from "./changes.ts";

const TERMS: readonly Term[] = [
  { name: "sizeMin", label: "Smallest size", kind: "decimal", value: "0.01" },
  { name: "rateMin", label: "Lowest rate", kind: "signed", value: "-0.003" },
  { name: "hours", label: "Interval", kind: "whole", value: "8" },
  { name: "from", label: "From", kind: "text", value: "" },
];

it("sends only what was changed, with a sentence for each", () => {
  const written = { sizeMin: " 0.02 ", rateMin: "-0.003", hours: "4", from: "2030-01-01" };
  expect(changesOf(TERMS, written)).toEqual({
    body: { sizeMin: "0.02", hours: 4, from: "2030-01-01" },
    effects: ["Smallest size: 0.01 → 0.02", "Interval: 8 → 4", "From: none → 2030-01-01"],
    faults: {},
  });
  expect(changesOf(TERMS, {})).toEqual({ body: {}, effects: [], faults: {} });
});

it("names what is wrong beside the term, and does not send it", () => {
  const written = { sizeMin: "-1", rateMin: "1e3", hours: "1.5" };
  const { body, faults } = changesOf(TERMS, written);
  expect(body).toEqual({});
  expect(Object.keys(faults)).toEqual(["sizeMin", "rateMin", "hours"]);
});

it("completes a body with the present values where the exchange needs all of them", () => {
  const { body } = changesOf(TERMS, { hours: "4" });
  expect(completeBody(TERMS, body)).toEqual({
    ...{ sizeMin: "0.01", rateMin: "-0.003", hours: 4, from: "" },
  });
});
