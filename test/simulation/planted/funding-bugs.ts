/** Funding: its rate, its payments and their receivers. */
import type { PlantedBug } from "./planted-bug.ts";

export const FUNDING_BUGS: readonly PlantedBug[] = [
  {
    name: "receivers of funding get the rounded-up amount",
    file: "core/instruments/funding-rate.ts",
    find: ": quotientRoundedDown(share);",
    replace: ": quotientRoundedUp(share);",
  },
  {
    name: "shorts pay a funding rate above zero",
    file: "core/instruments/funding-rate.ts",
    find: "const isPaid = rate > 0 === isLong;",
    replace: "const isPaid = rate > 0 !== isLong;",
  },
  {
    name: "the funding rate knows no pull of the interest",
    file: "core/instruments/funding-rate.ts",
    find: "((premium + pull) * intervalHours)",
    replace: "((premium + 0 * pull) * intervalHours)",
  },
  {
    name: "the bounds of a funding rate do not hold",
    file: "core/instruments/funding-rate.ts",
    find: "clamp(rate, bounds.rateMin, bounds.rateMax)",
    replace: "clamp(rate, -1e9, 1e9)",
  },
  {
    name: "a discount of the book counts as a premium",
    file: "core/instruments/funding-rate.ts",
    find: "(above > 0n ? above : 0n) - (below > 0n ? below : 0n)",
    replace: "(above > 0n ? above : 0n) + (below > 0n ? below : 0n)",
  },
  {
    name: "a stale index is sampled for funding",
    file: "core/instruments/index-freshness.ts",
    find: "return state.timeMs - prices.indexedAtMs <= ageMsMax;",
    replace: "return true;",
  },
  {
    name: "a position is filled before it takes its funding",
    file: "core/orders/fill-order.ts",
    find: "    settleFunding(state, row, emit);\n",
    replace: "",
  },
  {
    name: "a new position pays for settlements before it",
    file: "core/settlement/settle-fill.ts",
    find: "positions.fundingTaken.set(position, funding?.count ?? 0);",
    replace: "positions.fundingTaken.set(position, Math.max(0, (funding?.count ?? 0) - 1));",
  },
  {
    name: "a settlement is paid once more by those who were filled after it",
    file: "core/settlement/settle-funding.ts",
    find: "state.positions.fundingTaken.set(position, settlement.number);",
    replace:
      "if (state.fundingUser > 2) state.positions.fundingTaken.set(position, settlement.number);",
  },
  {
    name: "funding that is due does not count against margin",
    file: "core/margin/margin.ts",
    profile: "transfers",
    find: "left = plus(left, dueFundingOf(state, row));",
    replace: "void dueFundingOf;",
  },
  {
    name: "the samples of an interval are kept for the next",
    file: "core/funding/run-funding.ts",
    find: "  funding.premiumMs = 0;\n",
    replace: "",
  },
  {
    name: "a snapshot leaves out the premium of the running interval",
    file: "core/funding/funding-encoding.ts",
    find: "[funding.rateMin, funding.rateMax, funding.rate, funding.premiumMs]",
    replace: "[funding.rateMin, funding.rateMax, funding.rate, 0]",
  },
];
