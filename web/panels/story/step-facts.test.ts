import { expect, it } from "vitest";
import { stepFacts, stepTitle } from "./step-facts.ts";
import type { StoryStep } from "./story.ts";

function step(members: Partial<StoryStep>): StoryStep {
  const empty = new Proxy({} as StoryStep, {
    get: (_, name) => members[name as keyof StoryStep] ?? "",
  });
  return empty;
}

it("members without a value are left out", () => {
  expect(stepFacts(step({ price: "10", side: "buy" }))).toEqual([
    ["Side", "buy"],
    ["Price", "10"],
  ]);
});

it("an amendment shows both values", () => {
  expect(stepFacts(step({ price: "11", priceBefore: "10" }))).toEqual([["Price", "10 → 11"]]);
});

it("fees and amounts have their coin", () => {
  const facts = stepFacts(step({ fee: "0.5", feeCoin: "USDT", amount: "7", coin: "BTC" }));
  expect(facts).toEqual([
    ["Amount", "7 BTC"],
    ["Fee", "0.5 USDT"],
  ]);
});

it("counterparties are described and never named", () => {
  expect(stepFacts(step({ counterparty: "insurance_fund" }))).toEqual([
    ["Counterparty", "the insurance fund"],
  ]);
});

it("closed words are readable titles", () => {
  expect(stepTitle("liquidation_step")).toBe("Liquidation step");
});
