/** What the operator reads about users is what the users themselves are shown. */
import { createHmac } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import type { KeySummary, UserSummary } from "../../src/ops/account-port.ts";
import type { ActPage } from "../../src/ops/act-port.ts";
import { SESSION_ENDPOINTS } from "../../src/ops/endpoints/session-endpoints.ts";
import { USER_HISTORY_ENDPOINTS } from "../../src/ops/endpoints/user-history-endpoints.ts";
import { USER_READ_ENDPOINTS } from "../../src/ops/endpoints/user-read-endpoints.ts";
import type { SessionState } from "../../src/ops/session-port.ts";
import type {
  BillPage,
  FillPage,
  FoundOrderState,
  LiquidationPage,
  OrderHistoryPage,
} from "../../src/ops/user-history-rows.ts";
import type {
  LoanStates,
  OrderState,
  PlanState,
  PositionState,
} from "../../src/ops/user-read-rows.ts";
import type { UserDetailState } from "../../src/ops/user-rows.ts";
import { adminRequest } from "../support/admin-request.ts";
import { checkedRead } from "../support/checked-admin.ts";
import { eventually } from "../support/eventually.ts";
import { restV2, restV3 } from "./support/bitget-api-clients.ts";
import { type Key, openExchange } from "./support/conformance-exchange.ts";
import { openCounterparty } from "./support/counterparty.ts";
import { SPOT_STOP, USDC_PERPETUAL, USDT_PERPETUAL } from "./support/products.ts";

type UserPage = { readonly users: readonly UserSummary[]; readonly after: string };
type Row = Readonly<Record<string, unknown>>;

const exchange = await openExchange();
const bob = await openCounterparty(exchange);
const { marginCoin, productType, symbol } = USDT_PERPETUAL;
const CONTRACT = { productType, symbol, marginCoin };
const FUTURES = { ...CONTRACT, marginMode: "crossed", orderType: "limit", force: "gtc" } as const;
const SPOT = { symbol: "BTCUSDT", orderType: "limit", force: "gtc" } as const;

function read<T>(path: string, params: Readonly<Record<string, string>> = {}): Promise<T> {
  return checkedRead<T>(exchange.credentials, path, params);
}

/** A new classic user with USDT in its futures and its spot wallet, and a bitcoin. */
async function trader(name: string): Promise<Key> {
  const money = { wallet: "usdt_futures", coin: "USDT", amount: "10000" } as const;
  const key = await exchange.newUser({ kind: "classic", name }, money);
  for (const [coin, amount] of [
    ["USDT", "50000"],
    ["BTC", "1"],
  ] as const) {
    await exchange.admin("POST", `/users/${key.uid}/credits`, { wallet: "spot", coin, amount });
  }
  return key;
}

const aliceKey = await trader("alice");
const alice = restV2(exchange, aliceKey);
const { uid } = aliceKey;

