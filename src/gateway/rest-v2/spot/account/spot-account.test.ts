import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { rowOf, rowsOf, type TestAnswer } from "../../../../../test/support/test-answer.ts";
import { ExchangeFixture } from "../../../../../test/support/test-exchange.ts";
import { COIN } from "../../../../../test/support/test-listings.ts";
import { CLASSIC_SPOT_BUY } from "../../../../../test/support/wire-orders.ts";
import { DAY_MS } from "../../../http/time-range.ts";
import { placeSpotOrder } from "../trade/place-order.ts";
import { endpointsSpotAccountV2 } from "./endpoints-spot-account.ts";

const ACCOUNT = "/api/v2/spot/account";
const WALLET = "/api/v2/spot/wallet";
const FUNDS = [
  ["spot", "USDT", 1_000n * COIN],
  ["spot", "BTC", 1n * COIN],
] as const;
const MOVE = { fromType: "spot", toType: "usdt_futures", coin: "USDT", amount: "10.5" };

let exchange: ExchangeFixture;

beforeEach(async () => {
  exchange = await ExchangeFixture.start({
    endpoints: [...endpointsSpotAccountV2, placeSpotOrder],
    users: [
      { name: "alice", accountKind: "classic", funds: FUNDS },
      { name: "bob", accountKind: "classic", funds: FUNDS },
      { name: "kid", accountKind: "classic", parent: "alice" },
      { name: "reader", accountKind: "classic", permissions: ["read"], funds: FUNDS },
    ],
  });
});

afterEach(async () => {
  await exchange[Symbol.asyncDispose]();
});

type Query = Record<string, string | number>;

function get(path: string, query: Query = {}, name = "alice"): Promise<TestAnswer> {
  return exchange.get(path, query, name);
}

function move(change: object = {}, name = "alice"): Promise<TestAnswer> {
  return exchange.post(`${WALLET}/transfer`, { ...MOVE, ...change }, name);
}

async function place(terms: object, name: string): Promise<void> {
  rowOf(await exchange.post("/api/v2/spot/trade/place-order", terms, name));
}

describe("assets", () => {
  it("shows balances, and the amounts that open orders reserve", async () => {
    await place(CLASSIC_SPOT_BUY, "alice");
    const uTime = String(exchange.nowMs);
    const rest = { locked: "0", limitAvailable: "0", uTime };
    expect(rowsOf(await get(`${ACCOUNT}/assets`))).toEqual([
      { coin: "USDT", available: "500", frozen: "500", ...rest },
      { coin: "BTC", available: "1", frozen: "0", ...rest },
    ]);
  });

  it("shows one coin, or all, also those without funds", async () => {
    const [eth, ...more] = rowsOf(await get(`${ACCOUNT}/assets`, { coin: "eth" }));
    expect(eth).toMatchObject({ coin: "ETH", available: "0" });
    expect(more).toEqual([]);
    const all = rowsOf(await get(`${ACCOUNT}/assets`, { assetType: "all" }));
    expect(all.length).toBe(exchange.state.currencies.length);
    expect((await get(`${ACCOUNT}/assets`, { coin: "NOPE" })).code).toBe("40034");
  });
});

describe("transfers", () => {
  it("moves funds and lists the transfer", async () => {
    const answer = rowOf(await move({ clientOid: "move-1", amount: 10.5 }));
    expect(answer).toEqual({ transferId: expect.stringMatching(/^\d{19}$/), clientOid: "move-1" });
    const [usdt] = rowsOf(await get(`${ACCOUNT}/assets`, { coin: "USDT" }));
    expect(usdt).toMatchObject({ available: "989.5" });
    expect(rowsOf(await get(`${ACCOUNT}/transferRecords`, { coin: "USDT" }))).toEqual([
      {
        coin: "USDT",
        status: "Successful",
        fromType: "spot",
        fromSymbol: "",
        toType: "usdt_futures",
        toSymbol: "",
        size: "10.5",
        ts: String(exchange.nowMs),
        clientOid: "move-1",
        transferId: answer["transferId"],
      },
    ]);
  });

  it("pages by number and by id, filtered", async () => {
    const ids: (string | undefined)[] = [];
    for (const clientOid of ["a", "b", "c"]) {
      ids.unshift(rowOf(await move({ clientOid }))["transferId"]);
    }
    await move({ fromType: "usdt_futures", toType: "p2p", amount: "1" });
    const path = `${ACCOUNT}/transferRecords`;
    const list = async (query: Query) =>
      rowsOf(await get(path, { coin: "USDT", fromType: "spot", ...query })).map(
        ({ transferId }) => transferId,
      );
    expect(await list({})).toEqual(ids);
    expect(await list({ limit: 2, pageNum: 2 })).toEqual([ids[2]]);
    expect(await list({ idLessThan: ids[0] ?? "" })).toEqual([ids[1], ids[2]]);
    expect(await list({ clientOid: "b" })).toEqual([ids[1]]);
    expect(await list({ fromType: "usdt_futures" })).toHaveLength(1);
    expect(rowsOf(await get(path, { coin: "BTC" }))).toEqual([]);
    expect(rowsOf(await get(path, { coin: "USDT" }, "bob"))).toEqual([]);
    expect((await get(path, {})).code).toBe("40019");
    expect((await get(path, { coin: "USDT", pageNum: 1001 })).code).toBe("40053");
  });

  it.each([
    ["more than there is", { amount: "2000" }, "43117"],
    ["nothing", { amount: "0" }, "40020"],
    ["finer than the coin", { amount: "0.000000001" }, "40020"],
    ["a negative amount", { amount: "-1" }, "40020"],
    ["an unknown coin", { coin: "NOPE" }, "40806"],
    ["an unknown wallet", { toType: "moon" }, "40034"],
    ["to the same wallet", { toType: "spot" }, "40077"],
    ["to margin trading", { toType: "crossed_margin" }, "40077"],
    ["a coin that the wallet does not take", { coin: "BTC", amount: "0.1" }, "40077"],
  ])("refuses to move %s and changes nothing", async (_what, change, code) => {
    const answer = await move(change);
    expect([answer.status, answer.code]).toEqual([400, code]);
    const [usdt] = rowsOf(await get(`${ACCOUNT}/assets`, { coin: "USDT" }));
    expect(usdt).toMatchObject({ available: "1000", frozen: "0" });
  });

  it("needs permission to transfer", async () => {
    expect((await move({}, "reader")).code).toBe("40014");
  });

  it("lists the coins that two wallets share", async () => {
    const coins = async (fromType: string, toType: string) =>
      (await get(`${WALLET}/transfer-coin-info`, { fromType, toType })).data;
    expect(await coins("spot", "usdt_futures")).toEqual(["USDT", "SUSDT"]);
    expect(await coins("coin_futures", "p2p")).toEqual(["BTC"]);
    expect(await coins("spot", "isolated_margin")).toEqual([]);
  });
});

