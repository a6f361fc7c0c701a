/** Makes a test exchange lend BTC and USDT to unified accounts. */
import { atoms } from "../../src/core/money/units.ts";
import { instrumentName } from "../../src/core/state.ts";
import type { ExchangeFixture } from "./test-exchange.ts";
import { COIN } from "./test-listings.ts";

/** At 0.1 % an hour, leverage 5, and 2 from 50,000 coins on. */
export async function lendCoins(exchange: ExchangeFixture): Promise<void> {
  const { currencyByCode, instrumentByName } = exchange.state;
  const pair = instrumentByName.get(instrumentName("live", "spot", "BTCUSDT"))?.index ?? 0;
  for (const [code, pricedBy] of [["USDT", 0] as const, ["BTC", pair + 1] as const]) {
    const currency = currencyByCode.get(code)?.index ?? 0;
    const fund = { kind: "endow", realm: "live", wallet: "lending_pool", currency } as const;
    await exchange.apply({ ...fund, amount: atoms(1_000_000n * COIN) });
    await exchange.apply({
      kind: "set_loan_terms",
      realm: "live",
      ...{ instrument: 0, currency, pricedBy, dailyRateE8: 2_400_000, amountMin: atoms(1n) },
      ...{ tierAmounts: [5_000_000_000_000, 9_000_000_000_000], tierLeverages: [5, 2] },
      ...{ tierMaintenanceE6: [50_000, 100_000], interestFree: atoms(100n * COIN) },
    });
  }
}