describe("what a user has open", () => {
  beforeAll(async () => {
    await bob.futures(USDT_PERPETUAL, { side: "sell", size: "0.1", price: "60000" });
    await alice.futuresSubmitOrder({ ...FUTURES, side: "buy", size: "0.1", price: "60000" });
    await alice.futuresSubmitOrder({ ...FUTURES, side: "buy", size: "0.05", price: "59000" });
    await alice.spotSubmitOrder({ ...SPOT, side: "buy", size: "0.2", price: "58000" });
    await alice.futuresSubmitPlanOrder({
      ...{ ...FUTURES, planType: "normal_plan", side: "buy", size: "0.1", orderType: "market" },
      ...{ triggerPrice: "61000", triggerType: "fill_price" },
    });
    await alice.spotSubmitPlanOrder(SPOT_STOP);
    await alice.spotTransfer({
      ...{ fromType: "spot", toType: "crossed_margin", coin: "USDT", amount: "10000", symbol },
    });
    await alice.marginBorrow("crossed", { coin: "BTC", borrowAmount: "0.1" } as never);
    await alice.marginSubmitOrder("crossed", {
      ...{ ...SPOT, side: "sell", price: "64000", baseSize: "0.05", loanType: "normal" },
    });
  });

  it("are its open orders of all categories", async () => {
    const orders = await read<OrderState[]>("/users/:uid/orders", { uid });
    const { data: futures } = await alice.getFuturesOpenOrders({ productType });
    const { data: spot } = await alice.getSpotOpenOrders({ symbol });
    const { data: margin } = await alice.getMarginOpenOrders("crossed", {
      ...{ symbol, startTime: String(Date.now() - 3_600_000) },
    });
    const own = [
      ...margin.orderList.map(({ orderId, price, baseSize }) => [orderId, price, baseSize]),
      ...spot.map(({ orderId, priceAvg, size }) => [orderId, priceAvg, size]),
      ...(futures.entrustedList ?? []).map(({ orderId, price, size }) => [orderId, price, size]),
    ];
    expect(own).toHaveLength(3);
    expect(orders.map(({ orderId, price, size }) => [orderId, price, size])).toEqual(own);
    expect(orders.map(({ backing, category, state }) => [category, backing, state])).toEqual([
      ["spot", "crossed_margin", "new"],
      ["spot", "default", "new"],
      ["usdt_futures", "default", "new"],
    ]);
  });

  it("are its pending plans", async () => {
    const plans = await read<PlanState[]>("/users/:uid/plans", { uid });
    const { data: futures } = await alice.getFuturesPlanOrders({
      ...{ planType: "normal_plan", productType },
    });
    const { data: spot } = await alice.getSpotCurrentPlanOrders({ symbol, limit: "10" });
    const own = [
      ...spot.orderList.map(({ orderId, triggerPrice, size }) => [orderId, triggerPrice, size]),
      ...(futures.entrustedList ?? []).map(({ orderId, triggerPrice, size }) => [
        orderId,
        triggerPrice,
        size,
      ]),
    ];
    expect(own).toHaveLength(2);
    expect(plans.map(({ planId, triggerPrice, size }) => [planId, triggerPrice, size])).toEqual(
      own,
    );
    expect(plans.map(({ kind, triggerBy }) => [kind, triggerBy])).toEqual([
      ["normal", "mark"],
      ["normal", "last"],
    ]);
  });

  it("are its positions with their figures", async () => {
    const [position] = await read<PositionState[]>("/users/:uid/positions", { uid });
    const { data } = await alice.getFuturesPosition(CONTRACT);
    const own = data[0];
    expect(data).toHaveLength(1);
    expect(position).toMatchObject({
      ...{ symbol, category: "usdt_futures", realm: "live", side: "long", marginCoin },
      size: own?.total,
      closable: own?.available,
      entryPrice: own?.openPriceAvg,
      markPrice: own?.markPrice,
      unrealisedPnl: own?.unrealizedPL,
      marginMode: own?.marginMode,
      leverage: Number(own?.leverage),
      margin: own?.marginSize,
      marginRatio: own?.marginRatio,
      breakEvenPrice: own?.breakEvenPrice,
    });
    expect(position?.liquidationPrice).toBe(
      own?.liquidationPrice === "0" ? "" : own?.liquidationPrice,
    );
  });

  it("are its loans", async () => {
    const loans = await read<LoanStates>("/users/:uid/loans", { uid });
    const { data: assets } = await alice.getMarginAccountAssets("crossed", { coin: "BTC" });
    expect(loans).toMatchObject({ unified: [], pledged: [], institutional: [] });
    expect(loans.margin).toMatchObject([
      {
        ...{ wallet: "crossed_margin", symbol: "", coin: "BTC" },
        principal: assets[0]?.borrow,
        interest: assets[0]?.interest,
      },
    ]);
    expect(loans.margin[0]?.principal).toBe("0.1");
    expect(Number(loans.margin[0]?.riskRate)).toBeGreaterThan(0);
    expect(Number(loans.margin[0]?.dailyRate)).toBeGreaterThan(0);
  });
});

