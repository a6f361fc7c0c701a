/** Bugs of trading with money of others: open losses, collateral prices, the guard of makers. */
import type { PlantedBug } from "./planted-bug.ts";

export const CREDIT_BUGS: readonly PlantedBug[] = [
  {
    name: "resting orders on margin lose nothing",
    file: "core/loans/open-loss.ts",
    profile: "lending_crash",
    find: "figures.assets = minus(figures.assets, plus(openLoss, orderLoss));",
    replace: "figures.assets = minus(figures.assets, orderLoss);",
  },
  {
    name: "the order that is weighed loses nothing",
    file: "core/loans/open-loss.ts",
    profile: "lending_crash",
    find: "return paid > received ? minus(paid, received) : ZERO_ATOMS;",
    replace: "return paid > received && order.isBuy ? minus(paid, received) : ZERO_ATOMS;",
  },
  {
    name: "borrowed money buys at any price of the book",
    file: "core/orders/margin-credit.ts",
    profile: "lending_crash",
    find: "if (mispriced !== undefined) return mispriced;",
    replace: 'if (mispriced === "collateral_price_missing") return mispriced;',
  },
  {
    name: "an account that owes trades itself into liquidation",
    file: "core/orders/margin-credit.ts",
    profile: "lending_crash",
    find: "const isBorne = orderLoss === 0n || isLossBorne(state, account, orderLoss);",
    replace: "const isBorne = orderLoss >= 0n || isLossBorne(state, account, orderLoss);",
  },
  {
    name: "a market order on credit is weighed at the edge of the band",
    file: "core/orders/margin-credit.ts",
    profile: "lending_crash",
    find: "return reached === 0 ? limit : reached;",
    replace: "return reached === 0 ? reached : limit;",
  },
  {
    name: "a resting order fills though its margin account cannot bear it",
    file: "core/orders/maker-guard.ts",
    profile: "lending_crash",
    find: "return !owesAnything(state, account) || isLossBorne(state, account, ZERO_ATOMS);",
    replace: "return owesAnything(state, account) || isLossBorne(state, account, ZERO_ATOMS);",
  },
  {
    name: "a unified account bears what its MARGIN orders lose twice",
    file: "core/orders/maker-guard.ts",
    profile: "borrowing_crash",
    find: "return equity - unifiedOpenLossUsd(state, user) >= maintenance;",
    replace: "return equity - 2n * unifiedOpenLossUsd(state, user) >= maintenance;",
  },
  {
    name: "a forced sale takes any price of the book",
    file: "core/unwinding/step-unwind.ts",
    profile: "lending_crash",
    find: "lots < smallest ? NO_PRICE : saleLimit(state, unwinding, instrument, lots);",
    replace: "lots < 0n ? saleLimit(state, unwinding, instrument, lots) : (1 as Ticks);",
  },
  {
    name: "a forced sale goes below what covers the debt",
    file: "core/unwinding/collateral.ts",
    profile: "lending_crash",
    find: "return Number(covering > BigInt(edge) ? covering : BigInt(edge)) as Ticks;",
    replace: "return Number(covering < 0n ? covering : BigInt(edge)) as Ticks;",
  },
  {
    name: "the bound of a forced sale never widens",
    file: "core/unwinding/step-unwind.ts",
    profile: "lending_crash",
    find: "if (!isAtWidest) unwind.misses += 1;",
    replace: "if (!isAtWidest) unwind.misses = 1;",
  },
  {
    name: "the fund takes over collateral without the haircut",
    file: "core/unwinding/swap-collateral.ts",
    profile: "lending_crash",
    find: "const give = ((amount * top) / bottom) as Atoms;",
    replace: "const give = ((amount * (top / rate) * BigInt(WHOLE_E6)) / bottom) as Atoms;",
  },
  {
    name: "a snapshot forgets the misses of an unwinding",
    file: "core/loans/loan-encoding.ts",
    profile: "lending_crash",
    find: "out.varint(unwind.misses);",
    replace: "out.varint(unwind.misses * 0);",
  },
];
