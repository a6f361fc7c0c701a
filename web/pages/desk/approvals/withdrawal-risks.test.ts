import { expect, it } from "vitest";
import { type RiskInput, withdrawalRisks } from "./withdrawal-risks.ts";

const INPUT: RiskInput = {
  withdrawal: { id: "2", coin: "USDT", chain: "TRC20", address: "TOut", tag: "" },
  user: {
    ...{ name: "bob", realm: "live", accountKind: "classic", parentUid: "", freezes: [] },
    ...{ isUnderReview: false, createdAt: "2026-01-01T00:00:00.000Z", equityUsdt: "900" },
  },
  addresses: [{ kind: "regular", coin: "USDT", chain: "TRC20", address: "TOut", tag: "" }],
  past: [
    { id: "1", address: "TOut", status: "confirmed" },
    { id: "2", address: "TOut", status: "review" },
  ],
  alerts: 0,
  valueUsd: 100,
  isChainCongested: false,
  nowMs: Date.parse("2026-02-01T00:00:00.000Z"),
};

const kindsOf = (input: Partial<RiskInput>): readonly string[] =>
  withdrawalRisks({ ...INPUT, ...input }).map(({ kind }) => kind);

it("an old account with a known address and a small amount raises no warning", () => {
  expect(withdrawalRisks(INPUT).map(({ text }) => text)).toEqual([
    "The account is 31 days old.",
    "Withdrawals that arrived at this address before: 1.",
    "It takes 10% of what the account is worth.",
  ]);
  expect(kindsOf({})).toEqual(["speaks_for", "speaks_for", "speaks_for"]);
});

it("an address outside the book, a review and a freeze come first", () => {
  const user = { ...INPUT.user, isUnderReview: true, freezes: ["withdrawals"] };
  const tagged = { ...INPUT.withdrawal, tag: "7" };
  expect(kindsOf({ user, withdrawal: tagged }).slice(0, 4)).toEqual([
    ...["stops", "stops", "stops", "speaks_for"],
  ]);
  const network = [{ ...INPUT.addresses[0], kind: "universal", coin: "" }] as const;
  expect(kindsOf({ addresses: network as RiskInput["addresses"] })[0]).toBe("speaks_for");
});

it("a young account, a new address, a large amount and alerts warn", () => {
  const user = { ...INPUT.user, createdAt: "2026-01-31T12:00:00.000Z" };
  const warnings = withdrawalRisks({ ...INPUT, user, past: [], valueUsd: 900, alerts: 2 });
  expect(warnings.map(({ kind, text }) => [kind, text])).toEqual([
    ["warns", "Alerts of surveillance on this user: 2."],
    ["warns", "The account is less than a day old."],
    ["warns", "Nothing of this user has arrived at this address before."],
    ["warns", "It takes 50% of what the account is worth."],
  ]);
  expect(kindsOf({ valueUsd: undefined })[0]).toBe("warns");
});
