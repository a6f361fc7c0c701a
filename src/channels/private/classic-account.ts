/** Records of the v2 channels account, equity, positions and positions-history. */

import type { EventOf } from "../../core/events.ts";
import { formatRatio, formatTrimmed } from "../../core/money/decimals.ts";
import type { PositionRead } from "../../core/reads.ts";
import type { Category, Realm, Wallet } from "../../core/vocabulary.ts";
import type { LiveAccounts } from "../../projections/live/live-accounts.ts";
import { averagePriceText } from "../../wire/average-price.ts";
import { wireId } from "../../wire/ids.ts";
import { currencyCode, type ListedInstrument } from "../../wire/listings.ts";
import { positionValue } from "../../wire/maintenance.ts";
import { breakEvenText, profitRateText } from "../../wire/position-figures.ts";
import { amountText, priceText, riskRateText, sizeText } from "../../wire/texts.ts";
import { UsdValues, usdText } from "../../wire/usd-values.ts";
import { positionModeWord } from "../../wire/words/order-words.ts";

/** Decimals of rates in millionths. */
const RATE_DECIMALS = 6;

type FuturesCategory = Exclude<Category, "spot">;

/** The wallet behind each product line of a classic account. */
const FUTURES_WALLETS: Readonly<Record<FuturesCategory, Wallet>> = {
  usdt_futures: "usdt_futures",
  usdc_futures: "usdc_futures",
  coin_futures: "coin_futures",
  susdt_futures: "usdt_futures",
  susdc_futures: "usdc_futures",
  scoin_futures: "coin_futures",
};

/** Who an account push is for. */
export interface AccountOwner {
  readonly user: number;
  readonly realm: Realm;
}

/** Spot balances; only those of `coin` when it is given. */
export function classicSpotBalances(
  accounts: LiveAccounts,
  owner: AccountOwner,
  coin: string | undefined,
  nowMs: number,
): readonly Readonly<Record<string, string>>[] {
  return accounts
    .balances(owner.user, "spot")
    .filter(({ currency }) => coin === undefined || currency.code === coin)
    .map(({ currency, available, hold }) => ({
      coin: currency.code,
      available: formatTrimmed(available, currency.decimals),
      frozen: formatTrimmed(hold, currency.decimals),
      locked: "0",
      limitAvailable: "0",
      uTime: `${nowMs}`,
    }));
}

/** One row per coin that settles contracts of the product line. */
export function classicMixAccounts(
  accounts: LiveAccounts,
  owner: AccountOwner,
  category: FuturesCategory,
): readonly Readonly<Record<string, string>>[] {
  const wallet = FUTURES_WALLETS[category];
  const usd = new UsdValues(accounts, owner.realm);
  const coins = new Set(accounts.instrumentsOf(owner.realm, category).map((one) => one.settle));
  return [...coins].flatMap((index) => {
    const currency = accounts.currencyAt(index);
    if (currency === undefined) return [];
    const margin = accounts.margin(owner.user, wallet, currency);
    const isolated = margin.isolatedMargin + margin.isolatedUnrealisedPnl;
    const equity = margin.balance + margin.unrealisedPnl + isolated;
    const text = (amount: bigint): string => formatTrimmed(amount, currency.decimals);
    const free = text(margin.free > 0n ? margin.free : 0n);
    return {
      marginCoin: currency.code,
      frozen: text(margin.hold + margin.requiredMargin - margin.positionMargin),
      available: free,
      maxOpenPosAvailable: free,
      maxTransferOut: text(margin.transferable > 0n ? margin.transferable : 0n),
      equity: text(equity),
      usdtEquity: usdText(usd.of(equity, currency)),
      crossedRiskRate: riskRateText(accounts.risk(owner.user, wallet, currency)),
      unrealizedPL: text(margin.unrealisedPnl + margin.isolatedUnrealisedPnl),
      unionTotalMargin: "0",
      unionAvailable: "0",
      unionMm: "0",
      assetsMode: "single",
    };
  });
}

