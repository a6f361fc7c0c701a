/** What the desk of the operator reads beside lists that other tests ask for. */
import { expect, it } from "vitest";
import { adminRequest } from "../support/admin-request.ts";
import { eventually } from "../support/eventually.ts";
import { restV2 } from "./support/bitget-api-clients.ts";
import { type Key, openExchange } from "./support/conformance-exchange.ts";
import { Counterparty } from "./support/counterparty.ts";

type Row = Readonly<Record<string, unknown>>;

const exchange = await openExchange();
const CONTRACT = { productType: "USDT-FUTURES", symbol: "ETHUSDT", marginCoin: "USDT" } as const;
const MONEY = { wallet: "usdt_futures", coin: "USDT", amount: "10000" } as const;

const newTrader = (name: string): Promise<Key> =>
  exchange.newUser({ kind: "classic", name }, MONEY);

/** A long position of a size at a price, against a seller with plenty. */
async function openLong(key: Key, seller: Counterparty, price: string): Promise<void> {
  await seller.futures(CONTRACT, { side: "sell", size: "1", price });
  const buyer = new Counterparty(exchange, key);
  await buyer.futures(CONTRACT, { side: "buy", size: "1", price });
}

it("holders of a side are listed in the order in which they would be deleveraged", async () => {
  const seller = new Counterparty(exchange, await exchange.counterparty());
  const late = await newTrader("late");
  const early = await newTrader("early");
  await openLong(late, seller, "3000");
  await openLong(early, seller, "2950");
  const path = "/risk/deleveraging?symbol=ETHUSDT&category=usdt_futures";
  const { holders, queue } = await exchange.admin<{ holders: number; queue: Row[] }>("GET", path);
  expect(holders).toBe(2);
  expect(queue).toMatchObject([
    { place: 1, uid: early.uid, side: "long", size: "1", entryPrice: "2950", isAgent: false },
    { place: 2, uid: late.uid, share: "0.5000" },
  ]);
  const first = await exchange.admin<Row>("GET", `${path}&limit=1`);
  expect(first).toEqual({ holders: 2, queue: [queue[0]] });
  const shorts = await exchange.admin<Row>("GET", `${path}&side=short`);
  expect(shorts).toMatchObject({ holders: 1, queue: [{ place: 1, side: "short", size: "2" }] });
});

it("a contract that is not listed, or a spot pair, has no such order", async () => {
  for (const query of ["symbol=NOPE&category=usdt_futures", "symbol=BTCUSDT&category=spot"]) {
    const path = `/risk/deleveraging?${query}`;
    const answer = await adminRequest(exchange.credentials, "GET", path);
    expect(answer.status).toBe(404);
  }
});

it("a user's withdrawals are listed until and after their end", async () => {
  const money = { wallet: "spot", coin: "USDT", amount: "1000" } as const;
  const user = await exchange.newUser({ kind: "classic", name: "leaver" }, money);
  const chain = { coin: "USDT", chain: "TRC20" };
  await exchange.admin("PUT", "/chains", { ...chain, unattendedMax: "0" });
  await exchange.admin("POST", `/users/${user.uid}/addresses`, { ...chain, address: "TOut" });
  const terms = {
    coin: "USDT",
    transferType: "on_chain",
    address: "TOut",
    chain: "TRC20",
  } as const;
  const { data } = await restV2(exchange, user).spotWithdraw({ ...terms, size: "100" });
  const read = async (uid: string): Promise<Row | undefined> => {
    const path = `/users/${uid}/withdrawals`;
    return (await exchange.admin<{ withdrawals: Row[] }>("GET", path)).withdrawals[0];
  };
  const inStatus = (status: string): Promise<Row> =>
    eventually(`the withdrawal is ${status}`, async () => {
      const row = await read(user.uid);
      return row?.["status"] === status ? row : undefined;
    });
  const sums = { debit: "100", fee: "1", address: "TOut", kind: "on_chain", toUid: "" };
  expect(await inStatus("review")).toMatchObject({ ...chain, id: data.orderId, ...sums });
  await exchange.admin("POST", `/withdrawals/${data.orderId}/decision`, { isApproved: false });
  expect(await inStatus("rejected")).toMatchObject({ ...chain, ...sums, transactionId: "" });
  expect(await read(exchange.firstUser("classic").uid)).toBeUndefined();
});

it("the health names what runs, what lags, and the verdict of the last audit", async () => {
  const health = () => exchange.admin<Row & { audit: Row; history: Row }>("GET", "/health");
  expect(await health()).toMatchObject({
    ...{ isReady: true, reasons: [], conditions: [] },
    build: { node: process.versions.node },
    connections: { webSockets: 0, subscriptions: 0 },
  });
  const { seq } = await exchange.admin<{ seq: number }>("GET", "/audit");
  const { audit } = await health();
  expect(audit).toMatchObject({ verdict: "holds" });
  expect(audit["seq"]).toBeGreaterThanOrEqual(seq);
  const history = await eventually("the history has followed", async () => {
    const { history: lag } = await health();
    return lag["lagCommands"] === 0 ? lag : undefined;
  });
  expect(history).toMatchObject({ lagMs: 0 });
  // Nothing of this exchange is kept on disk.
  expect(await health()).not.toHaveProperty("snapshot");
});