describe("what happened to a user", () => {
  const USDC = { ...USDC_PERPETUAL } as const;
  const PERPETUAL = {
    ...{ productType: USDC.productType, symbol: USDC.symbol, marginCoin: USDC.marginCoin },
  };
  const TERMS = { ...PERPETUAL, marginMode: "crossed", orderType: "limit", force: "gtc" } as const;
  let key: Key;
  let liz: ReturnType<typeof restV2>;
  let liquidatedOrder = "";
  const of = (extra: Readonly<Record<string, string>> = {}) => ({ uid: key.uid, ...extra });

  beforeAll(async () => {
    const money = { wallet: "usdc_futures", coin: USDC.marginCoin, amount: "400" } as const;
    key = await exchange.newUser({ kind: "classic", name: "liz" }, money);
    liz = restV2(exchange, key);
    await exchange.admin("PUT", "/insurance-funds", { coin: USDC.marginCoin, feeShare: "0" });
    await bob.futures(USDC, { side: "sell", size: "0.1", price: "60000" });
    await liz.futuresSubmitOrder({ ...TERMS, side: "buy", size: "0.1", price: "60000" });
    const { data } = await liz.futuresSubmitOrder({
      ...{ ...TERMS, side: "buy", size: "0.001", price: "50000" },
    });
    liquidatedOrder = data.orderId;
    await bob.futures(USDC, { side: "buy", size: "0.1", price: "56200" });
    const contract = { realm: "live", category: "usdc_futures", symbol: USDC.symbol } as const;
    await exchange.setIndexPrice(contract, "56200");
    await eventually("the end of the position", async () => {
      const positions = await liz.getFuturesPosition(PERPETUAL);
      return positions.data.length === 0;
    });
  });

  it("are its orders, open and closed, page by page", async () => {
    const { data } = await liz.getFuturesHistoricOrders(PERPETUAL);
    const own = data.entrustedList.map(({ orderId, status }) => [orderId, status]);
    const all = await read<OrderHistoryPage>("/users/:uid/order-history", of());
    expect(own.length).toBeGreaterThanOrEqual(3);
    expect(new Map(all.orders.map(({ orderId, state }) => [orderId, state]))).toEqual(
      new Map(
        own.map(([orderId, status]) => [orderId, status === "canceled" ? "cancelled" : status]),
      ),
    );
    const ids: string[] = [];
    let cursor = "";
    do {
      const page = await read<OrderHistoryPage>(
        "/users/:uid/order-history",
        of({ limit: "1", ...(cursor === "" ? {} : { cursor }) }),
      );
      ids.push(...page.orders.map(({ orderId }) => orderId));
      cursor = page.cursor;
    } while (cursor !== "");
    expect(ids).toEqual(all.orders.map(({ orderId }) => orderId));
    const narrowed = { symbol: USDC.symbol, state: "filled", since: "2020-01-01T00:00:00Z" };
    const filled = await read<OrderHistoryPage>("/users/:uid/order-history", of(narrowed));
    expect(filled.orders.map(({ close }) => close?.reason)).toEqual(["filled", "filled"]);
    const before = { until: "2020-01-01T00:00:00Z" };
    const none = await read<OrderHistoryPage>("/users/:uid/order-history", of(before));
    expect(none).toEqual({ orders: [], cursor: "" });
  });

  it("are its fills and bills", async () => {
    const { fills } = await read<FillPage>("/users/:uid/fills", of({ symbol: USDC.symbol }));
    const { data: own } = await liz.getFuturesHistoricOrderFills(PERPETUAL);
    expect(fills).toHaveLength(own.fillList.length);
    expect(fills.map(({ fillId, price, size }) => [fillId, price, size])).toEqual(
      own.fillList.map(({ tradeId, price, baseVolume }) => [tradeId, price, baseVolume]),
    );
    const { bills } = await read<BillPage>("/users/:uid/bills", of({ coin: USDC.marginCoin }));
    const { data } = await liz.getFuturesAccountBills({ productType: USDC.productType });
    expect(bills.map(({ billId, balance }) => [billId, balance])).toEqual(
      data.bills.map(({ billId, balance }) => [billId, balance]),
    );
    const exchangeSide = { uid: "", realm: "live", symbol: "", category: "" };
    expect(bills[0]).toMatchObject({
      ...{ kind: "liquidation_surplus", wallet: "usdc_futures" },
      counterAccounts: [{ ...exchangeSide, wallet: "insurance_fund", amount: "13.028" }],
    });
    expect(bills.find(({ kind }) => kind === "buy")).toMatchObject({
      ...{ amount: "0", fee: "3.6" },
      counterAccounts: [{ ...exchangeSide, wallet: "fees", amount: "3.6" }],
    });
    const kind = { kind: "deposit", wallet: "usdc_futures", coin: USDC.marginCoin };
    const deposits = await read<BillPage>("/users/:uid/bills", of(kind));
    expect(deposits.bills).toMatchObject([
      {
        ...{ amount: "400", fee: "0", balance: "400" },
        counterAccounts: [{ ...exchangeSide, wallet: "outside_world", amount: "-400" }],
      },
    ]);
  });

  it("is its liquidation, with what began it and what the fund received", async () => {
    const page = await read<LiquidationPage>("/users/:uid/liquidations", of());
    expect(page.cursor).toBe("");
    expect(page.liquidations).toMatchObject([
      {
        ...{ scope: "crossed", wallet: "usdc_futures", coin: "USDC", state: "closed" },
        ...{ endEquity: "0", symbol: "", isComplete: true },
        parts: [{ symbol: USDC.symbol, side: "long", taker: "book", size: "0.1" }],
        fund: [{ reason: "surplus", coin: "USDC", received: "13.028", paid: "0" }],
      },
    ]);
    const [liquidation] = page.liquidations;
    expect(Number(liquidation?.ratio)).toBeGreaterThan(1);
    const mark = Number(liquidation?.parts[0]?.markPrice);
    expect(Number(liquidation?.equity)).toBeCloseTo(400 - 3.6 - 0.1 * (60_000 - mark), 6);
    const [taken] = await exchange.admin<Row[]>("GET", `/users/${key.uid}/refundable-liquidations`);
    expect(taken).toMatchObject({ liquidationId: liquidation?.liquidationId, taken: "13.028" });
    const order = await read<FoundOrderState>("/orders/:orderId", { orderId: liquidatedOrder });
    expect(order).toMatchObject({
      ...{ uid: key.uid, state: "cancelled", fills: [] },
      close: {
        ...{ reason: "liquidation", by: "exchange", liquidationId: liquidation?.liquidationId },
        words: "A liquidation of the account cancelled the order.",
      },
    });
    const [part] = liquidation?.parts ?? [];
    const closing = await read<FoundOrderState>("/orders/:orderId", {
      orderId: part?.orderId ?? "",
    });
    expect(closing).toMatchObject({ source: "liquidation", state: "filled", uid: key.uid });
    expect(closing.fills).toMatchObject([{ price: "56200", closesPosition: true, role: "taker" }]);
  });

  it("are the acts of the operator that concern it", async () => {
    const { acts } = await read<ActPage>("/users/:uid/acts", of());
    const kinds = acts.map(({ command }) => command);
    expect([kinds[0], kinds[1], kinds.at(-1)]).toEqual([
      ...["create_key", "adjust_balance", "create_user"],
    ]);
    const { acts: newest } = await read<ActPage>("/users/:uid/acts", of({ limit: "1" }));
    expect(newest).toEqual(acts.slice(0, 1));
  });
});

