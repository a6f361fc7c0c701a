/** Bills, records, pushes and administrative lists of pledged loans and peer-to-peer trading. */
import { expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { restV2, restV3 } from "./support/bitget-api-clients.ts";
import { lastRow, subscribed, websocketV2, websocketV3 } from "./support/bitget-api-sockets.ts";
import { openExchange } from "./support/conformance-exchange.ts";

const BITCOIN = { realm: "live", category: "spot", symbol: "BTCUSDT" } as const;
const TERMS = { loanCoin: "USDT", pledgeCoin: "BTC", daily: "SEVEN" } as const;

/** The client library does not name the group. */
const LOAN = "loan" as string as "transfer";

type Row = Readonly<Record<string, unknown>>;

const exchange = await openExchange();

async function refresh(price = "50000"): Promise<void> {
  await exchange.setIndexPrice(BITCOIN, price);
}

function userWith(
  kind: "classic" | "unified",
  wallet: "spot" | "unified" | "funding",
  coin: string,
) {
  return exchange.newUser({ kind }, { wallet, coin, amount: "2000" });
}

async function listed(path: string, coin: string): Promise<Row | undefined> {
  const rows = await exchange.admin<Row[]>("GET", path);
  return rows.find((row) => row["realm"] === "live" && row["coin"] === coin);
}

it("a classic borrower has bills of the group loan, and pushes of the spot account", async () => {
  const key = await userWith("classic", "spot", "BTC");
  const alice = restV2(exchange, key);
  const listening = websocketV2(exchange, key);
  await listening.client.subscribeTopic("SPOT", "account");
  const topic = { instType: "SPOT", channel: "account" };
  await subscribed(listening, topic);
  await refresh();
  const { orderId } = (await alice.borrowLoan({ ...TERMS, pledgeAmount: "1" })).data;
  for (const [coin, available] of [
    ["USDT", "32500"],
    ["BTC", "1999"],
  ] as const) {
    await eventually(`the push of ${coin}`, () =>
      lastRow(
        listening.pushes,
        topic,
        (row) => row["coin"] === coin && row["available"] === available,
      ),
    );
  }
  const change = { orderId, pledgeCoin: "BTC", amount: "0.5" };
  await alice.updateLoanPledgeRate({ ...change, reviseType: "IN" });
  await alice.repayLoan({ orderId, repayAll: "no", amount: "32500", repayUnlock: "yes" });
  const bills = (await alice.getSpotAccountBills({ groupType: LOAN })).data;
  const moved = bills.map(({ businessType, coin }) => [businessType, coin]).reverse();
  expect(moved).toEqual([
    ["pledge_out", "BTC"],
    ["borrow", "USDT"],
    ["pledge_out", "BTC"],
    ["repay", "USDT"],
    ["pledge_in", "BTC"],
  ]);
  const sums = new Map<string, number>([["BTC", 2000]]);
  for (const { coin, size } of bills) sums.set(coin, (sums.get(coin) ?? 0) + Number(size));
  for (const coin of ["BTC", "USDT"]) {
    const [asset] = (await alice.getSpotAccountAssets({ coin })).data;
    expect(sums.get(coin)).toBeCloseTo(Number(asset?.available), 8);
    expect(bills.find((bill) => bill.coin === coin)?.balance).toBe(asset?.available);
  }
  const transfers = (await alice.getSpotAccountBills({ groupType: "transfer" })).data;
  expect(transfers).toEqual([]);
});

it("a unified borrower has records of both movements, and pushes of the account", async () => {
  const key = await userWith("unified", "unified", "BTC");
  const alice = restV3(exchange, key);
  const listening = websocketV3(exchange, key);
  const { client, pushes } = listening;
  await client.subscribe([{ topic: "account", payload: { instType: "UTA" } }], "v3Private");
  await subscribed(listening, { instType: "UTA", topic: "account" });
  await refresh();
  const { orderId } = (await alice.loanBorrow({ ...TERMS, pledgeAmount: "1" })).data;
  const repay = { orderId, repayAll: "no", amount: "500", method: "borrowed_coin" } as const;
  await alice.loanRepay(repay);
  await eventually("the push of the account after the repayment", () =>
    lastRow(pushes, { instType: "UTA", topic: "account" }, ({ coin }) =>
      (coin as readonly Row[]).some((one) => one["coin"] === "USDT" && one["balance"] === "32000"),
    ),
  );
  const asked = { category: "OTHER" } as unknown as Parameters<typeof alice.getFinancialRecords>[0];
  const { list } = (await alice.getFinancialRecords(asked)).data;
  const rows = list.map(({ amount, coin, type }) => [type, coin, amount]);
  expect(rows.slice(0, 3)).toEqual([
    ["TRANSFER_OUT", "USDT", "-500"],
    ["TRANSFER_IN", "USDT", "32500"],
    ["TRANSFER_OUT", "BTC", "-1"],
  ]);
});

it("coins in escrow are records of the funding account, and no loan or trade", async () => {
  const [sellerKey, buyerKey] = [
    await userWith("unified", "funding", "USDT"),
    await userWith("unified", "funding", "USDT"),
  ];
  const [seller, buyer] = [restV3(exchange, sellerKey), restV3(exchange, buyerKey)];
  const merchant = { level: "master", nickName: "Honest Trader" };
  await exchange.admin("PUT", `/users/${sellerKey.uid}/merchant`, merchant);
  const account = { payMethodId: "1", payMethodUserName: "J. Doe", account: "DE00 1234" };
  const added = (await seller.postPrivate("/api/v3/p2p/pay-method-add", account)).data as Row;
  const { advId } = (
    await seller.createP2pAd({
      ...{ token: "USDT", fiat: "EUR", side: "sell", priceType: "fixed", price: "0.95" },
      ...{ payTimeLimit: "15", minAmount: "10", maxAmount: "1000", quantity: "1000" },
      payMethodIds: [{ payMethodId: "1", userPayMethodId: String(added["userPayMethodId"]) }],
    })
  ).data;
  const order = { advId, price: "0.95", amount: "95" };
  const ordered = (await buyer.postPrivate("/api/v3/p2p/order-create", order)).data as Row;
  const orderId = String(ordered["orderId"]);
  await buyer.confirmP2pOrderPayment({ orderId });
  await seller.releaseP2pOrderAsset({ orderId });
  await seller.operateP2pAd({ advId, operation: "remove" });
  const records = async (client: typeof seller) => {
    const { data } = await client.getPrivate("/api/v3/account/funding-financial-records", {
      coin: "USDT",
    });
    const { list } = data as { readonly list: readonly Row[] };
    return list.map((row) => [row["groupType"], row["type"], row["amount"], row["balance"]]);
  };
  expect((await records(seller)).slice(0, 2)).toEqual([
    ["pre_c2c", "p2p_in", "900", "1900"],
    ["pre_c2c", "p2p_out", "-1000", "1000"],
  ]);
  expect((await records(buyer))[0]).toEqual(["pre_c2c", "p2p_in", "100", "2100"]);
});

it("an operator sets the terms of loans against pledges, and sees the loans to be called", async () => {
  const loans = await listed("/pledged-loan-terms", "ETH");
  const change = { coin: "ETH", amountMax: "3.5", flexibleRate: "0.0003", accountLoansMax: 2 };
  await exchange.admin("PUT", "/pledged-loan-terms", change);
  expect(await listed("/pledged-loan-terms", "ETH")).toEqual({ ...loans, ...change });
  const pledges = await listed("/pledge-terms", "ETH");
  const lines = { coin: "ETH", initial: "0.5", supplement: "0.6", forced: "0.7" };
  await exchange.admin("PUT", "/pledge-terms", lines);
  expect(await listed("/pledge-terms", "ETH")).toEqual({ ...pledges, ...lines });
  const refused = (path: string, body: object) => expect(exchange.admin("PUT", path, body)).rejects;
  await refused("/pledge-terms", { ...lines, initial: "0.65" }).toThrow(
    /pledge_terms_out_of_bounds/,
  );
  await refused("/pledge-terms", { ...lines, forced: "1.0000001" }).toThrow(/invalid/);
  await refused("/pledge-terms", { ...lines, coin: "NOSUCH" }).toThrow(/not_found/);
  await refused("/pledged-loan-terms", { coin: "ETH", amountMax: "-1" }).toThrow();
  await refused("/pledged-loan-terms", { coin: "ETH", shortHours: 1.5 }).toThrow();
  expect(await listed("/pledge-terms", "ETH")).toEqual({ ...pledges, ...lines });
  const key = await userWith("classic", "spot", "BTC");
  const alice = restV2(exchange, key);
  await refresh();
  const { orderId } = (await alice.borrowLoan({ ...TERMS, pledgeAmount: "1" })).data;
  const called = async () => {
    const rows = await exchange.admin<Row[]>("GET", "/called-loans");
    return rows.find(({ loanId }) => loanId === orderId);
  };
  expect(await called()).toBeUndefined();
  await refresh("43000");
  expect(await called()).toMatchObject({
    uid: key.uid,
    coin: "USDT",
    pledgeCoin: "BTC",
    pledge: "1",
    forced: "0.83",
  });
  await refresh();
});
