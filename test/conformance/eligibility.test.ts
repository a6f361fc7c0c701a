import { expect, it } from "vitest";
import { restV3 } from "./support/bitget-api-clients.ts";
import { openExchange } from "./support/conformance-exchange.ts";
import { proves } from "./support/proves.ts";

const exchange = await openExchange();
const alice = restV3(exchange, exchange.firstUser("unified"));
const CONTRACT = { category: "USDT-FUTURES", symbol: "BTCUSDT" } as const;

/** A unified account in basic mode with coins of its own. */
async function basicAccount() {
  const coins = { wallet: "unified", coin: "USDT", amount: "10000" } as const;
  const client = restV3(exchange, await exchange.newUser({ kind: "unified" }, coins));
  await client.adjustAccountMode({ mode: "basic" });
  return client;
}

it("RestClientV3 reads the symbols that the mode of the account may trade", async () => {
  proves("RestClientV3.getEligibleSymbols", "GET /api/v3/account/eligible-symbols");
  const { data: advanced } = await alice.getEligibleSymbols();
  const words = ["SPOT", "MARGIN", "USDT-FUTURES", "COIN-FUTURES", "USDC-FUTURES"];
  expect([...new Set(advanced.map(({ category }) => category))]).toEqual(words);
  const { data: listed } = await alice.getInstruments({ category: "USDT-FUTURES" });
  expect(advanced.filter(({ category }) => category === "USDT-FUTURES")).toEqual(listed);
  const bob = await basicAccount();
  const { data: basic } = await bob.getEligibleSymbols();
  const allowed = words.filter((word) => !["MARGIN", "COIN-FUTURES"].includes(word));
  expect([...new Set(basic.map(({ category }) => category))]).toEqual(allowed);
  expect((await bob.getEligibleSymbols({ symbol: "BTCUSD" })).data).toEqual([]);
  expect((await alice.getEligibleSymbols({ symbol: "BTCUSD" })).data).toHaveLength(1);
  const unknown = alice.getEligibleSymbols({ symbol: "NOTLISTED" });
  await expect(unknown).rejects.toMatchObject({ body: { code: "25100" } });
});

it("RestClientV3 reads what the account may borrow, and on what terms", async () => {
  proves("RestClientV3.getEligibleMarginTier", "GET /api/v3/account/eligible-margin-tier");
  proves("RestClientV3.getEligibleLoanInfo", "GET /api/v3/account/eligible-loan-info");
  const { data: all } = await alice.getEligibleMarginTier();
  const { data } = await alice.getPositionTier({ category: "MARGIN", coin: "USDT" });
  const tiers = data.map((tier) => Object.fromEntries(Object.entries(tier).slice(1)));
  const { data: dollars } = await alice.getEligibleMarginTier({ coin: "USDT" });
  expect(dollars).toEqual([{ coin: "USDT", tiers }]);
  expect(all).toContainEqual(dollars[0]);
  const { data: info } = await alice.getEligibleLoanInfo({ coin: "USDT" });
  const { data: loans } = await alice.getMarginLoans({ coin: "USDT" });
  expect(info).toMatchObject([{ coin: "USDT", limit: loans.limit }]);
  expect(Number(info[0]?.masterSubLimit)).toBeGreaterThan(0);
  const before = Number(info[0]?.platformRemaingQuota);
  expect(before).toBeGreaterThan(0);
  const bob = await basicAccount();
  expect((await bob.getEligibleMarginTier()).data).toEqual([]);
  expect((await bob.getEligibleLoanInfo()).data).toEqual([]);
  await expect(alice.getEligibleLoanInfo({ coin: "NOCOIN" })).rejects.toMatchObject({ code: 400 });
});

it("the discount rates of an account are those of its mode", async () => {
  proves("RestClientV3.getPrivate", "GET /api/v3/account/eligible-discount-rate");
  const advanced = await alice.getPrivate("/api/v3/account/eligible-discount-rate");
  const { data: all } = await alice.getDiscountRate();
  expect(advanced.data).toEqual(all);
  const bob = await basicAccount();
  const basic = await bob.getPrivate("/api/v3/account/eligible-discount-rate");
  const coins = basic.data.map(({ coin }: { coin: string }) => coin);
  expect(coins).toEqual(["USDT", "USDC"]);
});

it("RestClientV3 reads what another leverage would require", async () => {
  proves("RestClientV3.preSetLeverage", "GET /api/v3/account/pre-set-leverage");
  const bob = await basicAccount();
  const ask = (leverage: string) =>
    bob.preSetLeverage({ ...CONTRACT, marginMode: "cross", leverage });
  expect((await ask("5")).data).toEqual({ requiredMargin: "0", marginChange: "0" });
  await bob.setLeverage({ ...CONTRACT, leverage: "10" });
  await bob.submitNewOrder({
    ...{ ...CONTRACT, side: "buy", orderType: "limit", timeInForce: "gtc" },
    ...{ qty: "0.1", price: "40000" },
  });
  const { data: same } = await ask("10");
  expect(same.marginChange).toBe("0");
  const { data: lower } = await ask("5");
  const margin = Number(lower.requiredMargin) - Number(same.requiredMargin);
  expect(Number(lower.marginChange)).toBeCloseTo(margin, 8);
  expect(margin).toBeCloseTo(0.1 * 40_000 * (1 / 5 - 1 / 10), 8);
  expect(Number((await ask("20")).data.marginChange)).toBeLessThan(0);
  const { data: still } = await ask("10");
  expect(still).toEqual(same);
  await expect(ask("0")).rejects.toMatchObject({ code: 400 });
  await expect(ask("100000")).rejects.toMatchObject({ code: 400 });
  const isolated = bob.preSetLeverage({ ...CONTRACT, marginMode: "isolated", leverage: "5" });
  await expect(isolated).rejects.toMatchObject({ body: { code: "25240" } });
  const coin = { category: "MARGIN", coin: "USDT", marginMode: "cross" } as const;
  const { data: unborrowed } = await alice.preSetLeverage({ ...coin, leverage: "2" });
  expect(unborrowed).toEqual({ requiredMargin: "0", marginChange: "0" });
});