describe("why an order was cancelled", () => {
  async function closeOf(orderId: string): Promise<FoundOrderState> {
    return read<FoundOrderState>("/orders/:orderId", { orderId });
  }

  it("is said for the user's own cancellation, and for one by self-trade prevention", async () => {
    const spot = { ...SPOT, size: "0.001", price: "62000" } as const;
    const { data: first } = await alice.spotSubmitOrder({ ...spot, side: "sell" });
    const open = await closeOf(first.orderId);
    expect(open).toMatchObject({ uid, state: "new", symbol: "BTCUSDT", category: "spot" });
    expect(open).not.toHaveProperty("close");
    await alice.spotCancelOrder({ symbol, orderId: first.orderId });
    const cancelled = await closeOf(first.orderId);
    expect(cancelled).toMatchObject({
      close: { reason: "user_cancelled", by: "user", command: "cancel_order", liquidationId: "" },
    });
    expect(cancelled).not.toHaveProperty("act");
    const { data: resting } = await alice.spotSubmitOrder({ ...spot, side: "sell" });
    await alice.spotSubmitOrder({ ...spot, side: "buy", stpMode: "cancel_maker" });
    expect(await closeOf(resting.orderId)).toMatchObject({
      state: "cancelled",
      close: { reason: "self_trade", by: "matching", command: "place_order" },
    });
  });

  it("is said for a freeze, with who froze", async () => {
    const victim = await trader("frozen");
    const client = restV2(exchange, victim);
    const order = { ...SPOT, side: "buy", size: "0.001", price: "59000" } as const;
    const { data } = await client.spotSubmitOrder(order);
    const kinds = { trading: true, transfersOut: false, withdrawals: false, login: false };
    await exchange.admin("PUT", `/users/${victim.uid}/freezes`, kinds);
    const found = await closeOf(data.orderId);
    expect(found).toMatchObject({
      close: { reason: "operator_cancelled", by: "operator", command: "set_user_freezes" },
      act: { actor: "root", command: "set_user_freezes", seq: found.close?.seq },
    });
    const { acts } = await read<ActPage>("/users/:uid/acts", { uid: victim.uid });
    expect(acts[0]).toMatchObject({ seq: found.close?.seq, command: "set_user_freezes" });
  });

  it("is said for a countdown", async () => {
    const money = { wallet: "unified", coin: "USDT", amount: "1000" } as const;
    const unified = restV3(exchange, await exchange.newUser({ kind: "unified" }, money));
    const { data } = await unified.submitNewOrder({
      ...{ category: "SPOT", symbol: "BTCUSDT", side: "buy", orderType: "limit" },
      ...{ timeInForce: "gtc", price: "59000", qty: "0.001" },
    });
    await unified.countdownCancelAll({ countdown: "5" });
    const close = await eventually(
      "the countdown",
      async () => (await closeOf(data.orderId)).close,
    );
    expect(close).toMatchObject({ reason: "user_cancelled", by: "exchange", command: "tick" });
    expect(close.words).toContain("countdown");
  });

  it("is not found for an order that never was", async () => {
    for (const id of ["1000000000000000007", "7"]) {
      const answer = await adminRequest(exchange.credentials, "GET", `/orders/${id}`);
      expect(answer.status).toBe(404);
    }
  });
});

