/** What covers positions against losses while the mark price of their contract moves. */
import Big from "big.js";
import { COIN_DECIMALS, type CollateralTier, countedOf, WHOLE } from "./collateral.ts";
import { type Tier, tierOf } from "./tier.ts";

/** A coin whose amount or price depends on the mark price. */
export type CoverCoin = {
  /** Equity without the profit of the positions; below zero it is a debt. */
  readonly amount: Big;
  /** Dollars for one coin, at the present mark price. */
  readonly price: Big;
  /** Whether the price moves in proportion to the mark price. */
  readonly isMoving: boolean;
  /** What counts of an owned amount; a debt counts in full. */
  readonly counts: readonly CollateralTier[];
  /** Maintenance margin of a debt; empty for coins that are not lent. */
  readonly debtTiers: readonly Tier[];
  /** Maintenance margin of other contracts that are settled in the coin. */
  readonly upkeep: Big;
};

export type Cover = {
  /** Coin in which the contract is settled. */
  readonly settle: CoverCoin;
  /** Base coin of a linear contract, where a unified account has it. */
  readonly base: CoverCoin | undefined;
  /** Value of all other coins less the maintenance margin of what belongs to them, in dollars. */
  readonly rest: Big;
  /** Whether all coins of an account cover its positions together. */
  readonly isUnified: boolean;
};

/** Cover by one amount in the settlement coin: of a classic account or an isolated position. */
export function singleCover(amount: Big): Cover {
  const price = Big(1);
  return {
    settle: { amount, price, isMoving: false, counts: WHOLE, debtTiers: [], upkeep: Big(0) },
    base: undefined,
    rest: Big(0),
    isUnified: false,
  };
}

/** Returns a cover with another amount of the settlement coin. */
export function withAmount(cover: Cover, change: Big): Cover {
  const { settle } = cover;
  return { ...cover, settle: { ...settle, amount: settle.amount.plus(change) } };
}

/** Maintenance margin of a debt, in the coin, rounded up. */
export function debtUpkeep(tiers: readonly Tier[], debt: Big): Big {
  const rate = tierOf(tiers, debt.toNumber())?.maintenanceRate ?? 0;
  return debt.times(rate).round(COIN_DECIMALS, Big.roundUp);
}

/**
 * Dollars of a coin less what it requires, before its price moves; `gain` and `upkeep` are those of
 * the positions, in the coin.
 */
export function worthOf(coin: CoverCoin, gain: Big, upkeep: Big): Big {
  const amount = coin.amount.plus(gain);
  const debt = amount.lt(0) ? debtUpkeep(coin.debtTiers, amount.abs()) : 0;
  const counted = countedOf(coin.counts, amount).minus(coin.upkeep);
  return counted.minus(upkeep).minus(debt).times(coin.price);
}

/**
 * Returns what is left of a cover at another mark price, in dollars.
 *
 * `moved` is that price ÷ the present one; `gain` and `upkeep` are profit and maintenance margin of
 * the positions at that price, in the settlement coin.
 */
export function leftOf(
  { base, rest, settle }: Cover,
  at: { readonly moved: Big; readonly gain: Big; readonly upkeep: Big },
): Big {
  const worth = worthOf(settle, at.gain, at.upkeep);
  const left = rest.plus(settle.isMoving ? worth.times(at.moved) : worth);
  return base === undefined
    ? left
    : left.plus(worthOf(base, Big(0), Big(0)).times(base.isMoving ? at.moved : 1));
}
