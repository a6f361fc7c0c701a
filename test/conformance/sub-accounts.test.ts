import { describe, expect, it } from "vitest";
import { keyOptions, restV2 } from "./support/bitget-api-clients.ts";
import { type Key, openExchange } from "./support/conformance-exchange.ts";
import { proves } from "./support/proves.ts";
import { codeOf } from "./support/refusals.ts";

const exchange = await openExchange();
const USDT = { wallet: "spot", coin: "USDT", amount: "1000" } as const;
const mainKey = await exchange.newUser({ kind: "classic", name: "main" }, USDT);
const otherKey = await exchange.newUser({ kind: "classic", name: "other" }, USDT);
const main = restV2(exchange, mainKey);
const other = restV2(exchange, otherKey);

type Issued = {
  readonly subAccountUid: string;
  readonly subAccountApiKey: string;
  readonly secretKey: string;
};

function keyOf(issued: Issued, passphrase: string): Key {
  const { secretKey: secret, subAccountApiKey: apiKey, subAccountUid: uid } = issued;
  return { uid, apiKey, secret, passphrase };
}

const TERMS = { side: "buy", orderType: "limit", force: "gtc" } as const;
const ORDER = { symbol: "BTCUSDT", ...TERMS, price: "50000", size: "0.001" };
const LINE = { productType: "USDT-FUTURES", marginCoin: "USDT", marginMode: "crossed" } as const;
const CONTRACT = { ...ORDER, ...LINE };

describe("RestClientV2, virtual sub-accounts", () => {
  it("creates them under unique names and lists them in pages", async () => {
    proves("RestClientV2.createVirtualSubaccount", "POST /api/v2/user/create-virtual-subaccount");
    proves("RestClientV2.getVirtualSubaccounts", "GET /api/v2/user/virtual-subaccount-list");
    const { data } = await main.createVirtualSubaccount({
      subAccountList: ["abcdefgh", "ABCDEFGH", "ijklmnop"],
    });
    expect(data).toEqual({
      failureList: [{ subaAccountName: "ABCDEFGH" }],
      successList: ["abcdefgh", "ijklmnop"].map((subaAccountName) => ({
        subaAccountUid: expect.stringMatching(/^1\d{9}$/),
        subaAccountName,
        status: "normal",
        label: "",
        permList: ["spot_trade", "contract_trade"],
        cTime: expect.stringMatching(/^\d{13}$/),
        uTime: expect.stringMatching(/^\d{13}$/),
      })),
    });
    const taken = await other.createVirtualSubaccount({ subAccountList: ["Abcdefgh"] });
    expect(taken.data).toEqual({ failureList: [{ subaAccountName: "Abcdefgh" }], successList: [] });

    const first = (await main.getVirtualSubaccounts({ limit: "1" })).data;
    expect(first.subAccountList).toMatchObject([{ status: "normal" }]);
    const second = await main.getVirtualSubaccounts({ limit: "1", idLessThan: `${first.endId}` });
    const names = [...first.subAccountList, ...second.data.subAccountList].map(
      ({ subAccountName }) => subAccountName.split("@")[0],
    );
    expect(names).toEqual(["ijklmnop", "abcdefgh"]);
    expect((await other.getVirtualSubaccounts()).data.subAccountList).toEqual([]);
  });

  it("creates exactly one of a name that a hundred requests ask for", async () => {
    const uids = new Set<string>();
    const requests = Array.from({ length: 50 }, () =>
      [main, other].map((client) =>
        client.createVirtualSubaccount({ subAccountList: ["onlyonce"] }),
      ),
    );
    for (const { data } of await Promise.all(requests.flat())) {
      expect(data.successList.length + data.failureList.length).toBe(1);
      for (const { subaAccountUid } of data.successList) uids.add(subaAccountUid);
    }
    expect(uids.size).toBe(1);
  });

  it("creates them with keys that work at once", async () => {
    proves(
      "RestClientV2.batchCreateVirtualSubaccountAndAPIKey",
      "POST /api/v2/user/batch-create-subaccount-and-apikey",
    );
    const [issued] = (
      await main.batchCreateVirtualSubaccountAndAPIKey([
        {
          ...{ subAccountName: "traderon", passphrase: "Passphrase1", label: "bot" },
          permList: ["contract-order", "spot-trade"],
          ipList: ["127.0.0.1"],
        },
      ] as never)
    ).data;
    expect(issued).toEqual({
      subAccountUid: expect.stringMatching(/^1\d{9}$/),
      subAccountName: expect.stringMatching(/^traderon@/),
      label: "bot",
      subAccountApiKey: expect.stringMatching(/^bg_/),
      secretKey: expect.stringMatching(/./),
      permList: ["contract_order", "spot_trade"],
      ipList: ["127.0.0.1"],
    });
    const key = keyOf(issued as Issued, "Passphrase1");
    await exchange.admin("POST", `/users/${key.uid}/credits`, USDT);
    const sub = restV2(exchange, key);
    expect(await codeOf(sub.spotSubmitOrder(ORDER))).toBe("00000");
    expect(await codeOf(sub.spotTransfer({ ...TRANSFER }))).toBe("40014");
    const creation = sub.createVirtualSubaccount({ subAccountList: ["qrstuvwx"] });
    expect(await codeOf(creation)).toBe("40014");
    const issue = sub.createVirtualSubaccountAPIKey({ ...KEY_TERMS, subAccountUid: key.uid });
    expect(await codeOf(issue)).toBe("40014");
    expect(await codeOf(sub.getVirtualSubaccounts())).toBe("40068");
  });
});

