/** Loans against a pledge on v2, as unmodified clients see them. */
import type { RestClientV2 } from "bitget-api";
import { expect, it } from "vitest";
import { restV2, restV3 } from "./support/bitget-api-clients.ts";
import { type Key, openExchange } from "./support/conformance-exchange.ts";
import { proves } from "./support/proves.ts";

const BITCOIN = { realm: "live", category: "spot", symbol: "BTCUSDT" } as const;
const TERMS = { loanCoin: "USDT", pledgeCoin: "BTC", daily: "SEVEN" } as const;
const DAY_MS = 86_400_000;

const exchange = await openExchange();

/** Fresh index prices: those that the exchange opened with grow old. */
async function refresh(price = "50000"): Promise<void> {
  await exchange.setIndexPrice(BITCOIN, price);
}

function borrower(amount = "2"): Promise<Key> {
  return exchange.newUser({ kind: "classic" }, { wallet: "spot", coin: "BTC", amount });
}

function window() {
  const now = Date.now();
  return { startTime: String(now - 60_000), endTime: String(now + 1_000) };
}

async function available(client: RestClientV2, coin: string): Promise<string> {
  const [asset] = (await client.getSpotAccountAssets({ coin })).data;
  return asset?.available ?? "0";
}

function codeOf(asked: Promise<unknown>): Promise<string> {
  return asked.then(
    (answer) => (answer as { readonly code: string }).code,
    (refusal) => (refusal as { readonly body: { readonly code: string } }).body.code,
  );
}

it("shows to anybody what can be borrowed, and the largest loan for a pledge", async () => {
  proves("RestClientV2.getLoanCurrencies", "GET /api/v2/earn/loan/public/coinInfos");
  proves(
    "RestClientV2.getLoanEstInterestAndBorrowable",
    "GET /api/v2/earn/loan/public/hour-interest",
  );
  const anybody = restV2(exchange);
  await refresh();
  const { data } = await anybody.getLoanCurrencies({ coin: "BTC" });
  expect(data.loanInfos).toMatchObject([
    { coin: "BTC", min: "0.0001", max: "2", minUsdt: "5", maxUsdt: "100000" },
  ]);
  expect(data.pledgeInfos).toEqual([
    {
      ...{ coin: "BTC", initRate: "0.65", supRate: "0.75", forceRate: "0.83" },
      ...{ minUsdt: "5", maxUsdt: "200000" },
    },
  ]);
  const [dollar] = (await anybody.getLoanCurrencies({ coin: "USDT" })).data.loanInfos;
  const hourly = Number(dollar?.hourRate7D);
  expect(hourly * 24 * 365).toBeCloseTo(Number(dollar?.rate7D), 8);
  const asked = { ...TERMS, pledgeAmount: "1" };
  const estimate = (await anybody.getLoanEstInterestAndBorrowable(asked)).data;
  expect(estimate.loanAmount).toBe("32500");
  expect(Number(estimate.hourInterest)).toBeCloseTo(32_500 * hourly, 7);
  expect(await codeOf(anybody.getLoanCurrencies({ coin: "NOSUCH" }))).toBe("80003");
  const same = { ...asked, pledgeCoin: "USDT" };
  expect(await codeOf(anybody.getLoanEstInterestAndBorrowable(same))).toBe("80004");
  expect(await codeOf(anybody.getLoanDebts())).not.toBe("00000");
});

