/** What the house may lose: bounds of the insurance funds, their share of fees. */
import type { PlantedBug } from "./planted-bug.ts";

export const LOSS_BUGS: readonly PlantedBug[] = [
  {
    name: "the hour's losses are never forgotten",
    file: "core/instruments/fund-draw.ts",
    profile: "liquidation_storm",
    find: "return draw.hour === hourOf(timeMs) ? draw.borne : ZERO_ATOMS;",
    replace: "return timeMs > 0 ? draw.borne : ZERO_ATOMS;",
  },
  {
    name: "gains go before what was lost",
    file: "core/instruments/fund-draw.ts",
    profile: "liquidation_storm",
    find: "draw.borne = borne > 0n ? atoms(borne) : ZERO_ATOMS;",
    replace: "draw.borne = atoms(borne);",
  },
  {
    name: "the fund takes over at a price that loses more than it may",
    file: "core/liquidation/take-over.ts",
    profile: "liquidation_storm",
    find: "return left === undefined || (left > 0n && -gain <= left);",
    replace: "return left === undefined || (left > 0n && gain !== left);",
  },
  {
    name: "a price that moves against what the fund holds is no loss",
    file: "core/liquidation/sell-holdings.ts",
    profile: "liquidation_storm",
    find: "  countResult(state, instrument, fundBalance(state, instrument));\n  const isBelow",
    replace: "  const isBelow",
  },
  {
    name: "a fund that may lose no more goes on holding",
    file: "core/liquidation/sell-holdings.ts",
    profile: "liquidation_storm",
    find: "if (isBelowMaintenance || isDrawUsedUp(state, instrument)) {",
    replace: "if (isBelowMaintenance) {",
  },
  {
    name: "a sale of the fund may lose what it has gained besides",
    file: "core/liquidation/sell-holdings.ts",
    profile: "liquidation_storm",
    find: "const amount = minus(left, fundUnrealised(state, instrument));",
    replace: "const amount = left;",
  },
  {
    name: "the share of fees is taken of all fees ever collected",
    file: "core/settlement/share-fees.ts",
    find: "fund.feesSeen = ledger.balance(account);",
    replace: "",
  },
  {
    name: "the share of fees is taken of fees from before its terms",
    file: "core/settlement/share-fees.ts",
    find: "const feesSeen = ledger.balance(feesAccount(state, realm, currency));",
    replace:
      "const feesSeen = (ledger.balance(feesAccount(state, realm, currency)) * 0n) as Atoms;",
  },
  {
    name: "depth is that of the side with more of it",
    file: "core/instruments/market-depth.ts",
    find: "return lots(Math.min(averageOf(bids), averageOf(asks)));",
    replace: "return lots(Math.max(averageOf(bids), averageOf(asks)));",
  },
  {
    name: "depth counts at any distance from mark",
    file: "core/listing/sample-depths.ts",
    find: "if (isBuySide ? price < limit : price > limit) break;",
    replace: "if (price === limit + limit) break;",
  },
  {
    name: "the floor adds to what depth allows",
    file: "core/instruments/market-depth.ts",
    find: "Math.max(floor, lotsShareRoundedDown(smaller, factorE6));",
    replace: "floor + lotsShareRoundedDown(smaller, factorE6);",
  },
  {
    name: "open interest may pass its limit by one order",
    file: "core/margin/depth-limit.ts",
    find: "return open + raised > openInterestMax ?",
    replace: "return open > openInterestMax ?",
  },
  {
    name: "a snapshot forgets the depth of asks",
    file: "core/instruments/market-depth.ts",
    find: "for (const side of [depth.bids, depth.asks]) {",
    replace: "for (const side of [depth.bids, depth.bids]) {",
  },
  {
    name: "a snapshot forgets what the fund's position was worth",
    file: "core/instruments/loss-limits.ts",
    profile: "liquidation_storm",
    find: "return { draw, marked: atoms(from.i64()) };",
    replace: "return { draw, marked: atoms(from.i64() * 0n) };",
  },
  {
    name: "covered loans draw on the whole fund",
    file: "core/lending/cover-loan.ts",
    profile: "lending_crash",
    find: "const paid = left === undefined ? payable : minAtoms(payable, left);",
    replace: "const paid = payable;",
  },
];
