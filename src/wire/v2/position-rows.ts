/** Positions of v2, in REST (rest-v2.md) and pushed (websocket.md section 8.3). */
import { type Static, Type } from "typebox";
import type { EventOf } from "../../core/events/events.ts";
import { formatRatio } from "../../core/money/decimals.ts";
import type { PositionRead } from "../../core/reads/account-reads.ts";
import type { ClosedPositionRow } from "../../projections/history/tables.ts";
import type { LiveAccounts } from "../../projections/live/live-accounts.ts";
import type { LiveOrder } from "../../projections/live/live-order.ts";
import type { LivePlan } from "../../projections/live/live-plan.ts";
import { entryPriceText, lifeAverageTexts } from "../average-price.ts";
import { wireId } from "../ids.ts";
import { currencyCode, type ListedInstrument, type Listings } from "../listings.ts";
import { positionValue } from "../maintenance.ts";
import { breakEvenText, profitRateText } from "../position-figures.ts";
import type { Without } from "../row-types.ts";
import { lifeSizeTexts, positionTexts, remainingText } from "../sizes.ts";
import { amountText, coinText, priceText, rateE6Text, riskRateText } from "../texts.ts";
import {
  isOpening,
  MARGIN_MODE_WORDS,
  POSITION_MODE_WORDS,
  POSITION_SIDE_WORDS,
  positionModeWord,
} from "../words/order-words.ts";
import { wordField } from "../words/word-field.ts";

/** Digits after the point of margin ÷ notional. */
const MARGIN_RATE_DECIMALS = 6;

/** No contract pays dividends. */
const NO_DIVIDEND = { cashDividend: "0" } as const;

export const positionRowSchema = Type.Object({
  marginCoin: Type.String(),
  symbol: Type.String(),
  holdSide: wordField(POSITION_SIDE_WORDS),
  openDelegateSize: Type.String({ description: "Unfilled size of orders that would add to it" }),
  marginSize: Type.String({
    description: "Initial margin: at mark if crossed, of its fills if isolated",
  }),
  available: Type.String({ description: "Size that no closing order has taken" }),
  locked: Type.String(),
  total: Type.String(),
  leverage: Type.String(),
  achievedProfits: Type.String(),
  openPriceAvg: Type.String(),
  marginMode: wordField(MARGIN_MODE_WORDS),
  posMode: wordField(POSITION_MODE_WORDS),
  unrealizedPL: Type.String(),
  liquidationPrice: Type.String({ description: "Estimate by mark price; 0: none" }),
  keepMarginRate: Type.String(),
  markPrice: Type.String(),
  breakEvenPrice: Type.String(),
  totalFee: Type.String({ description: "Funding; empty before the first payment" }),
  deductedFee: Type.String(),
  marginRatio: Type.String(),
  assetMode: Type.String(),
  autoMargin: wordField({ on: "on", off: "off" }),
  grant: Type.String(),
  takeProfit: Type.String({ description: "Trigger price for the whole position; empty: none" }),
  stopLoss: Type.String({ description: "The same of its stop-loss" }),
  takeProfitId: Type.String(),
  stopLossId: Type.String(),
  cTime: Type.String(),
  uTime: Type.String(),
});
export type PositionRow = Static<typeof positionRowSchema>;

export const closedPositionRowSchema = Type.Object({
  positionId: Type.String(),
  marginCoin: Type.String(),
  symbol: Type.String(),
  holdSide: wordField(POSITION_SIDE_WORDS),
  openAvgPrice: Type.String(),
  closeAvgPrice: Type.String(),
  marginMode: wordField(MARGIN_MODE_WORDS),
  openTotalPos: Type.String(),
  closeTotalPos: Type.String(),
  pnl: Type.String({ description: "Realised, before fees and funding" }),
  netProfit: Type.String({
    description: "After fees and funding, without what the insurance fund took or paid",
  }),
  totalFunding: Type.String(),
  openFee: Type.String({ description: "Negative for a fee paid" }),
  closeFee: Type.String(),
  posMode: wordField(POSITION_MODE_WORDS),
  cashDividend: Type.String({ description: "Always 0: no contract pays dividends" }),
  ctime: Type.String(),
  utime: Type.String(),
});
export type ClosedPositionRowV2 = Static<typeof closedPositionRowSchema>;

/** Whether filling an order would add to a position. */
function addsTo(order: LiveOrder, position: PositionRead): boolean {
  if (order.instrument !== position.instrument.index) return false;
  if (position.isHedge) return order.positionSide === position.positionSide && isOpening(order);
  return !order.reduceOnly && (order.side === "buy") === (position.positionSide === "long");
}

/** Remaining size of the open orders that would add to a position. */
function openingText(openOrders: readonly LiveOrder[], position: PositionRead): string {
  return remainingText(
    position.instrument,
    openOrders.filter((order) => addsTo(order, position)),
  );
}