/** The equity of one product line. */
export function classicEquity(
  accounts: LiveAccounts,
  owner: AccountOwner,
  category: FuturesCategory,
): Readonly<Record<string, string>> {
  const wallet = FUTURES_WALLETS[category];
  const usd = new UsdValues(accounts, owner.realm);
  let equity = 0n;
  let profit = 0n;
  for (const { currency } of accounts.balances(owner.user, wallet)) {
    const margin = accounts.margin(owner.user, wallet, currency);
    const unrealised = margin.unrealisedPnl + margin.isolatedUnrealisedPnl;
    equity += usd.of(margin.balance + margin.isolatedMargin + unrealised, currency);
    profit += usd.of(unrealised, currency);
  }
  return {
    btcEquity: usd.textIn(equity, "BTC"),
    usdtEquity: usdText(equity),
    unrealizedPL: usdText(profit),
    unionTotalMargin: "0",
    unionAvailable: "0",
    unionMm: "0",
  };
}

/** Margin with unrealised profit and loss by value at mark (trading-rules.md section 4). */
function isolatedRateText(row: PositionRead): string {
  if (row.marginMode === "crossed") return "0";
  return formatRatio(row.margin + row.unrealisedPnl, positionValue(row), RATE_DECIMALS);
}

export function classicPosition(
  accounts: LiveAccounts,
  user: number,
  row: PositionRead,
  nowMs: number,
): Readonly<Record<string, unknown>> {
  const { instrument } = row;
  const { liquidationPrice, risk } = accounts.outlook(user, row);
  const money = (amount: bigint): string => amountText(accounts, instrument.settle, amount);
  return {
    posId: wireId(row.positionId),
    instId: instrument.symbol,
    marginCoin: currencyCode(accounts, instrument.settle),
    marginSize: money(row.margin),
    marginMode: row.marginMode,
    holdSide: row.positionSide,
    posMode: positionModeWord(row.isHedge),
    total: sizeText(instrument, row.size),
    available: sizeText(instrument, row.closable),
    frozen: sizeText(instrument, row.size - row.closable),
    openPriceAvg: averagePriceText(accounts, instrument, row.openValue, row.size),
    leverage: row.leverage,
    achievedProfits: money(row.realisedPnl),
    unrealizedPL: money(row.unrealisedPnl),
    unrealizedPLR: profitRateText(row),
    liquidationPrice: liquidationPrice === 0 ? "0" : priceText(instrument, liquidationPrice),
    keepMarginRate: formatTrimmed(row.maintenanceRate, RATE_DECIMALS),
    isolatedMarginRate: isolatedRateText(row),
    marginRate: riskRateText(risk),
    breakEvenPrice: breakEvenText(accounts, row),
    totalFee: money(row.funding),
    deductedFee: money(row.openFee + row.closeFee),
    markPrice: priceText(instrument, row.mark),
    assetMode: "single",
    autoMargin: row.isAutoMargin ? "on" : "off",
    cTime: `${row.openedAtMs}`,
    uTime: `${nowMs}`,
  };
}

/** A position in its last event, which closed it. */
export function classicClosedPosition(
  accounts: LiveAccounts,
  instrument: ListedInstrument,
  closed: EventOf<"position_changed">,
): Readonly<Record<string, string>> {
  const money = (amount: bigint): string => amountText(accounts, instrument.settle, amount);
  const { openedSize, openedValue, closedSize, closedValue } = closed;
  return {
    posId: wireId(closed.positionId),
    instId: instrument.symbol,
    marginCoin: currencyCode(accounts, instrument.settle),
    marginMode: closed.marginMode,
    holdSide: closed.positionSide,
    posMode: positionModeWord(closed.isHedge),
    openPriceAvg: averagePriceText(accounts, instrument, openedValue, openedSize),
    closePriceAvg: averagePriceText(accounts, instrument, closedValue, closedSize),
    openSize: sizeText(instrument, openedSize),
    closeSize: sizeText(instrument, closedSize),
    achievedProfits: money(closed.realisedPnl),
    settleFee: money(closed.funding),
    openFee: money(-closed.openFee),
    closeFee: money(-closed.closeFee),
    cTime: `${closed.openedAtMs}`,
    uTime: `${closed.timeMs}`,
  };
}
