/** What the account has in a market, as far as the preview of an order needs it. */
import Big from "big.js";
import type { Position } from "../../accounts/model.ts";
import type { HeldPosition } from "./backed.ts";
import { type Cover, singleCover } from "./cover.ts";
import { type Draft, positionSideOf, type TicketContext } from "./draft.ts";
import { equityWithout } from "./equity-without.ts";
import type { Known } from "./known.ts";
import type { Tier } from "./tier.ts";
import { unifiedCover } from "./unified-cover.ts";
import { upkeepOf } from "./upkeep.ts";

export type Holding = {
  readonly leverage: string;
  /** Empty while they are unknown. */
  readonly tiers: readonly Tier[];
  readonly long: HeldPosition | undefined;
  readonly short: HeldPosition | undefined;
  /** What covers crossed positions of this market besides their profit; undefined if unknown. */
  readonly cover: Cover | undefined;
  /** Empty while it is unknown. */
  readonly markPrice: string;
};

/** Returns what a draft meets in its market. */
export function holdingOf(draft: Draft, context: TicketContext, known: Known): Holding {
  const { instrument } = context;
  const { leverage, longLeverage, marginMode, shortLeverage } = known.settings;
  const own = known.positions.filter(({ instrumentKey }) => instrumentKey === instrument.key);
  const side = positionSideOf(draft, context) ?? (draft.side === "buy" ? "long" : "short");
  const perSide = side === "long" ? longLeverage : shortLeverage;
  const isUnified = known.balances.some(({ wallet }) => wallet === "unified");
  return {
    leverage: marginMode === "isolated" ? perSide || leverage : leverage,
    ...{ tiers: known.tiers, markPrice: known.markPrice },
    long: own.find((position) => position.side === "long"),
    short: own.find((position) => position.side === "short"),
    cover: isUnified ? unifiedCover(instrument, known) : classicCover(context, known),
  };
}

function classicCover({ instrument }: TicketContext, known: Known): Cover | undefined {
  const wallet = instrument.category.replace("-", "_");
  const balance = known.balances.find(
    (one) => one.wallet === wallet && one.coin === instrument.settle,
  );
  if (balance === undefined) return undefined;
  const ofCoin = known.positions.filter(
    ({ category, marginCoin }) =>
      category === instrument.category && marginCoin === instrument.settle,
  );
  const isOwn = ({ instrumentKey }: Position): boolean => instrumentKey === instrument.key;
  const isIsolated = ({ marginMode }: Position): boolean => marginMode === "isolated";
  const margins = ofCoin.filter(isIsolated).map(({ margin }) => Big(margin || "0"));
  const others = ofCoin.filter((position) => !isIsolated(position) && !isOwn(position));
  const equity = equityWithout(
    Big(balance.equity),
    ofCoin,
    (position) => isIsolated(position) || isOwn(position),
  );
  const taken = [...margins, upkeepOf(others, known.takerRateOf)];
  return singleCover(taken.reduce((left, amount) => left.minus(amount), equity));
}
