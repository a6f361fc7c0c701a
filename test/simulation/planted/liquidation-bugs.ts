/** Liquidation, the insurance fund and deleveraging. */
import type { PlantedBug } from "./planted-bug.ts";

export const LIQUIDATION_BUGS: readonly PlantedBug[] = [
  {
    name: "accounts are liquidated at maintenance, not below it",
    file: "core/liquidation/risk-scope.ts",
    find: "return risk.equity < risk.maintenance;",
    replace: "return risk.equity <= risk.maintenance;",
  },
  {
    name: "liquidation guesses at a stale index",
    file: "core/liquidation/risk-scope.ts",
    find: "return rows.every((row) => isIndexFresh(state, state.positions.instrument.get(row)));",
    replace: "return rows.length > 0 || isIndexFresh(state, 0);",
  },
  {
    name: "the oldest liquidation comes first, not the most endangered",
    file: "core/margin/liquidations.ts",
    find: "if (gap !== 0n) return gap > 0n;",
    replace: "void gap;",
  },
  {
    name: "what a liquidation leaves over stays with the user",
    file: "core/settlement/insurance-fund.ts",
    find: "if (isPaidIn) ledger.post(account, fund, amount);",
    replace: "if (isPaidIn) ledger.post(account, account, amount);",
  },
  {
    name: "the fund takes over more than it can bear",
    file: "core/liquidation/take-over.ts",
    find: "risk.equity + gain >= risk.maintenance + maintenance",
    replace: "risk.equity + gain >= risk.maintenance",
  },
  {
    name: "a bankruptcy price forgets the fee of closing there",
    file: "core/margin/bankruptcy-price.ts",
    find: "const bottom = (E6 + sign * fee) * over;",
    replace: "const bottom = (E6 + sign * fee * 0n) * over;",
  },
  {
    name: "a position is reduced by one tier at a time",
    file: "core/liquidation/step-liquidation.ts",
    find: "?.[Math.max(tier - 3, 0)];",
    replace: "?.[Math.max(tier - 2, 0)];",
  },
  {
    name: "orders stay open while their account is liquidated",
    file: "core/liquidation/step-liquidation.ts",
    find: "if (clearTheWay(state, liquidation, emit)) return true;",
    replace: "void clearTheWay;",
  },
  {
    name: "netting costs a fee",
    file: "core/liquidation/step-liquidation.ts",
    find: 'source: "offset", fee: "none"',
    replace: 'source: "offset", fee: "taker"',
  },
  {
    name: "deleveraging begins with those who have least to lose",
    file: "core/liquidation/deleverage.ts",
    find: "return one.top * other.bottom > other.top * one.bottom;",
    replace: "return one.top * other.bottom < other.top * one.bottom;",
  },
  {
    name: "the orders of a deleveraged holder stay open",
    file: "core/liquidation/deleverage.ts",
    find: "one.index === instrument.index;",
    replace: "one.index === instrument.index + 1;",
  },
  {
    name: "whoever is being liquidated may go on trading",
    file: "core/margin/liquidations.ts",
    find: "if (one.instrument !== 0) return one.instrument === instrument.index + 1;",
    replace: "if (one.instrument !== 0) return false;",
  },
  {
    name: "the insurance fund pays fees like anybody",
    file: "core/settlement/settle-fill.ts",
    find: "if (fill.isFree || user.index < FIRST_ORDINARY_USER) return ZERO_ATOMS;",
    replace: "if (fill.isFree) return ZERO_ATOMS;",
  },
];
