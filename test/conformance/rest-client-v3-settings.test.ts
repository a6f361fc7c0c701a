import { expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { restV3 } from "./support/bitget-api-clients.ts";
import { openExchange } from "./support/conformance-exchange.ts";
import { proves } from "./support/proves.ts";

const exchange = await openExchange();
const alice = restV3(exchange, exchange.firstUser("unified"));

it("RestClientV3 reads what an account does not choose", async () => {
  proves("RestClientV3.getDeductInfo", "GET /api/v3/account/deduct-info");
  proves("RestClientV3.switchDeduct", "POST /api/v3/account/switch-deduct");
  proves("RestClientV3.getCollateralType", "GET /api/v3/account/collateral-type");
  proves("RestClientV3.getOpenInterestLimit", "GET /api/v3/account/open-interest-limit");
  proves("RestClientV3.getPositionTier", "GET /api/v3/market/position-tier");
  expect((await alice.getDeductInfo()).data).toEqual({ deduct: "off" });
  expect((await alice.switchDeduct({ deduct: "off" })).data).toBe(true);
  await expect(alice.switchDeduct({ deduct: "on" })).rejects.toMatchObject({
    body: { code: "40410" },
  });
  const { data: collateral } = await alice.getCollateralType();
  expect(collateral.collateralType).toBe("all");
  expect(String(collateral.collateralCoins).split(",")).toContain("USDT");
  const contract = { category: "USDT-FUTURES", symbol: "BTCUSDT" } as const;
  expect((await alice.getOpenInterestLimit(contract)).data).toMatchObject({ symbol: "BTCUSDT" });
  const tiers = (await alice.getPositionTier({ category: "USDT-FUTURES" })).data;
  expect(new Set(tiers.map((tier) => Reflect.get(tier, "symbol"))).size).toBeGreaterThan(1);
});

it("RestClientV3 sets, renews and ends a countdown that cancels its orders", async () => {
  proves("RestClientV3.countdownCancelAll", "POST /api/v3/trade/countdown-cancel-all");
  const order = await alice.submitNewOrder({
    ...{ category: "SPOT", symbol: "BTCUSDT", side: "buy", orderType: "limit" },
    ...{ qty: "0.001", price: "40000", timeInForce: "gtc" },
  });
  const { orderId } = order.data;
  expect((await alice.countdownCancelAll({ countdown: "60" })).data).toBe("success");
  for (const countdown of ["4", "61", "-1", "5.5", "soon"]) {
    await expect(alice.countdownCancelAll({ countdown })).rejects.toMatchObject({ code: 400 });
  }
  await alice.countdownCancelAll({ countdown: "5" });
  const isCancelled = async (): Promise<boolean> => {
    const { data } = await alice.getOrderInfo({ orderId });
    return data.orderStatus === "cancelled";
  };
  expect(await isCancelled()).toBe(false);
  await eventually("the order is cancelled", isCancelled, 20_000);
  const { data: open } = await alice.getUnfilledOrders({ category: "SPOT" });
  expect(open.list ?? []).toEqual([]);
});

it("RestClientV3 reads which coins back an account, and keeps them", async () => {
  proves("RestClientV3.setCollateralType", "POST /api/v3/account/set-collateral-type");
  proves("RestClientV3.getCustomCollateralCoins", "GET /api/v3/account/custom-collateral-coins");
  const { data: coins } = await alice.getCustomCollateralCoins();
  const { data: type } = await alice.getCollateralType();
  const codes = coins.map(({ collateralCoin }) => collateralCoin);
  expect(codes).toContain("USDT");
  const path = `${exchange.credentials.baseUrl}/api/v3/account/custom-collateral-coins`;
  const asked = async (coin: string): Promise<unknown> =>
    (await fetch(`${path}?collateralCoin=${coin}`)).json();
  expect(await asked("usdt")).toMatchObject({ data: [{ collateralCoin: "USDT" }] });
  expect(await asked("nope")).toMatchObject({ code: "25201" });
  expect(codes.join(",")).toBe(String(type.collateralCoins));
  expect((await alice.setCollateralType({ collateralType: "all" })).data).toBe("success");
  for (const collateralType of ["mainstream", "custom"] as const) {
    const refused = alice.setCollateralType({ collateralType, collateralCoins: "USDT" });
    await expect(refused).rejects.toMatchObject({ body: { code: "40410" } });
  }
});

it("RestClientV3 reads how much of a coin can be withdrawn, less what orders hold", async () => {
  proves("RestClientV3.getMaxWithdrawal", "GET /api/v3/account/max-withdrawal");
  const key = await exchange.newUser(
    { kind: "unified" },
    { wallet: "unified", coin: "USDT", amount: "1000" },
  );
  const bob = restV3(exchange, key);
  const most = async () => (await bob.getMaxWithdrawal({ coin: "USDT" })).data;
  const zero = { otcMaxWithdrawal: "0", spotMaxWithdrawal: "0" };
  expect(await most()).toEqual({
    ...{ coin: "USDT", ...zero, utaMaxWithdrawal: "1000", totalMaxWithdrawal: "1000" },
  });
  await bob.submitTransfer({ fromType: "uta", toType: "spot", amount: "300", coin: "USDT" });
  await bob.submitNewOrder({
    ...{ category: "SPOT", symbol: "BTCUSDT", side: "buy", orderType: "limit" },
    ...{ qty: "0.01", price: "40000", timeInForce: "gtc" },
  });
  expect(await most()).toMatchObject({
    ...{ spotMaxWithdrawal: "300", utaMaxWithdrawal: "300", totalMaxWithdrawal: "600" },
  });
  await expect(bob.getMaxWithdrawal({ coin: "NOCOIN" })).rejects.toMatchObject({ code: 400 });
});
