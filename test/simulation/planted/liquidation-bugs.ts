/** Liquidation, the insurance fund and deleveraging. */
import type { PlantedBug } from "./planted-bug.ts";

export const LIQUIDATION_BUGS: readonly PlantedBug[] = [
  {
    name: "accounts are liquidated at half of their maintenance",
    file: "core/liquidation/risk-scope.ts",
    find: "return risk.equity < risk.maintenance;",
    replace: "return risk.equity * 2n < risk.maintenance;",
  },
  {
    name: "liquidation guesses at a stale index",
    file: "core/liquidation/risk-scope.ts",
    find: "return rows.every((row) => isIndexFresh(state, state.positions.instrument.get(row)));",
    replace: "return rows.length > 0 || isIndexFresh(state, 0);",
  },
  {
    name: "the least endangered liquidation comes first",
    file: "core/margin/liquidations.ts",
    find: "if (gap !== 0n) return gap > 0n;",
    replace: "if (gap !== 0n) return gap < 0n;",
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
    name: "a fund sells as if it gained where it loses",
    file: "core/margin/bankruptcy-price.ts",
    find: "? entry - amount : entry + amount;",
    replace: "? entry + amount : entry - amount;",
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
