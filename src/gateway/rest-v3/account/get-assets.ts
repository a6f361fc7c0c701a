import { type Static, Type } from "typebox";
import { formatRatio } from "../../../core/money/decimals.ts";
import type { BalanceRead } from "../../../core/reads.ts";
import { defineEndpoint, type PrivateContext } from "../../http/endpoint.ts";
import { maintenanceMargin, positionValue } from "../rows/maintenance.ts";
import { UsdValues, usdText } from "../rows/usd-values.ts";
import { amountText } from "../rows/value-texts.ts";

const RATIO_DECIMALS = 8;

const assetSchema = Type.Object({
  coin: Type.String(),
  equity: Type.String({ description: "balance + locked + unrealised profit and loss" }),
  usdValue: Type.String({ description: "Of the equity, at the index price" }),
  balance: Type.String({ description: "Without what is locked" }),
  available: Type.String({ description: "What may be spent or moved: margin is kept back" }),
  debt: Type.String(),
  locked: Type.String({ description: "Held by open spot orders" }),
});
type Asset = Static<typeof assetSchema>;

/** Sums over an account, in 10^-20 dollars. */
interface Totals {
  equity: bigint;
  unrealised: bigint;
  initial: bigint;
  maintenance: bigint;
  positionValue: bigint;
}

function assetOf(
  context: PrivateContext,
  { currency, balance, hold, available }: BalanceRead,
  usd: UsdValues,
  totals: Totals,
): Asset {
  const { accounts } = context.exchange;
  const margin = accounts.margin(context.principal.userIndex, "unified", currency);
  const equity = balance + margin.unrealisedPnl;
  const usdValue = usd.of(equity, currency);
  totals.equity += usdValue;
  totals.unrealised += usd.of(margin.unrealisedPnl, currency);
  totals.initial += usd.of(margin.requiredMargin, currency);
  return {
    coin: currency.code,
    equity: amountText(equity, currency),
    usdValue: usdText(usdValue),
    balance: amountText(balance - hold, currency),
    available: amountText(available, currency),
    debt: amountText(equity < 0n ? -equity : 0n, currency),
    locked: amountText(hold, currency),
  };
}

function addPositions(context: PrivateContext, usd: UsdValues, totals: Totals): void {
  const { accounts } = context.exchange;
  for (const position of accounts.positions(context.principal.userIndex)) {
    const settle = accounts.currencyAt(position.instrument.settle);
    if (settle === undefined) continue;
    totals.maintenance += usd.of(maintenanceMargin(position, accounts), settle);
    totals.positionValue += usd.of(positionValue(position), settle);
  }
}

export const getAssets = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/account/assets"],
  version: "v3",
  summary: "Equity, margin and balances of the unified account",
  description:
    "Totals are in US dollars at index prices; every coin counts in full as collateral. Coins " +
    "without a balance are left out.",
  access: { kind: "private", permission: "uta_mgt_read" },
  limit: { perSecond: 20, per: "uid" },
  request: Type.Object({}),
  response: Type.Object({
    accountEquity: Type.String(),
    usdtEquity: Type.String(),
    btcEquity: Type.String(),
    unrealisedPnl: Type.String(),
    usdtUnrealisedPnl: Type.String(),
    btcUnrealizedPnl: Type.String(),
    effEquity: Type.String(),
    mmr: Type.String({ description: "Maintenance margin of all positions" }),
    imr: Type.String({ description: "Initial margin of all positions and open futures orders" }),
    mgnRatio: Type.String({ description: "mmr ÷ effEquity" }),
    positionMgnRatio: Type.String(),
    positionValue: Type.String(),
    leverage: Type.String({ description: "positionValue ÷ accountEquity" }),
    assets: Type.Array(assetSchema),
  }),
  handle(context) {
    const { accounts } = context.exchange;
    const usd = new UsdValues(accounts, context.realm);
    const totals = { equity: 0n, unrealised: 0n, initial: 0n, maintenance: 0n, positionValue: 0n };
    const assets = accounts
      .balances(context.principal.userIndex, "unified")
      .map((read) => assetOf(context, read, usd, totals))
      .filter(({ balance, locked, equity }) => `${balance}${locked}${equity}` !== "000");
    addPositions(context, usd, totals);
    const { equity, unrealised, maintenance } = totals;
    const ratio = formatRatio(maintenance, equity, RATIO_DECIMALS);
    return {
      accountEquity: usdText(equity),
      usdtEquity: usd.textIn(equity, "USDT"),
      btcEquity: usd.textIn(equity, "BTC"),
      unrealisedPnl: usdText(unrealised),
      usdtUnrealisedPnl: usd.textIn(unrealised, "USDT"),
      btcUnrealizedPnl: usd.textIn(unrealised, "BTC"),
      effEquity: usdText(equity),
      mmr: usdText(maintenance),
      imr: usdText(totals.initial),
      mgnRatio: ratio,
      positionMgnRatio: ratio,
      positionValue: usdText(totals.positionValue),
      leverage: formatRatio(totals.positionValue, equity, RATIO_DECIMALS),
      assets,
    };
  },
});
