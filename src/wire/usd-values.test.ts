import { expect, it } from "vitest";
import { ExchangeFixture } from "../../test/support/test-exchange.ts";
import { COIN, TEST_CURRENCIES } from "../../test/support/test-listings.ts";
import type { Currency } from "../core/instruments/instrument.ts";
import { UsdValues, usdText } from "./usd-values.ts";

const exchange = await ExchangeFixture.start({ endpoints: [], users: [] });

function coin(code: string): Currency {
  const currency = exchange.access.accounts.currency(code);
  if (currency === undefined) throw new RangeError(`a listed coin, got ${code}`);
  return currency;
}

async function setDollar(fixture: ExchangeFixture, code: string, isDollar: boolean): Promise<void> {
  const currency = TEST_CURRENCIES.findIndex((one) => one.code === code);
  const terms = { currency, isDollar, isShared: false, tierStarts: [], ratesE6: [] };
  await fixture.apply({ kind: "set_collateral", ...terms });
}

const worth = (code: string, amount: bigint): string => {
  const values = new UsdValues(exchange.access.accounts, "live");
  return usdText(values.of(amount, coin(code)));
};

it("amounts are worth their index price in a dollar coin, to the last atom", () => {
  expect(worth("USDT", 3n * COIN)).toBe("3");
  expect(worth("BTC", COIN / 2n)).toBe("25000");
  expect(worth("ETH", 1n)).toBe("0.00002");
  const values = new UsdValues(exchange.access.accounts, "live");
  expect(values.textIn(values.of(3n * COIN, coin("ETH")), "BTC")).toBe("0.12");
  expect(values.textIn(values.of(3n * COIN, coin("ETH")), "USDT")).toBe("6000");
  expect(values.textIn(1n, "NONE")).toBe("0");
});

it("the core alone knows which coins are dollars, and learns it by command", async () => {
  expect([worth("USD", COIN), worth("SBTC", COIN)]).toEqual(["0", "0"]);
  await setDollar(exchange, "USD", true);
  await setDollar(exchange, "SUSDT", true);
  expect([worth("USD", COIN), worth("SBTC", COIN)]).toEqual(["1", "50000"]);
  await setDollar(exchange, "SUSDT", false);
  expect([worth("SUSDT", COIN), worth("SBTC", COIN)]).toEqual(["0", "0"]);
});