it("borrows into the spot wallet, revises, repays, and lists the records", async () => {
  proves("RestClientV2.borrowLoan", "POST /api/v2/earn/loan/borrow");
  proves("RestClientV2.getOngoingLoanOrders", "GET /api/v2/earn/loan/ongoing-orders");
  proves("RestClientV2.updateLoanPledgeRate", "POST /api/v2/earn/loan/revise-pledge");
  proves("RestClientV2.getLoanPledgeRateHistory", "GET /api/v2/earn/loan/revise-history");
  proves("RestClientV2.repayLoan", "POST /api/v2/earn/loan/repay");
  proves("RestClientV2.getRepayHistory", "GET /api/v2/earn/loan/repay-history");
  proves("RestClientV2.getLoanHistory", "GET /api/v2/earn/loan/borrow-history");
  proves("RestClientV2.getLoanDebts", "GET /api/v2/earn/loan/debts");
  const key = await borrower();
  const alice = restV2(exchange, key);
  await refresh();
  const { orderId } = (await alice.borrowLoan({ ...TERMS, pledgeAmount: "1" })).data;
  expect(await available(alice, "USDT")).toBe("32500");
  expect(await available(alice, "BTC")).toBe("1");
  const [open] = (await alice.getOngoingLoanOrders({ orderId })).data;
  expect(open).toMatchObject({
    ...{ orderId, loanCoin: "USDT", loanAmount: "32500", pledgeCoin: "BTC", pledgeAmount: "1" },
    ...{ supRate: "0.75", forceRate: "0.83" },
  });
  expect(Number(open?.expireTime) - Number(open?.borrowTime)).toBe(7 * DAY_MS);
  const debts = (await alice.getLoanDebts()).data;
  expect(debts.pledgeInfos).toEqual([{ coin: "BTC", amount: "1", amountUsdt: "50000" }]);
  const owed = 32_500 + Number(open?.interestAmount);
  expect(Number(debts.loanInfos[0]?.amount)).toBeCloseTo(owed, 8);
  const change = { orderId, pledgeCoin: "BTC", amount: "0.3" };
  const revised = (await alice.updateLoanPledgeRate({ ...change, reviseType: "IN" })).data;
  expect(revised).toMatchObject({ loanCoin: "USDT", pledgeCoin: "BTC" });
  expect(Number(revised.afterPledgeRate)).toBeCloseTo(owed / 65_000, 5);
  expect(await codeOf(alice.updateLoanPledgeRate({ ...change, reviseType: "OUT" }))).toBe("80010");
  const half = { orderId, repayAll: "no", amount: "16250", repayUnlock: "yes" };
  const repaid = (await alice.repayLoan(half)).data;
  expect(repaid).toMatchObject({ loanCoin: "USDT", repayAmount: "16250" });
  expect(Number(repaid.repayUnlockAmount)).toBeCloseTo(0.65, 3);
  expect(await codeOf(alice.repayLoan({ orderId, repayAll: "no" }))).toBe("40019");
  const short = await codeOf(alice.repayLoan({ orderId, repayAll: "yes" }));
  expect(short).toBe("43012");
  const money = { wallet: "spot", coin: "USDT", amount: "100" };
  await exchange.admin("POST", `/users/${key.uid}/credits`, money);
  const ended = (await alice.repayLoan({ orderId, repayAll: "yes" })).data;
  expect(Number(ended.repayUnlockAmount) + Number(repaid.repayUnlockAmount)).toBeCloseTo(1.3, 8);
  expect(await available(alice, "BTC")).toBe("2");
  expect((await alice.getOngoingLoanOrders({})).data).toEqual([]);
  expect(await codeOf(alice.repayLoan({ orderId, repayAll: "yes" }))).toBe("80012");
  const sides = (await alice.getLoanPledgeRateHistory({ ...window(), orderId })).data;
  expect(sides).toMatchObject([{ orderId, reviseSide: "down", reviseAmount: "0.3" }]);
  const page = { ...window(), pageSize: "1" };
  const first = (await alice.getRepayHistory({ ...page, pageNo: "1" })).data;
  const second = (await alice.getRepayHistory({ ...page, pageNo: "2" })).data;
  expect(first).toMatchObject([{ orderId, repayAmount: ended.repayAmount }]);
  expect(second).toMatchObject([{ orderId, repayAmount: "16250" }]);
  const loans = (await alice.getLoanHistory({ ...window(), status: "REPAY" })).data;
  expect(loans).toMatchObject([
    { orderId, initPledgeAmount: "1", initLoanAmount: "32500", daily: "SEVEN", status: "REPAY" },
  ]);
  expect((await alice.getLoanHistory({ ...window(), status: "FORCE" })).data).toEqual([]);
});

it("sees a loan at the forced ratio end with its pledge", async () => {
  proves("RestClientV2.getLoanLiquidationRecords", "GET /api/v2/earn/loan/reduces");
  const alice = restV2(exchange, await borrower());
  await refresh();
  const { orderId } = (await alice.borrowLoan({ ...TERMS, loanAmount: "32500" })).data;
  await refresh("39000");
  await expect
    .poll(async () => (await alice.getLoanLiquidationRecords(window())).data, { timeout: 10_000 })
    .toMatchObject([{ orderId, status: "COMPLETE", residueAmount: "0" }]);
  const [ended] = (await alice.getLoanHistory({ ...window(), orderId })).data;
  expect(ended).toMatchObject({ orderId, status: "FORCE" });
  await refresh();
});

it("answers loans of others as if there were none, and keys of v3 not at all", async () => {
  const [alice, bob] = [restV2(exchange, await borrower()), restV2(exchange, await borrower())];
  await refresh();
  const { orderId } = (await alice.borrowLoan({ ...TERMS, pledgeAmount: "0.1" })).data;
  for (const id of [orderId, "1000000000000000001"]) {
    expect(await codeOf(bob.repayLoan({ orderId: id, repayAll: "yes" }))).toBe("80012");
    const out = { orderId: id, pledgeCoin: "BTC", amount: "0.01", reviseType: "OUT" };
    expect(await codeOf(bob.updateLoanPledgeRate(out))).toBe("80012");
    expect((await bob.getOngoingLoanOrders({ orderId: id })).data).toEqual([]);
  }
  const money = { wallet: "unified", coin: "BTC", amount: "1" } as const;
  const unified = await exchange.newUser({ kind: "unified" }, money);
  const terms = { ...TERMS, pledgeAmount: "0.1" };
  expect(await codeOf(restV2(exchange, unified).borrowLoan(terms))).toBe("40085");
  expect((await restV3(exchange, unified).loanBorrow(terms)).code).toBe("00000");
  expect(await codeOf(bob.borrowLoan({ ...TERMS, pledgeAmount: "3" }))).toBe("43012");
  expect(await codeOf(bob.borrowLoan({ ...TERMS }))).toBe("40913");
});