const TRANSFER = {
  ...({ fromType: "spot", toType: "usdt_futures" } as const),
  ...{ amount: "1", coin: "USDT", symbol: "" },
};
const KEY_TERMS = { passphrase: "Passphrase1", label: "second" };

/** A new virtual sub-account of the main account, by its uid. */
async function newSubAccount(name: string): Promise<string> {
  const { data } = await main.createVirtualSubaccount({ subAccountList: [name] });
  return (data.successList[0] as { subaAccountUid: string }).subaAccountUid;
}

describe("RestClientV2, keys of virtual sub-accounts", () => {
  it("creates, lists and changes them", async () => {
    proves(
      "RestClientV2.createVirtualSubaccountAPIKey",
      "POST /api/v2/user/create-virtual-subaccount-apikey",
    );
    proves(
      "RestClientV2.modifyVirtualSubaccountAPIKey",
      "POST /api/v2/user/modify-virtual-subaccount-apikey",
    );
    proves(
      "RestClientV2.getVirtualSubaccountAPIKeys",
      "GET /api/v2/user/virtual-subaccount-apikey-list",
    );
    const subAccountUid = await newSubAccount("keyowner");
    const created = await main.createVirtualSubaccountAPIKey({
      ...{ ...KEY_TERMS, subAccountUid, permList: ["read", "transfer"], ipList: [] },
    });
    const key = keyOf(created.data as Issued, "Passphrase1");
    expect(await codeOf(restV2(exchange, key).spotSubmitOrder(ORDER))).toBe("40014");
    const { secretKey: _, ...row } = created.data as Issued;
    expect((await main.getVirtualSubaccountAPIKeys({ subAccountUid })).data).toEqual([row]);

    const changed = await main.modifyVirtualSubaccountAPIKey({
      ...{ subAccountUid, subAccountApiKey: key.apiKey, passphrase: "Another12", label: "third" },
      permList: ["spot_trade"],
    });
    const terms = { label: "third", permList: ["spot_trade"], ipList: [] };
    expect(changed.data).toEqual({ ...row, ...terms, secretKey: "" });
    expect((await main.getVirtualSubaccountAPIKeys({ subAccountUid })).data).toEqual([
      { ...row, ...terms },
    ]);
    expect(await codeOf(restV2(exchange, key).getSpotAccount())).toBe("40012");
    const renewed = restV2(exchange, { ...key, passphrase: "Another12" });
    expect(await codeOf(renewed.spotSubmitOrder(ORDER))).toBe("43012");
  });

  it("are out of reach of other main accounts", async () => {
    const subAccountUid = await newSubAccount("outreach");
    const { data } = await main.createVirtualSubaccountAPIKey({ ...KEY_TERMS, subAccountUid });
    const subAccountApiKey = (data as Issued).subAccountApiKey;
    const modified = { ...KEY_TERMS, subAccountApiKey };
    for (const uid of [subAccountUid, "1999999999", mainKey.uid, otherKey.uid]) {
      const answers = await Promise.all([
        codeOf(other.getVirtualSubaccountAPIKeys({ subAccountUid: uid })),
        codeOf(other.createVirtualSubaccountAPIKey({ ...KEY_TERMS, subAccountUid: uid })),
        codeOf(other.modifyVirtualSubaccountAPIKey({ ...modified, subAccountUid: uid })),
        codeOf(
          other.modifyVirtualSubaccount({
            ...{ subAccountUid: uid, permList: ["spot_trade"], status: "freeze" },
          }),
        ),
      ]);
      expect(answers).toEqual(["40066", "40066", "40066", "40066"]);
    }
    const { data: theirs } = await other.createVirtualSubaccount({ subAccountList: ["ofothers"] });
    const ofOther = (theirs.successList[0] as { subaAccountUid: string }).subaAccountUid;
    const stolen = { ...modified, subAccountUid: ofOther };
    expect(await codeOf(other.modifyVirtualSubaccountAPIKey(stolen))).toBe("40065");
  });

  it("are at most ten, and no key permits more than the key that creates it", async () => {
    const subAccountUid = await newSubAccount("tenkeysm");
    for (let count = 0; count < 10; count++) {
      await main.createVirtualSubaccountAPIKey({ ...KEY_TERMS, subAccountUid });
    }
    const more = main.createVirtualSubaccountAPIKey({ ...KEY_TERMS, subAccountUid });
    expect(await codeOf(more)).toBe("40063");
    const path = `/users/${mainKey.uid}/keys`;
    const bounded = await exchange.admin<Key>("POST", path, { permissions: ["transfer"] });
    const weak = restV2(exchange, { ...bounded, uid: mainKey.uid });
    const uid = await newSubAccount("boundary");
    const ask = (permList: string[]) =>
      codeOf(
        weak.createVirtualSubaccountAPIKey({
          ...{ ...KEY_TERMS, subAccountUid: uid },
          permList: permList as never,
        }),
      );
    expect(await ask(["wallet_withdraw"])).toBe("40014");
    expect(await ask(["spot_trade"])).toBe("40014");
    expect(await ask(["wallet-transfer"])).toBe("00000");
    expect(await ask(["readonly", "wallet_transfer"])).toBe("40020");
  });
});

