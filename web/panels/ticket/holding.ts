/** What the account has in a market, as far as the preview of an order needs it. */
import Big from "big.js";
import type { AccountSummary, Balance, Position, TradeSettings } from "../../accounts/model.ts";
import { type CollateralRow, countedOf } from "./collateral.ts";
import { bigOf, type Draft, positionSideOf, type TicketContext } from "./draft.ts";
import { maintenanceAt, NOTHING } from "./liquidation.ts";
import type { Tier } from "./tier.ts";

/** Open position as far as an order changes it. */
export type HeldPosition = Pick<Position, "size" | "entryPrice" | "margin">;

export type Holding = {
  readonly leverage: string;
  /** Empty while they are unknown. */
  readonly tiers: readonly Tier[];
  readonly long: HeldPosition | undefined;
  readonly short: HeldPosition | undefined;
  /**
   * What covers crossed positions of this market besides them, in the settlement coin: equity
   * without their profit, less the maintenance of the other positions; undefined if unknown.
   */
  readonly funds: string | undefined;
  /** Unified accounts: counted value of what is owned of the base coin; it moves with the price. */
  readonly collateral: string;
  /** Empty while it is unknown. */
  readonly markPrice: string;
};

/** What is known about an account. */
export type Known = {
  readonly settings: TradeSettings;
  readonly tiers: readonly Tier[];
  readonly positions: readonly Position[];
  readonly balances: readonly Balance[];
  readonly summary: AccountSummary | undefined;
  /** What coins count for on unified accounts. */
  readonly collateralRates: readonly CollateralRow[];
  readonly markPrice: string;
};

/** Less than this of maintenance, in dollars, is rounding. */
const DUST = 0.000_01;

function heldOf(position: Position | undefined, isInverse: boolean) {
  if (position === undefined) return NOTHING;
  const entry = bigOf(position.entryPrice) ?? Big(0);
  const size = bigOf(position.size) ?? Big(0);
  return { entry, size: isInverse ? size.times(entry) : size };
}

/** Returns what a draft meets in its market. */
export function holdingOf(draft: Draft, context: TicketContext, known: Known): Holding {
  const { leverage, longLeverage, marginMode, shortLeverage } = known.settings;
  const own = known.positions.filter(
    ({ instrumentKey }) => instrumentKey === context.instrument.key,
  );
  const long = own.find(({ side }) => side === "long");
  const short = own.find(({ side }) => side === "short");
  const side = positionSideOf(draft, context) ?? (draft.side === "buy" ? "long" : "short");
  const perSide = side === "long" ? longLeverage : shortLeverage;
  const collateral = collateralOf(context, known);
  return {
    leverage: marginMode === "isolated" ? perSide || leverage : leverage,
    ...{ tiers: known.tiers, long, short, markPrice: known.markPrice },
    collateral: collateral.toFixed(),
    funds: fundsOf(context, known, { long, short, collateral })?.toFixed(),
  };
}

function isUnified({ balances }: Known): boolean {
  return balances.some(({ wallet }) => wallet === "unified");
}

function collateralOf({ instrument }: TicketContext, known: Known): Big {
  if (!isUnified(known)) return Big(0);
  const own = known.balances.find(
    ({ coin, wallet }) => wallet === "unified" && coin === instrument.base,
  );
  const amount = Big(own?.equity || "0");
  if (own === undefined || amount.eq(0)) return Big(0);
  const counted = countedOf(known.collateralRates, instrument.base, amount);
  return Big(own.value || "0")
    .times(counted)
    .div(amount);
}

function fundsOf(
  context: TicketContext,
  known: Known,
  own: {
    readonly long: Position | undefined;
    readonly short: Position | undefined;
    readonly collateral: Big;
  },
): Big | undefined {
  const { instrument } = context;
  const mark = bigOf(known.markPrice);
  const held = [own.long, own.short].filter((one) => one !== undefined);
  const profit = sum(held.map(({ unrealised }) => unrealised));
  const exposure = {
    long: heldOf(own.long, instrument.isInverse),
    short: heldOf(own.short, instrument.isInverse),
  };
  const maintenanceWith = (takerRate: number): Big =>
    mark === undefined || mark.lte(0)
      ? Big(0)
      : maintenanceAt(exposure, { ...instrument, takerRate, tiers: known.tiers }, mark);
  const maintenance = maintenanceWith(instrument.takerRate);
  if (isUnified(known)) {
    // Margin of inverse contracts is in a coin whose price moves too.
    if (known.summary === undefined || instrument.isInverse) return undefined;
    const { available, initialMargin, maintenanceMargin, marginRatio } = known.summary;
    const effective = Big(available).plus(initialMargin);
    // The amount is without closing fees, the ratio with them, but rounded.
    const isAlone = Big(maintenanceMargin || "0")
      .minus(maintenanceWith(0))
      .lt(DUST);
    const others = isAlone ? Big(0) : effective.times(marginRatio || "0").minus(maintenance);
    return effective.minus(own.collateral).minus(profit).minus(others);
  }
  return classicFunds(context, known, { profit, maintenance });
}

function classicFunds(
  { instrument }: TicketContext,
  known: Known,
  own: { readonly profit: Big; readonly maintenance: Big },
): Big | undefined {
  const wallet = instrument.category.replace("-", "_");
  const balance = known.balances.find(
    (one) => one.wallet === wallet && one.coin === instrument.settle,
  );
  if (balance === undefined) return undefined;
  const ofCoin = known.positions.filter(
    ({ category, marginCoin }) =>
      category === instrument.category && marginCoin === instrument.settle,
  );
  const isolated = ofCoin.filter(({ marginMode }) => marginMode === "isolated");
  const kept = sum(isolated.flatMap(({ margin, unrealised }) => [margin, unrealised]));
  const crossed = ofCoin.filter(({ marginMode }) => marginMode === "crossed");
  const others = crossed.filter(({ instrumentKey }) => instrumentKey !== instrument.key);
  const equity = Big(balance.equity).minus(kept);
  // The ratio of the account tells the maintenance of markets whose tiers are not loaded.
  const ratio = Big(others[0]?.marginRatio || "0");
  const isOwnCrossed = crossed.length > others.length;
  const all = equity.times(ratio);
  const rest = others.length === 0 ? Big(0) : isOwnCrossed ? all.minus(own.maintenance) : all;
  return equity.minus(isOwnCrossed ? own.profit : 0).minus(rest);
}

function sum(amounts: readonly string[]): Big {
  return amounts.reduce((total, amount) => total.plus(amount || "0"), Big(0));
}