describe("bills", () => {
  beforeEach(async () => {
    await place({ ...CLASSIC_SPOT_BUY, side: "sell" }, "bob");
    await place(CLASSIC_SPOT_BUY, "alice");
    await move();
  });

  const list = async (query: Query) => rowsOf(await get(`${ACCOUNT}/bills`, query));

  it("shows both sides of a fill, fees negative, and transfers", async () => {
    const rows = await list({ limit: 3 });
    expect(rows.map(({ billId: _id, bizOrderId: _biz, ...row }) => row)).toEqual([
      {
        cTime: String(exchange.nowMs),
        coin: "USDT",
        groupType: "transfer",
        businessType: "transfer_out",
        size: "-10.5",
        balance: "489.5",
        fees: "0",
      },
      {
        cTime: String(exchange.nowMs),
        coin: "USDT",
        groupType: "transaction",
        businessType: "buy",
        size: "-500",
        balance: "500",
        fees: "0",
      },
      {
        cTime: String(exchange.nowMs),
        coin: "BTC",
        groupType: "transaction",
        businessType: "buy",
        size: "0.01",
        balance: "1.00999",
        fees: "-0.00001",
      },
    ]);
  });

  it("filters by coin, group and business, and pages by id", async () => {
    const all = await list({});
    expect(await list({ idLessThan: all[0]?.["billId"] ?? "", limit: 1 })).toEqual([all[1]]);
    expect(await list({ coin: "BTC", groupType: "transaction" })).toEqual([all[2]]);
    expect(await list({ groupType: "transfer" })).toEqual([all[0]]);
    expect(await list({ businessType: "TRANSFER-OUT" })).toEqual([all[0]]);
    expect(await list({ businessType: "transfer_out" })).toEqual([all[0]]);
    expect(await list({ groupType: "transaction", businessType: "DEPOSIT" })).toEqual([]);
    expect(await list({ groupType: "loan" })).toEqual([]);
    expect(await list({ businessType: "DEPOSIT" })).toHaveLength(2);
  });

  it("refuses unknown words and long windows", async () => {
    const path = `${ACCOUNT}/bills`;
    expect((await get(path, { groupType: "gift" })).code).toBe("40034");
    const startTime = exchange.nowMs - 91 * DAY_MS;
    expect((await get(path, { startTime, endTime: exchange.nowMs })).code).toBe("00001");
    expect((await get(path, { limit: -1 })).code).toBe("40053");
  });
});

describe("the account itself", () => {
  it("names its owner, its main account and the permissions of the key", async () => {
    const alice = exchange.user("alice").uid;
    expect(rowOf(await get(`${ACCOUNT}/info`))).toMatchObject({
      userId: alice,
      parentId: Number(alice),
      authorities: expect.arrayContaining(["read", "spot_trade"]),
      regisTime: String(exchange.nowMs),
    });
    const kid = rowOf(await get(`${ACCOUNT}/info`, {}, "kid"));
    expect(kid).toMatchObject({ userId: exchange.user("kid").uid, parentId: Number(alice) });
    const reader = rowOf(await get(`${ACCOUNT}/info`, {}, "reader"));
    expect(reader["authorities"]).toEqual(["read"]);
  });
});