describe("RestClientV2, access of a virtual sub-account", () => {
  it("ends with a freeze on REST and WebSocket and returns with its end", async () => {
    proves("RestClientV2.modifyVirtualSubaccount", "POST /api/v2/user/modify-virtual-subaccount");
    const subAccountUid = await newSubAccount("freezing");
    const created = await main.createVirtualSubaccountAPIKey({
      ...{ ...KEY_TERMS, subAccountUid, permList: ["spot_trade", "contract_trade"] },
    });
    const key = keyOf(created.data as Issued, "Passphrase1");
    await exchange.admin("POST", `/users/${subAccountUid}/credits`, USDT);
    const sub = restV2(exchange, key);
    await sub.spotSubmitOrder(ORDER);
    const socket = await loggedIn(key);

    const permList: ("spot_trade" | "contract_trade")[] = ["spot_trade"];
    const freeze = await main.modifyVirtualSubaccount({
      ...{ subAccountUid, permList, status: "freeze" },
    });
    expect(freeze.data).toEqual({ result: "success" });
    expect(await socket.closed).toBe(1008);
    expect(await codeOf(sub.getSpotAccount())).toBe("40013");
    expect(await codeOf(sub.spotSubmitOrder(ORDER))).toBe("40013");
    await expect(loggedIn(key)).rejects.toThrow("30005");
    const frozen = await main.getVirtualSubaccounts({ status: "freeze" } as never);
    expect(frozen.data.subAccountList).toMatchObject([{ subAccountUid, status: "freeze" }]);

    await main.modifyVirtualSubaccount({ subAccountUid, permList, status: "normal" });
    expect((await sub.getSpotOpenOrders()).data).toHaveLength(1);
    expect(await codeOf(sub.spotSubmitOrder(ORDER))).toBe("00000");
    expect(await codeOf(sub.futuresSubmitOrder(CONTRACT))).toBe("40014");
  });
});

/** Logs in on a private socket; `closed` is the code with which the exchange closes it. */
async function loggedIn(key: Key) {
  const { createHmac } = await import("node:crypto");
  const socket = new WebSocket(`${exchange.socketUrl}/v2/ws/private`);
  const answered = Promise.withResolvers<{ code: number }>();
  const ended = Promise.withResolvers<number>();
  socket.addEventListener("error", () => answered.reject(new Error("no connection")));
  socket.addEventListener("message", ({ data }) => answered.resolve(JSON.parse(String(data))));
  socket.addEventListener("close", ({ code }) => ended.resolve(code));
  socket.addEventListener("open", () => {
    const timestamp = String(Math.floor(Date.now() / 1000));
    const { apiKey, apiPass: passphrase, apiSecret = "" } = keyOptions(key);
    const text = `${timestamp}GET/user/verify`;
    const sign = createHmac("sha256", apiSecret).update(text).digest("base64");
    socket.send(JSON.stringify({ op: "login", args: [{ apiKey, passphrase, timestamp, sign }] }));
  });
  const { code } = await answered.promise;
  if (code !== 0) throw new Error(`logged in, got ${code}`);
  return { closed: ended.promise };
}
