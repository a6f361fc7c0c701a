/**
 * Guards taken away, each by textual changes of the product: the search for gain must find each
 * hole within a few generations of its venue, by a program that gains nothing with the guard.
 *
 * Guards overlap. Where one alone is not needed for safety, the hole takes away all that stop the
 * same gain, and its name says so.
 */
import type { Change } from "../simulation/planted/planted-bug.ts";
import type { Venue } from "./search/colluders.ts";

export type PlantedHole = {
  readonly name: string;
  readonly changes: readonly Change[];
  readonly venue: Venue;
  /** Where the search begins that finds it. */
  readonly firstSeed: number;
};

const FUTURES_PLACING = "core/orders/place-futures-order.ts";
const OPEN_LOSS = "core/positions/open-loss.ts";
const OPENING_GUARD = "core/orders/opening-guard.ts";
const REPAYING = "core/borrowing/repay-debts.ts";

const NO_OPENING_GUARD: Change = {
  file: OPENING_GUARD,
  find: 'return isRisky ? "opening_too_risky" : undefined;',
  replace: "void isRisky;\n  return undefined;",
};
const NO_MAKER_GUARD: Change = {
  file: "core/orders/maker-guard.ts",
  find: "return isFutures ? bearsFuturesFill(state, slot, size) : bearsMarginFill(state, slot);",
  replace: "void [bearsFuturesFill, bearsMarginFill, size];\n  return true;",
};

function hole(name: string, venue: Venue, ...changes: readonly Change[]): PlantedHole {
  return { name, venue, changes, firstSeed: 1 };
}

export const PLANTED_HOLES: readonly PlantedHole[] = [
  hole(
    "futures orders need no margin, and the opening guard lets them pass",
    "usdt",
    NO_OPENING_GUARD,
    {
      file: FUTURES_PLACING,
      find: "return orderRefusal(state, placing, { orders, isMarket: !hasPrice(orderType) });",
      replace: "void [orderRefusal, orders, orderType];\n  return undefined;",
    },
  ),
  hole("the price band of spot follows the last trade", "spot", {
    file: "core/orders/order-checks.ts",
    find: "return instrument.isFutures ? prices.mark : prices.reference;",
    replace: "return instrument.isFutures ? prices.mark : prices.last;",
  }),
  hole("no buy loses against the mark: open loss, opening and maker guard", "usdt", {
    file: OPEN_LOSS,
    find: "return isBuy ? price > reference : price < reference;",
    replace: "return !isBuy && price < reference;",
  }),
  hole("no sell loses against the mark: open loss, opening and maker guard", "usdc", {
    file: OPEN_LOSS,
    find: "return isBuy ? price > reference : price < reference;",
    replace: "return isBuy && price > reference;",
  }),
  hole("the opening guard lets isolated orders pass", "usdt", NO_OPENING_GUARD),
  hole("the opening guard lets isolated orders pass, inverse", "coin", NO_OPENING_GUARD),
  hole("makers are filled whether they bear it or not", "usdt", NO_MAKER_GUARD),
  hole("makers are filled whether they bear it or not, USDC", "usdc", NO_MAKER_GUARD),
  hole("the closing guard looks at placement alone", "coin", {
    file: "core/orders/futures-maker.ts",
    find: "if (closingRefusal(state, order, fill.price) !== undefined) return false;",
    replace: "void [closingRefusal, order];",
  }),
  hole("the closing guard looks at makers alone", "usdt", {
    file: FUTURES_PLACING,
    find: "return closingRefusal(state, placing, price) ?? limit;",
    replace: "void [closingRefusal, price];\n  return limit;",
  }),
  hole("market orders close beyond bankruptcy", "usdt", {
    file: "core/orders/closing-guard.ts",
    find: "return ticks(order.isBuy ? Math.min(limit, bound) : Math.max(limit, bound));",
    replace: "return limit;",
  }),
  hole("what margin needs can leave a futures account", "usdt", {
    file: "core/margin/coverage.ts",
    find: "return maxAtoms(transferableMarginOf(state, account), ZERO_ATOMS);",
    replace: "return state.ledger.available(account);",
  }),
  hole("amended orders need no margin", "usdt", {
    file: "core/orders/amendment-refusal.ts",
    find: "return isCovered ? guardRefusal(state, amendment) : exposureRefusal(state, amendment);",
    replace: "void [isCovered, guardRefusal, exposureRefusal];\n  return undefined;",
  }),
  hole("margin accounts that owe transfer out what they like", "crossed", {
    file: "core/transfers/move-funds.ts",
    find: 'return isSafe ? undefined : "collateral_insufficient";',
    replace: "void isSafe;\n  return undefined;",
  }),
  hole("loans keep no leverage", "isolated", {
    file: "core/lending/check-loan.ts",
    find: 'return isLeverageKept(figures) ? undefined : "collateral_insufficient";',
    replace: "void isLeverageKept(figures);\n  return undefined;",
  }),
  hole("unified accounts transfer out what they have no margin for", "credit", {
    file: "core/borrowing/transfer-refusals.ts",
    find: 'return freeUsdWithout(amount) >= 0n ? undefined : "insufficient_margin";',
    replace: "void freeUsdWithout(amount);\n    return undefined;",
  }),
  hole("repayments with other coins have no spread", "credit", {
    file: REPAYING,
    find: "return { fee: state.lending.rules.repaymentSpread, ",
    replace: 'return { fee: 0 as DealTerms["fee"], ',
  }),
  hole("repayments with other coins have no hourly limit", "credit", {
    file: REPAYING,
    find: "return BigInt(state.lending.rules.repaymentHourlyUsd) * USD - done;",
    replace: "return BigInt(state.lending.rules.repaymentHourlyUsd) * USD * 100n - done;",
  }),
  hole("repayments with other coins take an index of 30 seconds", "credit", {
    file: REPAYING,
    find: "currencyAt(state, coin), REPAYMENT_INDEX_AGE_MS_MAX);",
    replace: "currencyAt(state, coin), REPAYMENT_INDEX_AGE_MS_MAX * 6);",
  }),
  {
    ...hole("MARGIN orders of unified accounts are not weighed", "credit", {
      file: "core/orders/place-debt-order.ts",
      find: "debtRefusal(state, user, instrument, purchase)",
      replace: "undefined",
    }),
    firstSeed: 51,
  },
  {
    ...hole("orders on classic margin are neither priced nor weighed", "isolated", {
      file: "core/orders/margin-credit.ts",
      find: 'if (collateralPriceOf(state, instrument) === 0) return "collateral_price_missing";',
      replace: `const limitless = { account, currency, amount: missing };
  if (missing <= 0n) return { limit: order.price, loan: undefined };
  const lent = raisedToMinimum(state, limitless);
  return loanRefusal(state, lent) ?? { limit: order.price, loan: lent };`,
    }),
    firstSeed: 100,
  },
];
