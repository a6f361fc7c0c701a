import { type Static, Type } from "typebox";
import { type UnifiedCoin, unifiedTotals } from "../../../channels/private/unified-totals.ts";
import { formatRatio } from "../../../core/money/decimals.ts";
import { coinText, riskRateText } from "../../../wire/texts.ts";
import { UsdValues, usdText } from "../../../wire/usd-values.ts";
import { defineEndpoint } from "../../http/endpoint.ts";

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

function assetOf({ read, equity, usd }: UnifiedCoin): Asset {
  const { available, balance, currency, hold } = read;
  return {
    coin: currency.code,
    equity: coinText(currency, equity),
    usdValue: usdText(usd),
    balance: coinText(currency, balance - hold),
    available: coinText(currency, available),
    debt: coinText(currency, equity < 0n ? -equity : 0n),
    locked: coinText(currency, hold),
  };
}

export const getAssets = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/account/assets"],
  version: "v3",
  summary: "Equity, margin and balances of the unified account",
  description:
    "Totals are in US dollars at index prices. effEquity counts coins at their collateral ratios " +
    "(GET /api/v3/market/discount-rate) and debts in full. Coins without a balance are left out.",
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
    mmr: Type.String({ description: "Maintenance margin of all positions and debts" }),
    imr: Type.String({
      description:
        "Initial margin of positions and open futures orders, margin of what is borrowed",
    }),
    mgnRatio: Type.String({
      description: "Maintenance with the fees of closing ÷ effEquity: above 1 is liquidation",
    }),
    positionMgnRatio: Type.String({ description: "Initial margin of positions ÷ effEquity" }),
    positionValue: Type.String(),
    leverage: Type.String({ description: "positionValue ÷ accountEquity" }),
    assets: Type.Array(assetSchema),
  }),
  handle(context) {
    const { accounts } = context.exchange;
    const usd = new UsdValues(accounts, context.realm);
    const totals = unifiedTotals(accounts, usd, context.principal.userIndex);
    const { effective, equity, unrealised, maintenance } = totals;
    const assets = totals.coins
      .map(assetOf)
      .filter(({ balance, locked, equity: own }) => `${balance}${locked}${own}` !== "000");
    return {
      accountEquity: usdText(equity),
      usdtEquity: usd.textIn(equity, "USDT"),
      btcEquity: usd.textIn(equity, "BTC"),
      unrealisedPnl: usdText(unrealised),
      usdtUnrealisedPnl: usd.textIn(unrealised, "USDT"),
      btcUnrealizedPnl: usd.textIn(unrealised, "BTC"),
      effEquity: usdText(effective),
      mmr: usdText(maintenance),
      imr: usdText(totals.initial),
      mgnRatio: riskRateText(totals.risk),
      positionMgnRatio: formatRatio(totals.positionInitial, effective, RATIO_DECIMALS),
      positionValue: usdText(totals.positionValue),
      leverage: formatRatio(totals.positionValue, equity, RATIO_DECIMALS),
      assets,
    };
  },
});
