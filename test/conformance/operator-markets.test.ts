/** The operator changes fees and statuses of markets, delists one, limits keys and closes users. */
import { beforeAll, describe, expect, it } from "vitest";
import { adminRequest } from "../support/admin-request.ts";
import { eventually } from "../support/eventually.ts";
import { restV2, restV3 } from "./support/bitget-api-clients.ts";
import { type Key, openExchange } from "./support/conformance-exchange.ts";
import { Counterparty } from "./support/counterparty.ts";

type Row = Readonly<Record<string, unknown>>;

const exchange = await openExchange();
const SPOT = { symbol: "BTCUSDT", category: "spot", realm: "live" } as const;
const FUTURES = { symbol: "ETHUSDT", category: "usdt_futures", realm: "live" } as const;

const money = { wallet: "unified", coin: "USDT", amount: "100000" } as const;
const coins = { wallet: "unified", coin: "BTC", amount: "10" } as const;
let buyer: Key;
let seller: Key;

beforeAll(async () => {
  buyer = await exchange.newUser({ kind: "unified" }, money);
  seller = await exchange.newUser({ kind: "unified" }, coins);
});

async function refusal(method: "GET" | "POST" | "PUT", path: string, body?: object): Promise<Row> {
  const answer = await adminRequest(exchange.credentials, method, path, body);
  const { error } = (await answer.json()) as { error: Row };
  return { status: answer.status, ...error };
}

async function details(named: typeof SPOT | typeof FUTURES): Promise<Row> {
  const { category, realm } = named;
  const rows = await exchange.admin<Row[]>(
    "GET",
    `/instruments?category=${category}&realm=${realm}`,
  );
  return rows.find(({ symbol }) => symbol === named.symbol) ?? {};
}

const order = { category: "SPOT", symbol: "BTCUSDT", orderType: "limit", price: "60000" } as const;

/** Fees of a trade of 0.1 BTC at 60,000: that of the buyer as maker, of the seller as taker. */
async function fees(): Promise<readonly (string | undefined)[]> {
  const gtc = { timeInForce: "gtc", qty: "0.1" } as const;
  const ids: string[] = [];
  for (const [key, side] of [
    [buyer, "buy"],
    [seller, "sell"],
  ] as const) {
    const { data } = await restV3(exchange, key).submitNewOrder({ ...order, ...gtc, side });
    ids.push(data.orderId);
  }
  const feeOf = async (key: Key, orderId: string | undefined) =>
    eventually("the fill", async () => {
      const { data } = await restV3(exchange, key).getTradeFills({ category: "SPOT" });
      return data.list.find((fill) => fill.orderId === orderId)?.feeDetail[0]?.fee;
    });
  return [await feeOf(buyer, ids[0]), await feeOf(seller, ids[1])];
}

describe("fees", () => {
  it("of a market are charged and shown from the change on, and who changed them is known", async () => {
    expect(await fees()).toEqual(["0.0001", "6"]);
    const changed = { ...SPOT, maker: "0.0002", taker: "0.0005" };
    await exchange.admin("PUT", "/fees/instruments", changed);
    expect(await fees()).toEqual(["0.00002", "3"]);
    expect(await details(SPOT)).toMatchObject({
      fees: { maker: "0.0002", taker: "0.0005" },
      listedFees: { maker: "0.001", taker: "0.001" },
    });
    const { data } = await restV2(exchange).getSpotSymbolInfo({ symbol: "BTCUSDT" });
    expect(data).toMatchObject([{ makerFeeRate: "0.0002", takerFeeRate: "0.0005" }]);
    const { acts } = await exchange.admin<{ acts: Row[] }>("GET", "/acts?command=set_market_fees");
    const rates = { makerRateE6: "0.0002", takerRateE6: "0.0005", fromMs: "" };
    const fields = { instrument: "BTCUSDT spot live", ...rates };
    expect(acts).toMatchObject([{ actor: "root", fields }]);
  });

  it("of a level are charged to the user and shown to it", async () => {
    const rates = {
      spotMaker: "0",
      spotTaker: "0.0001",
      futuresMaker: "0",
      futuresTaker: "0.0003",
    };
    await exchange.admin("PUT", "/fees/levels/3", rates);
    await exchange.admin("PUT", `/users/${seller.uid}/fee-level`, { level: 3 });
    expect(await fees()).toEqual(["0.00002", "0.6"]);
    const { data } = await restV3(exchange, seller).getFeeRate({
      category: "USDT-FUTURES",
      symbol: "ETHUSDT",
    });
    expect(data).toMatchObject({ makerFeeRate: "0", takerFeeRate: "0.0003" });
    const levels = (await restV2(exchange).getSpotVIPFeeRate()).data;
    expect(levels).toContainEqual(expect.objectContaining({ level: "3", takerFeeRate: "0.0001" }));
    expect(await exchange.admin("GET", "/fees")).toEqual({
      levels: [{ level: 3, ...rates }],
      users: [{ uid: seller.uid, level: 3, nextLevel: 3, from: "" }],
    });
  });

  it("can wait for a date, and are refused above the listed ones or in the past", async () => {
    const from = new Date(Date.now() + 86_400_000).toISOString();
    await exchange.admin("PUT", "/fees/instruments", {
      ...FUTURES,
      ...{ maker: "0", taker: "0", from },
    });
    expect(await details(FUTURES)).toMatchObject({
      fees: { maker: "0.0002", taker: "0.0006" },
      nextFees: { maker: "0", taker: "0", from },
    });
    const tooHigh = { ...FUTURES, maker: "0", taker: "0.0007" };
    expect(await refusal("PUT", "/fees/instruments", tooHigh)).toMatchObject({
      status: 400,
      reason: "fee_terms_out_of_bounds",
    });
    const past = { level: 3, from: "2020-01-01T00:00:00Z" };
    expect(await refusal("PUT", `/users/${buyer.uid}/fee-level`, past)).toMatchObject({
      reason: "fee_terms_out_of_bounds",
    });
    expect(await refusal("PUT", `/users/${buyer.uid}/fee-level`, { level: 9 })).toMatchObject({
      status: 404,
      message: "no such fee level is set",
    });
    expect(await refusal("GET", "/users/99/fee-level")).toMatchObject({ status: 404 });
  });
});

