/** Products of institutional loans and the units that use them, set by the operator. */
import {
  LOAN_PRODUCT_COINS_MAX,
  LOAN_PRODUCT_INSTRUMENTS_MAX,
  LOAN_PRODUCT_LEVERAGE_MAX,
  LOAN_PRODUCTS_MAX,
  RISK_UNITS_MAX,
} from "../base/limits.ts";
import type { Rejection } from "../base/rejections.ts";
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { rateE6, rateE8 } from "../money/units.ts";
import { type Emit, ordinaryUser, type State, userAt } from "../state.ts";
import type { Institutional, LoanProduct } from "./risk-unit.ts";

type SetProduct = DraftOf<"set_loan_product">;

const WHOLE_E6 = 1_000_000;
const DAILY_RATE_E8_MAX = 100_000_000;
const VALUE_MAX_USD = 1_000_000_000_000;

function isIncreasing(list: readonly number[]): boolean {
  return list.every((value, index) => index === 0 || value > (list[index - 1] ?? 0));
}

/** Lines below one, none beyond the liquidation line, which the debt does not exceed at its end. */
function areLinesOrdered(command: SetProduct): boolean {
  const { liquidationLineE6 } = command;
  const { buyLineE6, openLineE6, stopLineE6, transferLineE6 } = command;
  return (
    liquidationLineE6 < WHOLE_E6 &&
    stopLineE6 < liquidationLineE6 &&
    [buyLineE6, openLineE6, stopLineE6, transferLineE6].every(
      (line) => line > 0 && line <= liquidationLineE6,
    )
  );
}

function areCoinsBounded(state: State, command: SetProduct): boolean {
  const { currencies, ratiosE6, valuesMaxUsd } = command;
  return (
    currencies.length <= LOAN_PRODUCT_COINS_MAX &&
    ratiosE6.length === currencies.length &&
    valuesMaxUsd.length === currencies.length &&
    isIncreasing(currencies) &&
    currencies.every((currency) => state.currencies[currency] !== undefined) &&
    ratiosE6.every((ratio) => ratio <= WHOLE_E6) &&
    valuesMaxUsd.every((value) => value <= VALUE_MAX_USD)
  );
}

function areInstrumentsListed(state: State, { instruments, realm }: SetProduct): boolean {
  return (
    instruments.length <= LOAN_PRODUCT_INSTRUMENTS_MAX &&
    isIncreasing(instruments) &&
    instruments.every((index) => state.instruments[index]?.realm === realm)
  );
}

function productFrom(command: SetProduct): LoanProduct {
  return {
    realm: command.realm,
    id: command.product,
    leverage: command.leverage,
    dailyRate: rateE8(command.dailyRateE8),
    transferLine: rateE6(command.transferLineE6),
    buyLine: rateE6(command.buyLineE6),
    openLine: rateE6(command.openLineE6),
    liquidationLine: rateE6(command.liquidationLineE6),
    stopLine: rateE6(command.stopLineE6),
    coins: command.currencies.map((currency, at) => ({
      currency,
      ratio: rateE6(command.ratiosE6[at] ?? 0),
      valueMaxUsd: command.valuesMaxUsd[at] ?? 0,
    })),
    instruments: [...command.instruments],
  };
}

function isBounded(state: State, command: SetProduct): boolean {
  const { dailyRateE8, leverage, product } = command;
  return (
    product > 0 &&
    leverage > 1 &&
    leverage <= LOAN_PRODUCT_LEVERAGE_MAX &&
    dailyRateE8 <= DAILY_RATE_E8_MAX &&
    areLinesOrdered(command) &&
    areCoinsBounded(state, command) &&
    areInstrumentsListed(state, command)
  );
}

function replace(institutional: Institutional, product: LoanProduct, isKept: boolean): void {
  const { products } = institutional;
  const at = products.findIndex((one) => one.realm === product.realm && one.id === product.id);
  if (at !== -1) products.splice(at, 1);
  if (isKept) products.push(product);
  products.sort((one, other) => {
    if (one.realm !== other.realm) return one.realm === "live" ? -1 : 1;
    return one.id - other.id;
  });
}

/**
 * Sets the terms of a product, also for the loans that were issued under it, which keep their rate
 * of interest. A product without coins is withdrawn, unless a unit has it. Emits
 * `loan_product_changed` or `command_rejected`.
 */
export function setLoanProduct(state: State, command: SetProduct, emit: Emit): void {
  const { institutional } = state;
  const { product, realm } = command;
  const known = institutional.product(realm, product);
  const isKept = command.currencies.length > 0;
  const isFull = known === undefined && institutional.products.length >= LOAN_PRODUCTS_MAX;
  if (!isBounded(state, command) || isFull) {
    return rejectCommand(state, 0, "loan_product_out_of_bounds", emit);
  }
  const isUsed = institutional
    .units()
    .some((unit) => unit.product === product && userAt(state, unit.user).realm === realm);
  if (!isKept && isUsed) return rejectCommand(state, 0, "risk_unit_blocked", emit);
  replace(institutional, productFrom(command), isKept);
  emit.write("loan_product_changed", { realm, product });
}

type SetUnit = DraftOf<"set_risk_unit">;

function unitRefusal(state: State, command: SetUnit): Rejection | undefined {
  const { institutional } = state;
  const user = ordinaryUser(state, command.user);
  if (user === undefined) return "user_not_found";
  const unit = institutional.find(user.index);
  if (unit !== undefined && unit.loans.length > 0) return "risk_unit_blocked";
  if (command.product === 0) return unit === undefined ? "risk_unit_not_found" : undefined;
  if (institutional.product(user.realm, command.product) === undefined) {
    return "loan_product_not_found";
  }
  if (unit !== undefined) return undefined;
  if (institutional.ofUser(user.index) !== undefined) return "unit_user_bound";
  return institutional.size >= RISK_UNITS_MAX ? "risk_unit_limit_reached" : undefined;
}

/**
 * Makes an account a risk unit, changes its product, or ends the unit and its bindings. A unit in
 * debt does not change. Emits `risk_unit_changed` or `command_rejected`.
 */
export function setRiskUnit(state: State, command: SetUnit, emit: Emit): void {
  const { institutional } = state;
  const { product, user } = command;
  const refusal = unitRefusal(state, command);
  if (refusal !== undefined) return rejectCommand(state, user, refusal, emit);
  const unit = institutional.find(user);
  if (unit === undefined) {
    institutional.add({ user, product, users: [user], isLiquidating: false, loans: [] });
  } else if (product === 0) {
    institutional.remove(unit);
  } else {
    unit.product = product;
  }
  emit.write("risk_unit_changed", { unit: user, product });
}
