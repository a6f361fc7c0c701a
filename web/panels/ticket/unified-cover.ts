/** What covers the positions of a unified account in one market: all its coins together. */
import Big from "big.js";
import type { Balance, Position } from "../../accounts/model.ts";
import type { Instrument } from "../../state/instrument.ts";
import { collateralOf } from "./collateral.ts";
import { type Cover, type CoverCoin, debtUpkeep, worthOf } from "./cover.ts";
import { bigOf } from "./draft.ts";
import { equityWithout } from "./equity-without.ts";
import type { Known } from "./known.ts";
import { upkeepOf } from "./upkeep.ts";

/** Coins of the account, and what belongs to them. */
class UnifiedCoins {
  readonly #instrument: Instrument;
  readonly #known: Known;

  constructor(instrument: Instrument, known: Known) {
    this.#instrument = instrument;
    this.#known = known;
  }

  #balance(coin: string): Balance | undefined {
    return this.#known.balances.find((one) => one.wallet === "unified" && one.coin === coin);
  }

  #positions(coin: string): readonly Position[] {
    return this.#known.positions.filter(({ marginCoin }) => marginCoin === coin);
  }

  #isOwn({ instrumentKey }: Position): boolean {
    return instrumentKey === this.#instrument.key;
  }

  #reported(coin: string): Big {
    return Big(this.#balance(coin)?.equity || "0");
  }

  /** Equity of a coin without the profit of the positions of the market. */
  equity(coin: string): Big {
    const isOwn = (position: Position): boolean => this.#isOwn(position);
    return equityWithout(this.#reported(coin), this.#positions(coin), isOwn);
  }

  /** Dollars for one coin; a coin that neither has a value nor is the base coin is a dollar. */
  price(coin: string): Big {
    const index = coin === this.#instrument.base ? bigOf(this.#known.indexPrice) : undefined;
    if (index !== undefined) return index;
    const equity = this.#reported(coin);
    return equity.eq(0) ? Big(1) : Big(this.#balance(coin)?.value || "0").div(equity);
  }

  /** Maintenance margin of contracts of other markets that are settled in a coin, in the coin. */
  otherUpkeep(coin: string): Big {
    const others = this.#positions(coin).filter((position) => !this.#isOwn(position));
    return upkeepOf(others, this.#known.takerRateOf);
  }

  /** Coins with a balance or with positions, other than those named. */
  others(named: readonly string[]): readonly string[] {
    const ofBalances = this.#known.balances.filter(({ wallet }) => wallet === "unified");
    const coins = [
      ...ofBalances.map(({ coin }) => coin),
      ...this.#known.positions.map(({ marginCoin }) => marginCoin),
    ];
    return [...new Set(coins)].filter((coin) => !named.includes(coin));
  }

  cover(coin: string): CoverCoin {
    return {
      amount: this.equity(coin),
      price: this.price(coin),
      isMoving: coin === this.#instrument.base,
      counts: collateralOf(this.#known.collateralRates, coin),
      debtTiers: this.#known.loanTiersOf(coin),
      upkeep: this.otherUpkeep(coin),
    };
  }

  /** Value that counts of a coin, less the maintenance margin of its contracts, in dollars. */
  worth(coin: string): Big {
    return worthOf({ ...this.cover(coin), debtTiers: [] }, Big(0), Big(0));
  }

  /**
   * Maintenance margin of the debts of some coins, in dollars: what the account requires beyond
   * that of its positions and of the debts of the other coins, whose tiers are known.
   */
  debtsOf(coins: readonly string[], others: readonly string[]): Big {
    if (coins.every((coin) => this.#reported(coin).gte(0))) return Big(0);
    const upkeep = [...coins, ...others].reduce((all, coin) => {
      const ofCoin = upkeepOf(this.#positions(coin), () => 0);
      return all.plus(ofCoin.times(this.price(coin)));
    }, Big(0));
    const known = others.reduce((all, coin) => {
      const equity = this.#reported(coin);
      if (equity.gte(0)) return all;
      const debt = debtUpkeep(this.#known.loanTiersOf(coin), equity.abs());
      return all.plus(debt.times(this.price(coin)));
    }, upkeep);
    const debts = Big(this.#known.summary?.maintenanceMargin || "0").minus(known);
    return debts.lt(0) ? Big(0) : debts;
  }
}

/** Returns what covers the positions of a market; undefined while figures are not known. */
export function unifiedCover(instrument: Instrument, known: Known): Cover | undefined {
  if (known.summary === undefined || known.collateralRates.length === 0) return undefined;
  const coins = new UnifiedCoins(instrument, known);
  const { base, settle } = instrument;
  const named = base === settle ? [settle] : [settle, base];
  const others = coins.others(named);
  const worth = others.reduce((all, coin) => all.plus(coins.worth(coin)), Big(0));
  return {
    settle: coins.cover(settle),
    base: base === settle ? undefined : coins.cover(base),
    rest: worth.minus(coins.debtsOf(others, named)),
    isUnified: true,
  };
}