describe("statuses", () => {
  it("are read back, and clients see them and are refused in their own words", async () => {
    await exchange.admin("PUT", "/instruments/status", { ...FUTURES, status: "reduce_only" });
    expect(await details(FUTURES)).toMatchObject({ status: "reduce_only" });
    const { data } = await restV3(exchange).getInstruments({
      category: "USDT-FUTURES",
      symbol: "ETHUSDT",
    });
    expect(data).toMatchObject([{ status: "limit_open" }]);
    const opening = { category: "USDT-FUTURES", symbol: "ETHUSDT", side: "buy" } as const;
    const placing = restV3(exchange, buyer).submitNewOrder({
      ...opening,
      ...{ orderType: "limit", price: "3000", qty: "0.1", timeInForce: "gtc" },
    });
    await expect(placing).rejects.toMatchObject({ body: { code: "25105" } });
    await exchange.admin("PUT", "/instruments/status", { ...FUTURES, status: "online" });
  });

  it("of a spot pair cannot be reduce-only", async () => {
    const body = { ...SPOT, status: "reduce_only" };
    expect(await refusal("PUT", "/instruments/status", body)).toMatchObject({
      status: 400,
      reason: "instrument_not_futures",
    });
  });

  it("of everything are changed after a confirmation, and changed back", async () => {
    const body = { realm: "live", status: "halted" };
    expect(await refusal("PUT", "/instruments/status-of-all", body)).toMatchObject({
      code: "confirmation_needed",
    });
    expect(await details(SPOT)).toMatchObject({ status: "online" });
    const halted = await exchange.admin<Row>("PUT", "/instruments/status-of-all", body);
    expect(halted).toMatchObject({ status: "halted", refused: [] });
    const rows = await exchange.admin<Row[]>("GET", "/instruments?realm=live&status=online");
    expect(rows).toEqual([]);
    expect(await exchange.admin<Row[]>("GET", "/instruments?realm=demo")).toContainEqual(
      expect.objectContaining({ status: "online" }),
    );
    await exchange.admin("PUT", "/instruments/status-of-all", { ...body, status: "online" });
    const online = await exchange.admin<Row[]>("GET", "/instruments?realm=live&status=online");
    expect(online).toHaveLength(Number(halted["changed"]));
  });
});

it("a delisted pair has no orders, and nothing can be placed in it", async () => {
  const pair = { symbol: "ADAUSDT", category: "spot", realm: "live" } as const;
  const ada = { category: "SPOT", symbol: "ADAUSDT", side: "buy", orderType: "limit" } as const;
  const resting = { ...ada, price: "0.2", qty: "100", timeInForce: "gtc" } as const;
  const client = restV3(exchange, buyer);
  const { data } = await client.submitNewOrder(resting);
  const done = await exchange.admin("POST", "/instruments/delist", pair);
  expect(done).toMatchObject({ status: "offline", cancelledOrders: 1, cancelledPlans: 0 });
  await expect(client.submitNewOrder(resting)).rejects.toMatchObject({ body: { code: "25102" } });
  const open = await client.getUnfilledOrders({ category: "SPOT" });
  expect(open.data.list?.map(({ orderId }) => orderId) ?? []).not.toContain(data.orderId);
});