/** A user with its open orders and pending plans at `timeMs`. */
export interface PositionOwner {
  readonly user: number;
  readonly openOrders: readonly LiveOrder[];
  readonly plans: readonly LivePlan[];
  readonly timeMs: number;
}

/** Whether a plan closes a position, not a position of the other side. */
function closes(plan: LivePlan, position: PositionRead): boolean {
  if (plan.instrument !== position.instrument.index) return false;
  if (position.isHedge) return plan.positionSide === position.positionSide;
  return (plan.side === "sell") === (position.positionSide === "long");
}

type ExitMembers = Pick<PositionRow, "takeProfit" | "stopLoss" | "takeProfitId" | "stopLossId">;

/** Take-profit and stop-loss of the whole position; exits of a part are orders of their own. */
function exitMembers(plans: readonly LivePlan[], position: PositionRead): ExitMembers {
  const exitOf = (kind: "position_profit" | "position_loss") =>
    plans.find((plan) => plan.planKind === kind && closes(plan, position));
  const [profit, loss] = [exitOf("position_profit"), exitOf("position_loss")];
  const trigger = (plan: LivePlan | undefined): string =>
    plan === undefined ? "" : priceText(position.instrument, plan.triggerPrice);
  return {
    takeProfit: trigger(profit),
    stopLoss: trigger(loss),
    takeProfitId: profit === undefined ? "" : wireId(profit.planId),
    stopLossId: loss === undefined ? "" : wireId(loss.planId),
  };
}

/** An open position in REST. */
export function positionRow(
  accounts: LiveAccounts,
  owner: PositionOwner,
  position: PositionRead,
): PositionRow {
  const { instrument } = position;
  const held = positionTexts(instrument, position);
  const { liquidationPrice, risk } = accounts.outlook(owner.user, position);
  const settle = accounts.currencyAt(instrument.settle);
  return {
    marginCoin: settle?.code ?? "",
    symbol: instrument.symbol,
    holdSide: POSITION_SIDE_WORDS[position.positionSide],
    openDelegateSize: openingText(owner.openOrders, position),
    marginSize: coinText(settle, position.margin),
    available: held.available,
    locked: held.frozen,
    total: held.total,
    leverage: String(position.leverage),
    achievedProfits: coinText(settle, position.realisedPnl),
    openPriceAvg: entryPriceText(accounts, instrument, position),
    marginMode: MARGIN_MODE_WORDS[position.marginMode],
    posMode: positionModeWord(position.isHedge),
    unrealizedPL: coinText(settle, position.unrealisedPnl),
    liquidationPrice: priceText(instrument, liquidationPrice),
    keepMarginRate: rateE6Text(position.maintenanceRate),
    markPrice: priceText(instrument, position.mark),
    breakEvenPrice: breakEvenText(position),
    totalFee: position.funding === 0n ? "" : coinText(settle, position.funding),
    deductedFee: coinText(settle, position.openFee + position.closeFee),
    marginRatio: riskRateText(risk),
    assetMode: "single",
    autoMargin: position.isAutoMargin ? "on" : "off",
    grant: "",
    ...exitMembers(owner.plans, position),
    cTime: String(position.openedAtMs),
    uTime: String(owner.timeMs),
  };
}

/** Fields that only REST has, or that the channel names differently. */
type RestAlone =
  | ("symbol" | "openDelegateSize" | "locked" | "marginRatio" | "grant")
  | ("takeProfit" | "stopLoss" | "takeProfitId" | "stopLossId")
  | "leverage";

/** A position on the channel `positions`. */
export type PositionPush = Without<PositionRow, RestAlone> & {
  readonly posId: string;
  /** As `symbol` of REST. */
  readonly instId: string;
  /** As `locked` of REST. */
  readonly frozen: string;
  readonly leverage: number;
  readonly unrealizedPLR: string;
  readonly isolatedMarginRate: string;
  /** As `marginRatio` of REST. */
  readonly marginRate: string;
  readonly cashDividend: string;
};

/** Margin with unrealised profit ÷ notional at mark (trading-rules.md section 4). */
function isolatedRateText(position: PositionRead): string {
  if (position.marginMode === "crossed") return "0";
  const backing = position.margin + position.unrealisedPnl;
  return formatRatio(backing, positionValue(position), MARGIN_RATE_DECIMALS);
}