describe("a user", () => {
  const namesOf = ({ users }: UserPage) => users.map(({ name }) => name);
  const search = (params: Readonly<Record<string, string>>) =>
    read<UserPage>("/users/search", params);

  it("is shown with its value, as its own overview has it, and what it has open", async () => {
    const { data } = await alice.getBalances();
    const own = data.reduce((sum, { usdtBalance }) => sum + Number(usdtBalance), 0);
    const user = await read<UserDetailState>("/users/:uid", { uid });
    expect(user).toMatchObject({
      ...{ uid, name: "alice", accountKind: "classic", realm: "live", parentUid: "" },
      ...{ isFrozen: false, freezes: [], isUnderReview: false, reviewReason: "", heldSince: "" },
      ...{ subAccounts: 0, keys: 1, positions: 1 },
    });
    expect(Number(user.equityUsdt)).toBeGreaterThan(10_000);
    expect(Number(user.equityUsdt)).toBeCloseTo(own, 0);
    const orders = await read<OrderState[]>("/users/:uid/orders", { uid });
    const plans = await read<PlanState[]>("/users/:uid/plans", { uid });
    expect([user.openOrders, user.openPlans]).toEqual([orders.length, plans.length]);
  });

  it("of a unified account has the equity that its own account shows", async () => {
    const money = { wallet: "unified", coin: "USDT", amount: "1234.5" } as const;
    const key = await exchange.newUser({ kind: "unified", name: "una" }, money);
    await exchange.admin("POST", `/users/${key.uid}/credits`, {
      ...money,
      coin: "BTC",
      amount: "1",
    });
    const { data } = await restV3(exchange, key).getBalances();
    const user = await read<UserDetailState>("/users/:uid", { uid: key.uid });
    expect(Number(user.equityUsdt)).toBeCloseTo(Number(data.usdtEquity), 6);
    expect(Number(user.equityUsdt)).toBeCloseTo(61_234.5, 0);
  });

  it("is found by uid, name, key and main account, with filters", async () => {
    const sub = { kind: "classic", realm: "live", name: "Alice-Desk", parentUid: uid };
    const { uid: subUid } = await exchange.admin<{ uid: string }>("POST", "/users", sub);
    expect(namesOf(await search({ query: uid }))).toEqual(["alice", "Alice-Desk"]);
    expect(namesOf(await search({ query: "ALICE" }))).toEqual(["alice", "Alice-Desk"]);
    expect(namesOf(await search({ query: "lice", kind: "sub" }))).toEqual(["Alice-Desk"]);
    expect(namesOf(await search({ query: subUid, kind: "main" }))).toEqual([]);
    expect(namesOf(await search({ query: aliceKey.apiKey }))).toEqual(["alice"]);
    expect(namesOf(await search({ query: "alice", realm: "demo" }))).toEqual([]);
    expect(namesOf(await search({ isFrozen: "true" }))).toEqual(["frozen"]);
    expect(namesOf(await search({ query: "alice", accountKind: "unified" }))).toEqual([]);
    await exchange.admin("PUT", `/users/${uid}/review`, { isHeld: true });
    expect(namesOf(await search({ isUnderReview: "true" }))).toEqual(["alice", "Alice-Desk"]);
    const held = await read<UserDetailState>("/users/:uid", { uid: subUid });
    expect(held).toMatchObject({ isUnderReview: true, reviewReason: "operator_decision" });
    await exchange.admin("PUT", `/users/${uid}/review`, { isHeld: false });
    expect(await read<UserDetailState>("/users/:uid", { uid })).toMatchObject({ subAccounts: 1 });
  });

  it("is found page by page, like the list of all users", async () => {
    const all = await exchange.admin<UserPage>("GET", "/users");
    const found: string[] = [];
    let after = "";
    do {
      const page = await search({ limit: "2", ...(after === "" ? {} : { after }) });
      found.push(...page.users.map((user) => user.uid));
      after = page.after;
    } while (after !== "");
    expect(found).toEqual(all.users.map((user) => user.uid));
    const wrong = await adminRequest(exchange.credentials, "GET", "/users/search?isFrozen=yes");
    expect(wrong.status).toBe(400);
  });
});