describe("access", () => {
  it("a key loses permissions and addresses, and gets none", async () => {
    const path = `/users/${seller.uid}/keys/${seller.apiKey}`;
    const limited = await exchange.admin<{ permissions: string[] }>("PUT", path, {
      permissions: ["uta_mgt_read"],
    });
    expect(limited.permissions).toEqual(["uta_mgt_read"]);
    const gtc = { timeInForce: "gtc", qty: "0.1" } as const;
    const placing = restV3(exchange, seller).submitNewOrder({ ...order, ...gtc, side: "sell" });
    await expect(placing).rejects.toMatchObject({ body: { code: "40014" } });
    const more = { permissions: ["uta_mgt_read", "uta_trade"] };
    expect(await refusal("PUT", path, more)).toMatchObject({ status: 400, code: "invalid" });
    await exchange.admin("PUT", path, { ipList: ["10.0.0.1"] });
    const reading = restV3(exchange, seller).getBalances();
    await expect(reading).rejects.toMatchObject({ body: { code: "40018" } });
    const unknown = `/users/${buyer.uid}/keys/${seller.apiKey}`;
    expect(await refusal("PUT", unknown, {})).toMatchObject({ status: 404 });
  });

  it("a user who holds something is not closed, and the answer says what", async () => {
    expect(await refusal("POST", `/users/${buyer.uid}/close`, {})).toMatchObject({
      status: 409,
      message: "the user has a balance of USDT, a balance of BTC",
    });
  });

  it("a closed user has no keys and every freeze", async () => {
    const leaver = await exchange.newUser({ kind: "unified" }, { ...money, amount: "5" });
    const debit = { wallet: "unified", coin: "USDT", amount: "5", reference: "leaves" };
    await exchange.admin("POST", `/users/${leaver.uid}/debits`, debit);
    const closed = await exchange.admin("POST", `/users/${leaver.uid}/close`, {});
    expect(closed).toEqual({ uid: leaver.uid, revokedKeys: 1 });
    const { users } = await exchange.admin<{ users: Row[] }>("GET", "/users");
    expect(users.find(({ uid }) => uid === leaver.uid)).toMatchObject({
      keys: 0,
      freezes: ["trading", "transfersOut", "withdrawals", "login"],
    });
    await expect(restV3(exchange, leaver).getBalances()).rejects.toMatchObject({ code: 400 });
  });
});

describe("open interest and open orders of a coin-margined contract", () => {
  it("are those that clients and the lists of risk show", async () => {
    const named = { symbol: "BTCUSD", category: "coin_futures", realm: "live" } as const;
    const row = async (path: string): Promise<Row> => {
      const rows = await exchange.admin<Row[]>("GET", path);
      return rows.find(({ category, symbol }) => {
        return symbol === named.symbol && category === named.category;
      }) as Row;
    };
    const listed = () => row("/instruments?realm=live&category=coin_futures");
    expect(await listed()).toMatchObject({ openInterest: "0", openOrders: 0 });
    const [maker, taker] = [await exchange.counterparty(), await exchange.counterparty()];
    const contract = { productType: "COIN-FUTURES", symbol: "BTCUSD", marginCoin: "BTC" } as const;
    await new Counterparty(exchange, maker).futures(contract, {
      ...{ side: "sell", size: "0.5", price: "60000" },
    });
    await new Counterparty(exchange, maker).futures(contract, {
      ...{ side: "sell", size: "0.5", price: "60500" },
    });
    expect(await listed()).toMatchObject({ openInterest: "0", openOrders: 2 });
    await new Counterparty(exchange, taker).futures(contract, {
      ...{ side: "buy", size: "0.5", price: "60000" },
    });
    const { openInterest, openOrders } = await listed();
    expect(openOrders).toBe(1);
    expect(Number(openInterest)).toBeCloseTo(0.5, 2);
    const { data } = await restV3(exchange).getOpenInterest({
      ...{ category: "COIN-FUTURES", symbol: named.symbol },
    });
    expect(data.list).toMatchObject([{ openInterest }]);
    expect(await row("/risk/contracts?realm=live")).toMatchObject({ openInterest });
    await new Counterparty(exchange, maker).clearFutures(contract);
    expect(await listed()).toMatchObject({ openInterest, openOrders: 0 });
  });
});
