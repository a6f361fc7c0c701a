import { describe, expect, it } from "vitest";
import { restV3 } from "./support/bitget-api-clients.ts";
import { type Key, openExchange } from "./support/conformance-exchange.ts";
import { proves } from "./support/proves.ts";

const BITCOIN = { realm: "live", category: "spot", symbol: "BTCUSDT" } as const;

const exchange = await openExchange();

/** Fresh index prices: those that the exchange opened with grow old. */
async function refresh(price = "50000"): Promise<void> {
  await exchange.setIndexPrice(BITCOIN, price);
}

async function borrower(amount = "2"): Promise<Key> {
  return exchange.newUser({ kind: "unified" }, { wallet: "unified", coin: "BTC", amount });
}

function window() {
  const now = Date.now();
  return { startTime: String(now - 60_000), endTime: String(now + 1_000) };
}

const TERMS = { loanCoin: "USDT", pledgeCoin: "BTC", daily: "FLEXIBLE" } as const;

describe("RestClientV3", () => {
  it("shows what can be borrowed, and the largest loan for a pledge", async () => {
    proves("RestClientV3.getLoanCoins", "GET /api/v3/loan/coins");
    proves("RestClientV3.getLoanInterest", "GET /api/v3/loan/interest");
    const alice = restV3(exchange, await borrower());
    await refresh();
    const { data } = await alice.getLoanCoins({ coin: "BTC" });
    expect(data.loanInfos).toMatchObject([
      { coin: "BTC", minBorrowAmount: "0.0001", maxBorrowAmount: "2", maxBorrowLimit: "100000" },
    ]);
    expect(data.pledgeInfos).toEqual([
      {
        ...{ coin: "BTC", initRate: "0.65", supRate: "0.75", forceRate: "0.83" },
        ...{ minPledgeAmount: "0.0001", maxPledgeAmount: "4" },
      },
    ]);
    const estimate = await alice.getLoanInterest({ ...TERMS, pledgeAmount: "1" });
    // 50,000 × 0.65; 0.02 % ÷ 24 of it, rounded up.
    expect(estimate.data).toEqual({ hourInterest: "0.27083334", loanAmount: "32500" });
  });

  it("borrows, revises the pledge, repays both ways, and lists the records", async () => {
    proves("RestClientV3.loanBorrow", "POST /api/v3/loan/borrow");
    proves("RestClientV3.getLoanBorrowOngoing", "GET /api/v3/loan/borrow-ongoing");
    proves("RestClientV3.loanRevisePledge", "POST /api/v3/loan/revise-pledge");
    proves("RestClientV3.getLoanPledgeRateHistory", "GET /api/v3/loan/pledge-rate-history");
    proves("RestClientV3.loanRepay", "POST /api/v3/loan/repay");
    proves("RestClientV3.getLoanRepayHistory", "GET /api/v3/loan/repay-history");
    proves("RestClientV3.getLoanBorrowHistory", "GET /api/v3/loan/borrow-history");
    proves("RestClientV3.getLoanDebts", "GET /api/v3/loan/debts");
    const alice = restV3(exchange, await borrower());
    await refresh();
    const { orderId } = (await alice.loanBorrow({ ...TERMS, pledgeAmount: "1" })).data;
    const [open] = (await alice.getLoanBorrowOngoing({ orderId })).data;
    expect(open).toMatchObject({
      ...{ orderId, loanCoin: "USDT", loanAmount: "32500", interestAmount: "0.27083334" },
      ...{ pledgeCoin: "BTC", pledgeAmount: "1", supRate: "0.75", forceRate: "0.83" },
      ...{ pledgeRate: "0.650006", expireTime: "" },
    });
    const debts = (await alice.getLoanDebts()).data;
    expect(debts.pledgeInfos).toEqual([{ coin: "BTC", amount: "1", amountUsdt: "50000" }]);
    expect(debts.loanInfos).toMatchObject([{ coin: "USDT", amount: "32500.27083334" }]);
    const change = { orderId, pledgeCoin: "BTC", amount: "0.3" } as const;
    const revised = await alice.loanRevisePledge({ ...change, reviseType: "IN" });
    expect(revised.data).toEqual({
      ...{ loanCoin: "USDT", pledgeCoin: "BTC", afterPledgeRate: "0.500005" },
    });
    await expect(alice.loanRevisePledge({ ...change, reviseType: "OUT" })).rejects.toMatchObject({
      body: { code: "80010" },
    });
    const part = { orderId, method: "borrowed_coin", repayAll: "no", amount: "0.5" } as const;
    const repaid = (await alice.loanRepay({ ...part, repayUnlock: "no" })).data;
    expect(repaid).toMatchObject({ repayAmount: "0.5", payInterest: "0.27083334" });
    const rest = { orderId, method: "collateral", repayAll: "yes" } as const;
    const ended = (await alice.loanRepay(rest)).data;
    // 32,499.77083334 × 1.001 ÷ 50,000 of 1.3 BTC.
    expect(ended.repayLoanAmount).toBe("32499.77083334");
    expect(Number(ended.repayUnlockAmount)).toBeCloseTo(1.3 - 0.65064541, 7);
    await expect(alice.loanRepay(rest)).rejects.toMatchObject({ body: { code: "80012" } });
    expect((await alice.getLoanBorrowOngoing({})).data).toEqual([]);
    const sides = (await alice.getLoanPledgeRateHistory({ ...window(), orderId })).data;
    expect(sides).toMatchObject([{ reviseSide: "down", reviseAmount: "0.3" }]);
    const repayments = (await alice.getLoanRepayHistory({ ...window(), orderId })).data;
    expect(repayments.map((one) => one.repayAmount)).toEqual(["32499.77083334", "0.5"]);
    const page = { ...window(), pageNum: "2", pageSize: "1" };
    expect((await alice.getLoanRepayHistory(page)).data).toMatchObject([{ repayAmount: "0.5" }]);
    const loans = (await alice.getLoanBorrowHistory({ ...window(), status: "REPAY" })).data;
    expect(loans).toMatchObject([
      { orderId, initPledgeAmount: "1", initLoanAmount: "32500", daily: "FLEXIBLE" },
    ]);
    const rolledBack = { ...window(), status: "ROLLBACK" } as const;
    expect((await alice.getLoanBorrowHistory(rolledBack)).data).toEqual([]);
  });

  it("sees a loan at the forced ratio end with its pledge", async () => {
    proves("RestClientV3.getLoanReduces", "GET /api/v3/loan/reduces");
    const alice = restV3(exchange, await borrower());
    await refresh();
    const { orderId } = (await alice.loanBorrow({ ...TERMS, pledgeAmount: "1" })).data;
    await refresh("39000");
    await expect
      .poll(async () => (await alice.getLoanReduces(window())).data, { timeout: 10_000 })
      .toMatchObject([{ orderId, status: "COMPLETE", residueAmount: "0" }]);
    const [reduced] = (await alice.getLoanReduces(window())).data;
    expect(Number(reduced?.pledgePrice)).toBeCloseTo(39_000, 2);
    const [ended] = (await alice.getLoanBorrowHistory({ ...window(), orderId })).data;
    expect(ended).toMatchObject({ orderId, status: "FORCE" });
    await refresh();
  });

  it("answers bad requests, and loans of others as if there were none", async () => {
    const [alice, bob] = [restV3(exchange, await borrower()), restV3(exchange, await borrower())];
    await refresh();
    const { orderId } = (await alice.loanBorrow({ ...TERMS, pledgeAmount: "0.1" })).data;
    const code = (one: string) => ({ body: { code: one } });
    const repay = { method: "borrowed_coin", repayAll: "yes" } as const;
    const missing = "1000000000000000001";
    for (const id of [orderId, missing]) {
      await expect(bob.loanRepay({ ...repay, orderId: id })).rejects.toMatchObject(code("80012"));
      const out = { orderId: id, pledgeCoin: "BTC", amount: "0.01", reviseType: "OUT" } as const;
      await expect(bob.loanRevisePledge(out)).rejects.toMatchObject(code("80012"));
      expect((await bob.getLoanBorrowOngoing({ orderId: id })).data).toEqual([]);
    }
    const refused = async (terms: object, answer: string): Promise<void> => {
      const request = { ...TERMS, ...terms } as Parameters<typeof alice.loanBorrow>[0];
      await expect(alice.loanBorrow(request)).rejects.toMatchObject(code(answer));
    };
    await refused({ pledgeAmount: "1", loanAmount: "32501" }, "80010");
    await refused({ pledgeAmount: "5" }, "80006");
    await refused({ loanAmount: "1" }, "80005");
    await refused({ pledgeCoin: "USDT", pledgeAmount: "50" }, "80004");
    await refused({ loanCoin: "NOSUCH", pledgeAmount: "1" }, "80003");
    await refused({ pledgeAmount: "0" }, "25200");
  });

  it("takes parallel requests one after the other, within what the account has", async () => {
    const alice = restV3(exchange, await borrower("0.25"));
    await refresh();
    // Equal requests of one millisecond would be one request that is received again.
    const requests = ["0.1", "0.10", "0.100", "0.1000", "0.10000"].map((pledgeAmount) =>
      alice.loanBorrow({ ...TERMS, pledgeAmount }).then(
        () => "taken",
        () => "refused",
      ),
    );
    const answers = await Promise.all(requests);
    expect(answers.filter((one) => one === "taken")).toHaveLength(2);
    const [pledged] = (await alice.getLoanDebts()).data.pledgeInfos;
    expect(pledged).toMatchObject({ coin: "BTC", amount: "0.2" });
  });
});
