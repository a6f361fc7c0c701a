import { expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { restV2 } from "./support/bitget-api-clients.ts";
import { type Key, openExchange } from "./support/conformance-exchange.ts";
import { proves } from "./support/proves.ts";
import { codeOf } from "./support/refusals.ts";

const exchange = await openExchange();
const USDT = { wallet: "spot", coin: "USDT", amount: "1000" } as const;
const mainKey = await exchange.newUser({ kind: "classic", name: "main" }, USDT);
const otherKey = await exchange.newUser({ kind: "classic", name: "other" }, USDT);
const main = restV2(exchange, mainKey);
const other = restV2(exchange, otherKey);

async function newSubAccount(name: string): Promise<string> {
  const { data } = await main.createVirtualSubaccount({ subAccountList: [name] });
  return (data.successList[0] as { subaAccountUid: string }).subaAccountUid;
}

const subUid = await newSubAccount("fundsone");
const OUT = {
  ...({ fromType: "spot", toType: "spot", coin: "USDT" } as const),
  ...{ amount: "10", fromUserId: mainKey.uid, toUserId: subUid },
};

async function spotOf(): Promise<string | undefined> {
  return (await main.getSpotAccountAssets({ coin: "USDT" })).data[0]?.available;
}

it("moves funds to a sub-account once, however often the request is repeated", async () => {
  proves("RestClientV2.spotSubTransfer", "POST /api/v2/spot/wallet/subaccount-transfer");
  const order = { ...OUT, clientOid: "once" };
  const answers = await Promise.all(Array.from({ length: 100 }, () => main.spotSubTransfer(order)));
  const ids = new Set(answers.map(({ data }) => data.transferId));
  expect(ids.size).toBe(1);
  expect(await spotOf()).toBe("990");
  expect(await codeOf(main.spotSubTransfer({ ...order, amount: "11" }))).toBe("43118");
});

it("moves funds back and between sub-accounts, by the main account's key alone", async () => {
  const second = await newSubAccount("fundstwo");
  const between = { ...OUT, fromUserId: subUid, toUserId: second, amount: "2" };
  await main.spotSubTransfer({ ...between, toType: "usdt_futures" });
  await main.spotSubTransfer({ ...OUT, fromUserId: subUid, toUserId: mainKey.uid, amount: "3" });
  expect(await spotOf()).toBe("993");
  const subKey = await exchange.admin<Key>("POST", `/users/${subUid}/keys`, {});
  const sub = restV2(exchange, subKey);
  const self = { ...OUT, fromUserId: subUid, toUserId: mainKey.uid };
  expect(await codeOf(sub.spotSubTransfer(self))).toBe("40068");
  for (const stranger of [otherKey.uid, "1999999999", "1000000000"]) {
    expect(await codeOf(main.spotSubTransfer({ ...OUT, toUserId: stranger }))).toBe("40066");
    expect(await codeOf(main.spotSubTransfer({ ...OUT, fromUserId: stranger }))).toBe("40066");
  }
  expect(await codeOf(other.spotSubTransfer(OUT))).toBe("40066");
  expect(await codeOf(main.spotSubTransfer({ ...OUT, amount: "5000" }))).toBe("43117");
  expect(await codeOf(main.spotSubTransfer({ ...OUT, toUserId: mainKey.uid }))).toBe("40077");
  expect(await spotOf()).toBe("993");
});

it("keeps the funds of a frozen sub-account within reach of the main account", async () => {
  const uid = await newSubAccount("coldstor");
  await main.spotSubTransfer({ ...OUT, toUserId: uid });
  await main.modifyVirtualSubaccount({
    ...{ subAccountUid: uid, permList: ["spot_trade"], status: "freeze" },
  });
  const back = { ...OUT, fromUserId: uid, toUserId: mainKey.uid };
  expect(await codeOf(main.spotSubTransfer(back))).toBe("00000");
});

it("lists the transfers of the family in pages", async () => {
  proves(
    "RestClientV2.getSpotMainSubTransferRecord",
    "GET /api/v2/spot/account/sub-main-trans-record",
  );
  const sent = await eventually("the records", async () => {
    const { data } = await main.getSpotMainSubTransferRecord({ clientOid: "once" });
    return data.length > 0 ? data : undefined;
  });
  expect(sent).toEqual([
    {
      ...{ coin: "USDT", status: "Successful", fromType: "spot", toType: "spot", size: "10" },
      ...{ clientOid: "once", ts: expect.stringMatching(/^\d{13}$/) },
      ...{ fromUserId: mainKey.uid, toUserId: subUid },
      ...{ transferId: sent[0]?.transferId, newTransferId: sent[0]?.transferId },
    },
  ]);
  const ofSub = async (role?: "initiator" | "receiver") => {
    const asked = role === undefined ? { subUid } : { subUid, role };
    return (await main.getSpotMainSubTransferRecord(asked)).data.map(({ size }) => size);
  };
  expect(await ofSub()).toEqual(["3", "2", "10"]);
  expect(await ofSub("receiver")).toEqual(["10"]);
  expect(await ofSub("initiator")).toEqual(["3", "2"]);
  const first = await main.getSpotMainSubTransferRecord({ subUid, role: "initiator", limit: "1" });
  const idLessThan = first.data[0]?.transferId ?? "";
  const next = await main.getSpotMainSubTransferRecord({ subUid, role: "initiator", idLessThan });
  expect(next.data).toMatchObject([{ size: "2" }]);
  const before = await main.getSpotMainSubTransferRecord({ subUid, idLessThan });
  expect(before.data.map(({ fromUserId, toUserId }) => [fromUserId, toUserId])).toEqual([
    [subUid, expect.any(String)],
    [mainKey.uid, subUid],
  ]);
  expect(await codeOf(other.getSpotMainSubTransferRecord({ subUid }))).toBe("40066");
  expect((await other.getSpotMainSubTransferRecord({})).data).toEqual([]);
});

it("shows the assets of sub-accounts and the value of the own wallets", async () => {
  proves("RestClientV2.getSpotSubAccountAssets", "GET /api/v2/spot/account/subaccount-assets");
  proves("RestClientV2.getFuturesSubAccountAssets", "GET /api/v2/mix/account/sub-account-assets");
  proves("RestClientV2.getBalances", "GET /api/v2/account/all-account-balance");
  proves("RestClientV2.getFundingAssets", "GET /api/v2/account/funding-assets");
  proves("RestClientV2.getBotAccount", "GET /api/v2/account/bot-assets");
  const { data: spot } = await main.getSpotSubAccountAssets();
  expect(spot).toMatchObject([
    { userId: Number(subUid), assetsList: [{ coin: "USDT", available: "5", frozen: "0" }] },
  ]);
  const productType = "USDT-FUTURES";
  const { data: futures } = await main.getFuturesSubAccountAssets({ productType });
  expect(futures.map(({ assetList }) => assetList.map(({ available }) => available))).toEqual([
    ["0"],
    ["2"],
    ["0"],
  ]);
  expect((await other.getSpotSubAccountAssets()).data).toEqual([]);

  await main.spotTransfer({
    ...({ fromType: "spot", toType: "p2p", coin: "USDT" } as const),
    ...{ amount: "100", symbol: "" },
  });
  await exchange.admin("POST", `/users/${mainKey.uid}/credits`, {
    ...{ wallet: "coin_futures", coin: "BTC", amount: "1" },
  });
  const values = Object.fromEntries(
    (await main.getBalances()).data.map(({ accountType, usdtBalance }) => [
      accountType,
      Number(usdtBalance),
    ]),
  );
  const none = { earn: 0, bots: 0, margin: 0 };
  expect(values).toEqual({ ...none, spot: 893, futures: 60_000, funding: 100 });
  expect((await main.getFundingAssets()).data).toEqual([
    { coin: "USDT", available: "100", frozen: "0", usdtValue: "100" },
  ]);
  expect((await main.getFundingAssets({ coin: "BTC" })).data).toMatchObject([{ available: "0" }]);
  expect((await main.getBotAccount()).data).toEqual([]);
});
