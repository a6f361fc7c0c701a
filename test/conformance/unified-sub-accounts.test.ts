import { describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { restV3 } from "./support/bitget-api-clients.ts";
import { type Key, openExchange } from "./support/conformance-exchange.ts";
import { proves } from "./support/proves.ts";
import { codeOf } from "./support/refusals.ts";

const exchange = await openExchange();
const USDT = { wallet: "unified", coin: "USDT", amount: "1000" } as const;
const mainKey = await exchange.newUser({ kind: "unified", name: "main" }, USDT);
const otherKey = await exchange.newUser({ kind: "unified", name: "other" }, USDT);
const main = restV3(exchange, mainKey);
const other = restV3(exchange, otherKey);

const KEY_TERMS = {
  ...{ note: "bot", passphrase: "Passphrase1", ips: [] as string[] },
  ...{ type: "read_write" as const, permissions: ["uta_mgt", "uta_trade"] },
};
type Issued = { readonly apiKey: string; readonly secret: string };

function keyOf(uid: string, { apiKey, secret }: Issued, passphrase = "Passphrase1"): Key {
  return { uid, apiKey, secret, passphrase };
}

async function newSubAccount(username: string): Promise<string> {
  return (await main.createSubAccount({ username })).data.subUid;
}

const ORDER = {
  ...({ category: "SPOT", symbol: "BTCUSDT", side: "buy", orderType: "limit" } as const),
  ...{ price: "50000", qty: "0.001" },
};

describe("RestClientV3, sub-accounts", () => {
  it("creates and lists them", async () => {
    proves("RestClientV3.createSubAccount", "POST /api/v3/user/create-sub");
    proves("RestClientV3.getSubAccountList", "GET /api/v3/user/sub-list");
    const { data } = await main.createSubAccount({ username: "Desk", note: "first" });
    expect(data).toEqual({
      ...{ username: "Desk", status: "normal", note: "first" },
      subUid: expect.stringMatching(/^1\d{9}$/),
      createdTime: expect.stringMatching(/^\d{13}$/),
      updatedTime: expect.stringMatching(/^\d{13}$/),
    });
    expect(await codeOf(other.createSubAccount({ username: "desk" }))).toBe("40060");
    expect(await codeOf(main.createSubAccount({ username: "no digits 1" }))).toBe("25200");
    await main.createSubAccount({ username: "classicdesk", accountMode: "classic" });
    const first = (await main.getSubAccountList({ limit: "1" })).data;
    expect(first).toMatchObject({
      list: [{ username: "classicdesk", accountMode: "CLASSIC", type: "VIRTUAL_CHILD" }],
      hasNext: true,
    });
    const second = (await main.getSubAccountList({ limit: "1", cursor: first.cursor })).data;
    const row = { username: "Desk", accountMode: "UNIFIED" };
    expect(second).toMatchObject({ list: [row], hasNext: false, cursor: "" });
    expect((await other.getSubAccountList()).data.list).toEqual([]);
  });

  it("creates exactly one of a name that a hundred requests ask for", async () => {
    const codes = await Promise.all(
      Array.from({ length: 100 }, () => codeOf(main.createSubAccount({ username: "onlyonce" }))),
    );
    expect(codes.filter((code) => code === "00000")).toHaveLength(1);
    expect(codes.filter((code) => code === "40060")).toHaveLength(99);
  });

  it("freezes them: their keys are refused until the end of the freeze", async () => {
    proves("RestClientV3.freezeSubAccount", "POST /api/v3/user/freeze-sub");
    const subUid = await newSubAccount("freezing");
    const { data } = await main.createSubAccountApiKey({ ...KEY_TERMS, subUid });
    const sub = restV3(exchange, keyOf(subUid, data));
    await exchange.admin("POST", `/users/${subUid}/credits`, USDT);
    await sub.submitNewOrder(ORDER);
    await main.freezeSubAccount({ subUid, operation: "freeze" });
    await main.freezeSubAccount({ subUid, operation: "freeze" });
    expect(await codeOf(sub.submitNewOrder(ORDER))).toBe("40013");
    const { list } = (await main.getSubAccountList()).data;
    expect(list.find((row) => row.subUid === subUid)).toMatchObject({ status: "frozen" });
    await main.freezeSubAccount({ subUid, operation: "unfreeze" });
    expect((await sub.getUnfilledOrders({ category: "SPOT" })).data.list).toHaveLength(1);
    const foreign = other.freezeSubAccount({ subUid, operation: "freeze" });
    expect(await codeOf(foreign)).toBe("40066");
  });
});

describe("RestClientV3, keys of sub-accounts", () => {
  it("creates, lists, changes and deletes them", async () => {
    proves("RestClientV3.createSubAccountApiKey", "POST /api/v3/user/create-sub-api");
    proves("RestClientV3.getSubAccountApiKeys", "GET /api/v3/user/sub-api-list");
    proves("RestClientV3.updateSubAccountApiKey", "POST /api/v3/user/update-sub-api");
    proves("RestClientV3.deleteSubAccountApiKey", "POST /api/v3/user/delete-sub-api");
    const subUid = await newSubAccount("keyowner");
    const { data } = await main.createSubAccountApiKey({ ...KEY_TERMS, subUid });
    const { apiKey, secret } = data;
    const row = { apiKey, note: "bot", type: "read_write", ips: [] };
    const groups = { permissions: ["uta_mgt", "uta_trade"] };
    expect(data).toEqual({ ...row, ...groups, secret: expect.stringMatching(/./) });
    const listed = async () => (await main.getSubAccountApiKeys({ subUid })).data;
    const ts = expect.stringMatching(/^\d{13}$/);
    expect(await listed()).toEqual({
      ...{ items: [{ ...row, ...groups, ts }], hasNext: false, cursor: "" },
    });

    const changed = await main.updateSubAccountApiKey({
      ...{ apiKey, passphrase: "Another12", type: "read_only", permissions: ["uta_trade"] },
      ips: ["127.0.0.1", "10.0.0.0/8"],
    });
    const terms = {
      type: "read_only",
      permissions: ["uta_trade"],
      ips: ["127.0.0.1", "10.0.0.0/8"],
    };
    expect(changed.data).toEqual({ ...row, ...terms });
    expect((await listed()).items).toEqual([{ ...row, ...terms, ts }]);
    const sub = restV3(exchange, keyOf(subUid, { apiKey, secret }, "Another12"));
    expect(await codeOf(sub.getUnfilledOrders({ category: "SPOT" }))).toBe("00000");
    expect(await codeOf(sub.submitNewOrder(ORDER))).toBe("40014");
    expect(await codeOf(sub.getBalances())).toBe("40014");

    await main.deleteSubAccountApiKey({ apiKey });
    expect((await listed()).items).toEqual([]);
    expect(await codeOf(sub.getUnfilledOrders({ category: "SPOT" }))).toBe("40037");
    expect(await codeOf(main.deleteSubAccountApiKey({ apiKey }))).toBe("40065");
  });

  it("are out of reach of others, and permit no more than the key that creates them", async () => {
    const subUid = await newSubAccount("outreach");
    const { data } = await main.createSubAccountApiKey({ ...KEY_TERMS, subUid });
    const { apiKey } = data;
    const { passphrase } = KEY_TERMS;
    for (const key of [apiKey, mainKey.apiKey, otherKey.apiKey, `bg_${"0".repeat(32)}`]) {
      expect(await codeOf(other.deleteSubAccountApiKey({ apiKey: key }))).toBe("40065");
      expect(await codeOf(other.updateSubAccountApiKey({ apiKey: key, passphrase }))).toBe("40065");
    }
    expect(await codeOf(other.getSubAccountApiKeys({ subUid }))).toBe("40066");
    expect(await codeOf(other.createSubAccountApiKey({ ...KEY_TERMS, subUid }))).toBe("40066");
    const sub = restV3(exchange, keyOf(subUid, data));
    expect(await codeOf(sub.createSubAccount({ username: "nested" }))).toBe("40068");
    expect(await codeOf(sub.deleteSubAccountApiKey({ apiKey }))).toBe("40065");

    const bounded = await exchange.admin<Key>("POST", `/users/${mainKey.uid}/keys`, {
      permissions: ["uta_mgt_write"],
    });
    const weak = restV3(exchange, { ...bounded, uid: mainKey.uid });
    const ask = (permissions: string[], type: "read_write" | "read_only" = "read_write") =>
      codeOf(weak.createSubAccountApiKey({ ...KEY_TERMS, subUid, permissions, type }));
    expect(await ask(["uta_trade"])).toBe("40014");
    expect(await ask(["withdraw"])).toBe("40014");
    expect(await ask(["withdraw"], "read_only")).toBe("25200");
    expect(await ask(["uta_mgt"])).toBe("00000");
  });
});

describe("RestClientV3, funds of sub-accounts", () => {
  it("moves them once for each client id, in both directions, and lists the records", async () => {
    proves("RestClientV3.subAccountTransfer", "POST /api/v3/account/sub-transfer");
    proves("RestClientV3.subMasterTransfer", "POST /api/v3/account/sub-master-transfer");
    proves("RestClientV3.getSubTransferRecords", "GET /api/v3/account/sub-transfer-record");
    proves("RestClientV3.getSubUnifiedAssets", "GET /api/v3/account/sub-unified-assets");
    const subUid = await newSubAccount("fundsone");
    const { data } = await main.createSubAccountApiKey({ ...KEY_TERMS, subUid });
    const sub = restV3(exchange, keyOf(subUid, data));
    const out = {
      ...({ fromType: "uta", toType: "uta", coin: "USDT", clientOid: "out" } as const),
      ...{ amount: "100", fromUserId: mainKey.uid, toUserId: subUid },
    };
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => main.subAccountTransfer(out)),
    );
    expect(new Set(answers.map(({ data: { transferId } }) => transferId)).size).toBe(1);
    const assets = { coin: "USDT", balance: "100", debt: "0", locked: "0" };
    expect((await main.getSubUnifiedAssets({ subUid })).data).toMatchObject([
      { subUid, assets: [assets] },
    ]);
    expect(await codeOf(other.getSubUnifiedAssets({ subUid }))).toBe("40066");

    const back = { fromType: "uta", toType: "uta", coin: "USDT", amount: "30" } as const;
    expect(await codeOf(sub.subMasterTransfer({ ...back, clientOid: "back" }))).toBe("00000");
    expect(await codeOf(sub.subMasterTransfer({ ...back, amount: "71" }))).toBe("43117");
    expect(await codeOf(main.subMasterTransfer(back))).toBe("40077");
    const received = await eventually("the record", async () => {
      const { items } = (await main.getSubTransferRecords({ role: "receiver" })).data;
      return items.length > 0 ? items : undefined;
    });
    expect(received).toMatchObject([
      {
        ...{ fromType: "unified", toType: "unified", amount: "30", coin: "USDT" },
        ...{ fromUserId: subUid, toUserId: mainKey.uid, status: "Successful", clientOid: "back" },
      },
    ]);
    const ofSub = await main.getSubTransferRecords({ subUid, role: "receiver" });
    expect(ofSub.data).toMatchObject({ items: [{ amount: "100", clientOid: "out" }], cursor: "" });
    expect((await sub.getSubTransferRecords()).data.items).toMatchObject([{ amount: "30" }]);
    expect(await codeOf(other.getSubTransferRecords({ subUid }))).toBe("40066");
  });
});