describe("keys and sessions", () => {
  it("show the last use of a key, and none before the first", async () => {
    const money = { wallet: "spot", coin: "USDT", amount: "10" } as const;
    const key = await exchange.newUser({ kind: "classic", name: "keyed" }, money);
    const keysOf = () => read<KeySummary[]>("/users/:uid/keys", { uid: key.uid });
    expect(await keysOf()).toMatchObject([{ apiKey: key.apiKey, lastUse: null }]);
    const before = Date.now();
    await restV2(exchange, key).getSpotAccountAssets({ coin: "USDT" });
    const [row] = await keysOf();
    expect(row?.lastUse).toMatchObject({
      ...{ address: "127.0.0.1", call: "rest", request: "GET /api/v2/spot/account/assets" },
    });
    expect(Date.parse(row?.lastUse?.time ?? "")).toBeGreaterThanOrEqual(before - 1_000);
    const wrong = restV2(exchange, { ...key, secret: "another" });
    const refused = { body: { code: "40009" } };
    await expect(wrong.getSpotAccount()).rejects.toMatchObject(refused);
    expect(await keysOf()).toEqual([row]);
    expect(JSON.stringify(row)).not.toContain(key.secret);
  });

  /** A logged-in connection with one subscription, and the reason of its end. */
  async function openSession({ apiKey, passphrase, secret }: Key) {
    const socket = new WebSocket(`${exchange.socketUrl}/v2/ws/private`);
    const ended = Promise.withResolvers<string>();
    const subscribed = Promise.withResolvers<void>();
    socket.addEventListener("close", ({ reason }) => ended.resolve(reason));
    socket.addEventListener("open", () => {
      const timestamp = String(Math.floor(Date.now() / 1000));
      const text = `${timestamp}GET/user/verify`;
      const sign = createHmac("sha256", secret).update(text).digest("base64");
      const login = { op: "login", args: [{ apiKey, passphrase, timestamp, sign }] };
      socket.send(JSON.stringify(login));
      const arg = { instType: "SPOT", channel: "orders", instId: "default" };
      socket.send(JSON.stringify({ op: "subscribe", args: [arg] }));
    });
    socket.addEventListener("message", ({ data }) => {
      if (String(data).includes('"event":"subscribe"')) subscribed.resolve();
    });
    await subscribed.promise;
    return { ended: ended.promise };
  }

  it("list the sessions of a user, and end them", async () => {
    const { ended } = await openSession(aliceKey);
    const [session, ...others] = await read<SessionState[]>("/users/:uid/sessions", { uid });
    expect(others).toEqual([]);
    expect(session).toMatchObject({
      ...{ path: "/v2/ws/private", dialect: "v2", access: "private", realm: "live" },
      ...{ address: "127.0.0.1", apiKey: aliceKey.apiKey, subscriptions: 1 },
    });
    const ages = [session?.connectedAt, session?.heardAt].map(
      (time) => Date.now() - Date.parse(time ?? ""),
    );
    expect(ages.every((ms) => ms > -1_000 && ms < 60_000)).toBe(true);
    const [used] = await read<KeySummary[]>("/users/:uid/keys", { uid });
    expect(used?.lastUse).toMatchObject({ call: "websocket_login", request: "" });
    const shown = await read<UserDetailState>("/users/:uid", { uid });
    expect(shown.sessions).toBe(1);
    const path = `/users/${uid}/sessions`;
    expect(await exchange.admin("DELETE", path)).toEqual({ uid, sessions: 1 });
    expect(await ended).toBe("the operator ended it");
    expect(await exchange.admin("DELETE", path)).toEqual({ uid, sessions: 0 });
    expect(await read("/users/:uid/sessions", { uid })).toEqual([]);
    const unknown = await adminRequest(
      exchange.credentials,
      "DELETE",
      "/users/1999999999/sessions",
    );
    expect(unknown.status).toBe(404);
  });
});

