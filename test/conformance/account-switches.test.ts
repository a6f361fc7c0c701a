import { describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { restV2, restV3 } from "./support/bitget-api-clients.ts";
import { websocketV2 } from "./support/bitget-api-sockets.ts";
import { type Key, openExchange } from "./support/conformance-exchange.ts";
import { proves } from "./support/proves.ts";
import { codeOf } from "./support/refusals.ts";

const exchange = await openExchange();
const USDT = { wallet: "spot", coin: "USDT", amount: "1000" } as const;
const UNIFIED = { wallet: "unified", coin: "USDT", amount: "1000" } as const;
const SPOT_ORDER = {
  ...({ symbol: "BTCUSDT", side: "buy", orderType: "limit", force: "gtc" } as const),
  ...{ price: "50000", size: "0.001" },
};
const UNIFIED_ORDER = {
  ...({ category: "SPOT", symbol: "BTCUSDT", side: "buy", orderType: "limit" } as const),
  ...{ price: "50000", qty: "0.001", timeInForce: "gtc" as const },
};

/** Clients of one key, which the exchange serves on the version of the account's kind. */
async function account(kind: "classic" | "unified") {
  const key = await exchange.newUser({ kind }, kind === "classic" ? USDT : UNIFIED);
  return { key, v2: restV2(exchange, key), v3: restV3(exchange, key) };
}

describe("a classic account that becomes unified", () => {
  it("keeps its keys, its money and its history", async () => {
    proves("RestClientV2.upgradeToUnifiedAccount", "POST /api/v2/spot/account/upgrade");
    proves("RestClientV2.getUnifiedAccountSwitchStatus", "GET /api/v2/spot/account/upgrade-status");
    const { v2, v3 } = await account("classic");
    const part = { coin: "USDT", amount: "300", fromType: "spot", symbol: "" } as const;
    await v2.spotTransfer({ ...part, toType: "usdt_futures" });
    await v2.spotTransfer({ ...part, amount: "200", toType: "crossed_margin" });
    expect(await codeOf(v3.getBalances())).toBe("40084");
    expect((await v2.getUnifiedAccountSwitchStatus()).data).toEqual({
      status: "fail",
      reason: "The account was not switched",
    });
    expect((await v2.upgradeToUnifiedAccount()).data).toBe(null);
    expect((await v2.getUnifiedAccountSwitchStatus()).data).toEqual({ status: "success" });
    expect(await codeOf(v2.getSpotAccountAssets())).toBe("40085");
    const { data } = await v3.getBalances();
    const all = { coin: "USDT", balance: "1000" };
    expect(data.assets).toContainEqual(expect.objectContaining(all));
    expect((await v3.getAccountSettings()).data).toMatchObject({ holdMode: "one_way_mode" });
    expect((await v3.submitNewOrder(UNIFIED_ORDER)).data.orderId).toMatch(/^\d{19}$/);
    // Who lost the answer asks again.
    await eventually("the next second", async () => {
      return (await codeOf(v2.upgradeToUnifiedAccount())) === "00000";
    });
  });

  it("loses its subscriptions of the old kind, and trades no more with a key for spot", async () => {
    const { uid } = (await account("classic")).key;
    const narrow = await exchange.admin<Key>("POST", `/users/${uid}/keys`, {
      permissions: ["spot_trade", "transfer"],
    });
    const listening = websocketV2(exchange, narrow);
    let isClosed = false;
    listening.client.on("reconnect", () => {
      isClosed = true;
    });
    await listening.client.subscribeTopic("SPOT", "account");
    await eventually("the balances", () => listening.pushes.length > 0);
    await restV2(exchange, narrow).upgradeToUnifiedAccount();
    await eventually("the connection is closed", () => isClosed);
    const unified = restV3(exchange, narrow);
    expect(await codeOf(unified.getBalances())).toBe("00000");
    expect(await codeOf(unified.submitNewOrder(UNIFIED_ORDER))).toBe("40014");
    expect(await codeOf(unified.setHoldMode({ holdMode: "hedge_mode" }))).toBe("40014");
  });

  it("is refused while an order or a loan is open", async () => {
    const { v2 } = await account("classic");
    await v2.spotSubmitOrder(SPOT_ORDER);
    expect(await codeOf(v2.upgradeToUnifiedAccount())).toBe("25009");
    const { data } = await v2.getUnifiedAccountSwitchStatus();
    expect(data).toMatchObject({ status: "fail", reason: expect.stringContaining("orders") });
    await v2.spotCancelSymbolOrder({ symbol: "BTCUSDT" });
    await v2.spotTransfer({
      ...{ coin: "USDT", amount: "500", fromType: "spot", symbol: "" },
      toType: "crossed_margin",
    });
    await v2.marginBorrow("crossed", { loanId: "", symbol: "", coin: "USDT", borrowAmount: "50" });
    await eventually(
      "the next second",
      async () => {
        return (await codeOf(v2.upgradeToUnifiedAccount())) === "25009";
      },
      5_000,
    );
  });

  it("is one's own or one's sub-account's", async () => {
    const main = await account("classic");
    const other = await account("classic");
    const { data } = await main.v2.createVirtualSubaccount({ subAccountList: ["switched"] });
    const subUid = data.successList[0]?.subaAccountUid ?? "";
    expect(await codeOf(other.v2.upgradeToUnifiedAccount({ subUid }))).toBe("40066");
    expect(await codeOf(other.v2.upgradeToUnifiedAccount({ subUid: main.key.uid }))).toBe("40066");
    expect((await main.v2.upgradeToUnifiedAccount({ subUid })).data).toBe(null);
    const { data: status } = await main.v2.getUnifiedAccountSwitchStatus({ subUid });
    expect(status).toEqual({ status: "success" });
    expect(await codeOf(other.v2.getUnifiedAccountSwitchStatus({ subUid }))).toBe("40066");
  });
});

describe("a unified account that becomes classic", () => {
  it("has its money in the spot wallet, and trades there", async () => {
    proves("RestClientV3.downgradeAccountToClassic", "POST /api/v3/account/switch");
    proves("RestClientV3.getUnifiedAccountSwitchStatus", "GET /api/v3/account/switch-status");
    const { v2, v3 } = await account("unified");
    const { data: order } = await v3.submitNewOrder(UNIFIED_ORDER);
    expect(await codeOf(v3.downgradeAccountToClassic())).toBe("25009");
    const { data: before } = await v3.getUnifiedAccountSwitchStatus();
    expect(before).toMatchObject({ status: "fail", reason: expect.stringContaining("orders") });
    await v3.cancelOrder({ orderId: order.orderId });
    await eventually(
      "the next second",
      async () => {
        return (await codeOf(v3.downgradeAccountToClassic())) === "00000";
      },
      5_000,
    );
    expect((await v3.getUnifiedAccountSwitchStatus()).data).toEqual({ status: "success" });
    expect(await codeOf(v3.getBalances())).toBe("40084");
    const { data: assets } = await v2.getSpotAccountAssets();
    const all = { coin: "USDT", available: "1000" };
    expect(assets).toContainEqual(expect.objectContaining(all));
    expect((await v2.spotSubmitOrder(SPOT_ORDER)).data.orderId).toMatch(/^\d{19}$/);
  });

  it("is no sub-account", async () => {
    const { v3 } = await account("unified");
    const { data: sub } = await v3.createSubAccount({ username: "Staying" });
    const { data: issued } = await v3.createSubAccountApiKey({
      ...{ subUid: sub.subUid, note: "bot", passphrase: "Passphrase1", ips: [] },
      ...{ type: "read_write", permissions: ["uta_mgt", "uta_trade"] },
    });
    const key = { uid: sub.subUid, ...issued, passphrase: "Passphrase1" };
    const client = restV3(exchange, key);
    expect(await codeOf(client.downgradeAccountToClassic())).toBe("40068");
    expect(await codeOf(client.getUnifiedAccountSwitchStatus())).toBe("40068");
  });
});
