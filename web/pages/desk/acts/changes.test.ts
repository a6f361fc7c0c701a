import { expect, it } from "vitest";
import { changesOf, completeBody, labelledText, labelsOf, type Term } from "./changes.ts";

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

it("takes times as the exchange reads them, and none", () => {
  const from: Term = { name: "from", label: "From", kind: "time", value: "" };
  const faultOf = (text: string) => changesOf([from], { from: text }).faults["from"];
  const times = ["2030-12-31T08:00Z", "2030-12-31T08:00:00Z", "2030-12-31T08:00:00.000Z", " "];
  expect(times.map(faultOf)).toEqual([undefined, undefined, undefined, undefined]);
  const others = ["tomorrow", "2030-12-31", "2030-12-31T08:00:00", "31.12.2030 08:00"];
  expect(others.map(faultOf)).toEqual(others.map(() => expect.stringContaining("2030-12-31T08")));
});

it("completes a body with the present values where the exchange needs all of them", () => {
  const { body } = changesOf(TERMS, { hours: "4" });
  expect(completeBody(TERMS, body)).toEqual({
    ...{ sizeMin: "0.01", rateMin: "-0.003", hours: 4, from: "" },
  });
});

it("names members in refusals as the form does, and leaves other words", () => {
  const labels = labelsOf(TERMS);
  expect(labelledText("sizeMin is below sizeMax (invalid)", labels)).toBe(
    '"Smallest size" is below sizeMax (invalid)',
  );
  expect(labelledText("hours must be at most 24", labels)).toBe('"Interval" must be at most 24');
  const sentence = "intervals have 1, 2, 4 or 8 hours";
  expect(labelledText(sentence, labels)).toBe(sentence);
  expect(labelledText("sizeMin is unknown")).toBe("sizeMin is unknown");
});