it("an act that concerns both sides of a trade is one of each", async () => {
  const { fills } = await read<FillPage>("/users/:uid/fills", { uid, category: "usdt_futures" });
  const correction = { symbol, category: "usdt_futures", fairPrice: "59999" };
  const path = `/trades/${fills.at(-1)?.tradeId}/correction`;
  await exchange.admin("POST", path, correction);
  const { acts } = await read<ActPage>("/users/:uid/acts", { uid });
  expect(acts[0]).toMatchObject({ command: "bust_trade", fields: { buyer: uid } });
  const seller = String(acts[0]?.fields["seller"]);
  const others = await read<ActPage>("/users/:uid/acts", { uid: seller });
  expect(others.acts[0]).toEqual(acts[0]);
});

describe("a malformed search", () => {
  it.each([
    ["/order-history?since=yesterday", 400],
    ["/order-history?cursor=12", 400],
    ["/order-history?limit=101", 400],
    ["/order-history?state=open", 400],
    ["/order-history?nothing=1", 400],
    ["/fills?symbol=NONE", 404],
    ["/bills?coin=NONE", 404],
    ["/bills?kind=gift", 400],
    ["/liquidations?until=never", 400],
    ["/acts?since=x", 400],
  ])("is refused: %s", async (path, status) => {
    const answer = await adminRequest(exchange.credentials, "GET", `/users/${uid}${path}`);
    const { error } = (await answer.json()) as { error: { message: string } };
    expect([answer.status, error.message]).toEqual([status, expect.stringMatching(/.{10}/)]);
  });
});

describe("an unknown uid", () => {
  const paths = [...USER_READ_ENDPOINTS, ...USER_HISTORY_ENDPOINTS, ...SESSION_ENDPOINTS]
    .filter(({ method }) => method === "GET")
    .map(({ path }) => path)
    .filter((path) => path.includes(":uid"));

  it.each(paths)("is not found by GET %s", async (path) => {
    for (const unknown of ["1999999999", "7", "1000000000"]) {
      const answer = await adminRequest(exchange.credentials, "GET", path.replace(":uid", unknown));
      expect([unknown, answer.status]).toEqual([unknown, 404]);
    }
  });
});
