/** Margin modes, leverage, isolated margin and tiers. */
import type { PlantedBug } from "./planted-bug.ts";

export const MARGIN_BUGS: readonly PlantedBug[] = [
  {
    name: "isolated margin takes each fill's own rounding",
    file: "core/margin/isolated-margin.ts",
    find: "const before = dividedRoundedUp(minus(value, opened), by);",
    replace: "const before = minus(dividedRoundedUp(value, by), dividedRoundedUp(opened, by));",
  },
  {
    name: "closing frees margin by what is left, not by what was held",
    file: "core/margin/isolated-margin.ts",
    find: "const held = lots(state.positions.size.get(position) + closed);",
    replace: "const held = lots(Math.max(state.positions.size.get(position), closed));",
  },
  {
    name: "margin that an unrealised loss needs can be removed",
    file: "core/margin/isolated-margin.ts",
    find: "const loss = maxAtoms(negated(unrealisedOf(state, row, side)), ZERO_ATOMS);",
    replace: "const loss = maxAtoms(negated(unrealisedOf(state, row, 1 - side)), ZERO_ATOMS);",
  },
  {
    name: "the loss of an isolated position weighs on the account",
    file: "core/margin/margin.ts",
    find: "    if (positions.isIsolated(row)) continue;\n    left =",
    replace: "    left =",
  },
  {
    name: "a spot order does not block the position mode of a unified account",
    file: "core/margin/change-settings.ts",
    find: "if (category === undefined) return true;",
    replace: "if (category === undefined) return instrumentAt(state, index).isFutures;",
  },
  {
    name: "the margin mode is switched under open orders",
    file: "core/margin/margin-mode.ts",
    find: "state.positions.isBusy(row) || hasPlans(state, user, instrument);",
    replace: "hasPlans(state, user, instrument);",
  },
  {
    name: "a refused order leaves its margin mode behind",
    file: "core/orders/place-futures-order.ts",
    find: "if (change !== undefined) restoreMode(state, row, change);",
    replace: "",
  },
  {
    name: "an order opens in another margin mode without a word",
    file: "core/orders/place-futures-order.ts",
    find: "if (change !== undefined) emitMode(state, row, change, emit);",
    replace: "",
  },
  {
    name: "an order that closes changes the margin mode",
    file: "core/orders/place-futures-order.ts",
    find: "const mode = isOpening ? command.opening?.marginMode : undefined;",
    replace: "const mode = command.opening?.marginMode;",
  },
  {
    name: "one side of a crossed position has a leverage of its own",
    file: "core/margin/change-settings.ts",
    find: 'positionSide !== "net" && !(positions.isIsolated(row) && isHedgeIn(user, instrument))',
    replace: 'positionSide !== "net" && !isHedgeIn(user, instrument)',
  },
  {
    name: "lower leverage is weighed at the leverage of before",
    file: "core/margin/change-settings.ts",
    find: "requiredMarginOf(state, row, { orders: undefined, leverage });",
    replace: "requiredMarginOf(state, row, { orders: undefined, leverage: undefined });",
  },
  {
    name: "lower leverage takes no margin from the account",
    file: "core/margin/change-settings.ts",
    find: "moveChange(state, row, margin, emit);\n  emitLeverage",
    replace: "emitLeverage",
  },
  {
    name: "a tier ends below its bound",
    file: "core/instruments/position-tiers.ts",
    find: "if (measure <= tier.measureMax) return tier;",
    replace: "if (measure < tier.measureMax) return tier;",
  },
  {
    name: "open orders do not count for tiers",
    file: "core/margin/tier-limit.ts",
    find: ": openNotional.get(position) + value;",
    replace: ": openNotional.get(position);",
  },
  {
    name: "a snapshot forgets margin modes",
    file: "core/positions/position-encoding.ts",
    find: "out.u8(positions.marginMode.get(row));",
    replace: "out.u8(0);",
  },
];