export function mixPositionPush(
  accounts: LiveAccounts,
  user: number,
  position: PositionRead,
  nowMs: number,
): PositionPush {
  const { instrument } = position;
  const held = positionTexts(instrument, position);
  const { liquidationPrice, risk } = accounts.outlook(user, position);
  const settle = accounts.currencyAt(instrument.settle);
  return {
    posId: wireId(position.positionId),
    instId: instrument.symbol,
    marginCoin: settle?.code ?? "",
    marginSize: coinText(settle, position.margin),
    marginMode: MARGIN_MODE_WORDS[position.marginMode],
    holdSide: POSITION_SIDE_WORDS[position.positionSide],
    posMode: positionModeWord(position.isHedge),
    total: held.total,
    available: held.available,
    frozen: held.frozen,
    openPriceAvg: entryPriceText(accounts, instrument, position),
    leverage: position.leverage,
    achievedProfits: coinText(settle, position.realisedPnl),
    unrealizedPL: coinText(settle, position.unrealisedPnl),
    unrealizedPLR: profitRateText(position),
    liquidationPrice: priceText(instrument, liquidationPrice),
    keepMarginRate: rateE6Text(position.maintenanceRate),
    isolatedMarginRate: isolatedRateText(position),
    marginRate: riskRateText(risk),
    breakEvenPrice: breakEvenText(position),
    totalFee: coinText(settle, position.funding),
    deductedFee: coinText(settle, position.openFee + position.closeFee),
    markPrice: priceText(instrument, position.mark),
    assetMode: "single",
    autoMargin: position.isAutoMargin ? "on" : "off",
    ...NO_DIVIDEND,
    cTime: `${position.openedAtMs}`,
    uTime: `${nowMs}`,
  };
}

/** A closed position in REST. */
export function closedPositionRow(
  listings: Listings,
  instrument: ListedInstrument,
  row: ClosedPositionRow,
): ClosedPositionRowV2 {
  const money = (amount: bigint): string => amountText(listings, instrument.settle, amount);
  const average = lifeAverageTexts(listings, instrument, row);
  const size = lifeSizeTexts(instrument, row);
  return {
    positionId: wireId(row.positionId),
    marginCoin: currencyCode(listings, instrument.settle),
    symbol: instrument.symbol,
    holdSide: POSITION_SIDE_WORDS[row.positionSide],
    openAvgPrice: average.open,
    closeAvgPrice: average.close,
    marginMode: MARGIN_MODE_WORDS[row.marginMode],
    openTotalPos: size.open,
    closeTotalPos: size.close,
    pnl: money(row.realisedPnl),
    netProfit: money(row.realisedPnl - row.openFee - row.closeFee + row.funding),
    totalFunding: money(row.funding),
    openFee: money(-row.openFee),
    closeFee: money(-row.closeFee),
    posMode: positionModeWord(row.isHedge),
    ...NO_DIVIDEND,
    ctime: String(row.openedAtMs),
    utime: String(row.closedAtMs),
  };
}

/** Fields that only REST has, or that the channel names differently. */
type ClosedRestAlone =
  | ("positionId" | "symbol" | "openAvgPrice" | "closeAvgPrice" | "openTotalPos")
  | ("closeTotalPos" | "pnl" | "netProfit" | "totalFunding" | "ctime" | "utime");

/** A closed position on the channel positions-history. */
export type ClosedPositionPush = Without<ClosedPositionRowV2, ClosedRestAlone> & {
  /** As `positionId` of REST. */
  readonly posId: string;
  /** As `symbol` of REST. */
  readonly instId: string;
  /** As `openAvgPrice` of REST. */
  readonly openPriceAvg: string;
  /** As `closeAvgPrice` of REST. */
  readonly closePriceAvg: string;
  /** As `openTotalPos` of REST. */
  readonly openSize: string;
  /** As `closeTotalPos` of REST. */
  readonly closeSize: string;
  /** As `pnl` of REST. */
  readonly achievedProfits: string;
  /** As `totalFunding` of REST. */
  readonly settleFee: string;
  /** As `ctime` of REST. */
  readonly cTime: string;
  /** As `utime` of REST. */
  readonly uTime: string;
};

/** Returns the push of a position that its last event closed. */
export function closedPositionPush(
  listings: Listings,
  instrument: ListedInstrument,
  closed: EventOf<"position_changed">,
): ClosedPositionPush {
  const money = (amount: bigint): string => amountText(listings, instrument.settle, amount);
  const average = lifeAverageTexts(listings, instrument, closed);
  const size = lifeSizeTexts(instrument, closed);
  return {
    posId: wireId(closed.positionId),
    instId: instrument.symbol,
    marginCoin: currencyCode(listings, instrument.settle),
    marginMode: MARGIN_MODE_WORDS[closed.marginMode],
    holdSide: POSITION_SIDE_WORDS[closed.positionSide],
    posMode: positionModeWord(closed.isHedge),
    openPriceAvg: average.open,
    closePriceAvg: average.close,
    openSize: size.open,
    closeSize: size.close,
    achievedProfits: money(closed.realisedPnl),
    settleFee: money(closed.funding),
    openFee: money(-closed.openFee),
    closeFee: money(-closed.closeFee),
    ...NO_DIVIDEND,
    cTime: `${closed.openedAtMs}`,
    uTime: `${closed.timeMs}`,
  };
}
