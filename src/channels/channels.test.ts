import { crc32 } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { orderDraft } from "../../test/support/command-drafts.ts";
import { eventually } from "../../test/support/eventually.ts";
import {
  type SocketFixture,
  type SocketMessage,
  socketFixture,
  type TestSocket,
} from "../../test/support/socket-fixture.ts";
import type { CommandDraft } from "../core/commands/commands.ts";
import { lots, ticks } from "../core/money/units.ts";

let fixture: SocketFixture;
beforeAll(async () => {
  fixture = await socketFixture({ limits: { connectionsPerGroup: 1 } });
});
afterAll(() => fixture[Symbol.asyncDispose]());

const SPOT = 0;
const FUTURES = 2;

function order(
  name: string,
  terms: { instrument?: number; side: "buy" | "sell"; price: number; size: number },
): CommandDraft {
  const timeInForce = terms.price === 0 ? "ioc" : "gtc";
  return orderDraft({ ...terms, user: fixture.userIndex(name), timeInForce });
}

const place = (...args: Parameters<typeof order>) => fixture.apply(order(...args));

async function subscribe(socket: TestSocket, arg: object): Promise<void> {
  const json = JSON.stringify(arg);
  socket.send({ op: "subscribe", args: [arg] });
  await socket.message("the acknowledgement", (message) => {
    return message.event === "subscribe" && JSON.stringify(message.arg) === json;
  });
}

const pushes = (socket: TestSocket): SocketMessage[] =>
  socket.messages.filter(({ action }) => action !== undefined);

/** The checksum of a book as ccxt computes it: bid and ask in turn, the texts as they were sent. */
function checksumOf([bids, asks]: readonly (ReadonlyMap<string, string> | undefined)[]): number {
  const best = [
    [...(bids ?? [])].sort(([a], [b]) => Number(b) - Number(a)),
    [...(asks ?? [])].sort(([a], [b]) => Number(a) - Number(b)),
  ];
  const levels = Array.from({ length: 25 }, (_, index) => best.map((side) => side[index] ?? []));
  return crc32(levels.flat(2).join(":")) | 0;
}

/** Applies book pushes as a client does. */
function rebuilt(messages: readonly SocketMessage[]): {
  seq: number;
  sides: Map<string, string>[];
} {
  const sides = [new Map<string, string>(), new Map<string, string>()];
  let seq = 0;
  for (const { action, data } of messages) {
    const [book] = data;
    if (action === "snapshot") for (const side of sides) side.clear();
    if (action === "update") expect(book.pseq).toBe(seq);
    else expect(book.pseq).toBe(0);
    seq = book.seq;
    for (const [index, levels] of [book.b ?? book.bids, book.a ?? book.asks].entries()) {
      for (const [price, size] of levels) {
        if (size === "0") sides[index]?.delete(price);
        else sides[index]?.set(price, size);
      }
    }
    expect(book.checksum).toBe(checksumOf(sides));
  }
  return { seq, sides };
}

function liveSides(instrument: number): Map<string, string>[] {
  const book = fixture.live.books.of(instrument);
  const { priceDecimals, sizeDecimals } = fixture.state.instruments[instrument] ?? {
    priceDecimals: 0,
    sizeDecimals: 0,
  };
  const trimmed = (value: number, decimals: number): string =>
    (value / 10 ** decimals).toFixed(decimals).replace(/\.?0+$/, "");
  return [book.bids, book.asks].map((side) => {
    const levels = side.top(1_000_000);
    return new Map(
      levels.map(({ price, size }) => [trimmed(price, priceDecimals), trimmed(size, sizeDecimals)]),
    );
  });
}

/** A pseudo-random sequence that is the same in each run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

it("rebuilds the live book at the same seq from the books of both versions", async () => {
  const socket = await fixture.connect();
  const late = await fixture.connect();
  const v3 = { instType: "spot", topic: "books", symbol: "BTCUSDT" };
  await subscribe(socket, v3);
  await subscribe(late, { instType: "SPOT", channel: "books", instId: "BTCUSDT" });
  const next = random(7);
  const open: number[] = [];
  for (let step = 0; step < 150; step += 1) {
    const side = next() < 0.5 ? "buy" : "sell";
    const away = Math.floor(next() * 50);
    const price = side === "buy" ? 5_000_010 - away : 4_999_990 + away;
    const { id } = await place("maker", { side, price, size: 100 + Math.floor(next() * 500) });
    open.push(id);
    const gone = open.length > 20 ? open.shift() : undefined;
    if (gone !== undefined && fixture.live.orders.open(fixture.userIndex("maker"), gone)) {
      const cancel = { kind: "cancel_order", user: fixture.userIndex("maker") } as const;
      await fixture.apply({ ...cancel, orderId: gone, clientOrderId: "" });
    }
    fixture.clock.advance(Math.floor(next() * 60));
    if (step === 75) {
      const third = { instType: "spot", topic: "books", symbol: "btcusdt" };
      await subscribe(late, third);
    }
  }
  fixture.clock.advance(1_000);
  const { seq } = fixture.live.books.of(SPOT);
  const isDone = (client: TestSocket): boolean => pushes(client).at(-1)?.data[0].seq === seq;
  await eventually("the last state", () => isDone(socket) && isDone(late));
  const live = liveSides(SPOT);
  const streams = [
    pushes(socket),
    pushes(late).filter(({ arg }) => arg.channel !== undefined),
    pushes(late).filter(({ arg }) => arg.topic !== undefined),
  ];
  for (const stream of streams) {
    expect(stream.filter(({ action }) => action === "snapshot")).toHaveLength(1);
    expect(stream.length).toBeGreaterThan(5);
    const book = rebuilt(stream);
    expect(book.seq).toBe(seq);
    expect(book.sides).toEqual(live);
  }
});

it("pushes at most once per interval and nothing while the book is unchanged", async () => {
  const socket = await fixture.connect();
  await subscribe(socket, { instType: "usdt-futures", topic: "books5", symbol: "BTCUSDT" });
  fixture.clock.advance(1_000);
  await eventually("the snapshot", () => pushes(socket).length === 1);
  for (let step = 0; step < 5; step += 1) {
    await place("maker", { instrument: FUTURES, side: "buy", price: 490_000 + step, size: 100 });
    fixture.clock.advance(1);
  }
  fixture.clock.advance(1_000);
  await eventually("the conflated state", () => pushes(socket).length === 3);
  const last = pushes(socket).at(-1);
  expect(last).toMatchObject({
    action: "snapshot",
    arg: { instType: "usdt-futures", topic: "books5", symbol: "BTCUSDT" },
  });
  expect(last.data[0].b.slice(0, 2)).toEqual([
    ["49000.4", "0.01"],
    ["49000.3", "0.01"],
  ]);
  // Changes beyond the five best levels are not pushed.
  await place("maker", { instrument: FUTURES, side: "buy", price: 480_000, size: 100 });
  fixture.clock.advance(1_000);
  socket.send("ping");
  await eventually("the pong", () => socket.texts.includes("pong"));
  expect(pushes(socket)).toHaveLength(3);
});

it("pushes trades newest first with both price members, after a snapshot", async () => {
  const socket = await fixture.connect();
  const v3 = { instType: "usdt-futures", topic: "publicTrade", symbol: "ETHUSDT" };
  const v2 = { instType: "USDT-FUTURES", channel: "trade", instId: "ETHUSDT" };
  await subscribe(socket, v3);
  await subscribe(socket, v2);
  for (const price of [200_000, 200_001]) {
    await place("maker", { instrument: 3, side: "sell", price, size: 10 });
  }
  await place("unified", { instrument: 3, side: "buy", price: 200_001, size: 20 });
  await eventually("both updates", () => pushes(socket).length === 4);
  const [first, second, update, updateV2] = pushes(socket);
  expect([first.action, first.data, second.action]).toEqual(["snapshot", [], "snapshot"]);
  expect(update).toMatchObject({ action: "update", arg: v3 });
  expect(update.data).toMatchObject([
    { p: "2000.01", P: "2000.01", v: "0.1", S: "buy" },
    { p: "2000", P: "2000", v: "0.1", S: "buy" },
  ]);
  expect(updateV2).toMatchObject({ action: "update", arg: v2 });
  expect(updateV2.data[0]).toMatchObject({ price: "2000.01", size: "0.1", side: "buy" });
  expect(updateV2.data[0].tradeId).toBe(update.data[0].i);
});

it("shows tickers and candles that move with trades", async () => {
  const socket = await fixture.connect();
  await subscribe(socket, { instType: "usdt-futures", topic: "ticker", symbol: "BTCUSDT" });
  await subscribe(socket, { instType: "USDT-FUTURES", channel: "ticker", instId: "BTCUSDT" });
  const kline = { instType: "usdt-futures", topic: "kline", symbol: "BTCUSDT", interval: "1m" };
  await subscribe(socket, kline);
  await subscribe(socket, { instType: "USDT-FUTURES", channel: "candle1m", instId: "BTCUSDT" });
  await place("maker", { instrument: FUTURES, side: "sell", price: 500_005, size: 100 });
  await place("unified", { instrument: FUTURES, side: "buy", price: 500_005, size: 100 });
  fixture.clock.advance(1_500);
  const named = (name: string) =>
    pushes(socket).findLast(({ arg }) => (arg.topic ?? arg.channel) === name);
  await eventually("the last ticker", () => named("ticker")?.data[0].lastPr === "50000.5");
  const tickers = pushes(socket).filter(({ arg }) => arg.topic === "ticker");
  expect(tickers.at(-1).data[0]).toMatchObject({
    symbol: "BTCUSDT",
    lastPrice: "50000.5",
    volume24h: "0.01",
    turnover24h: "500.005",
    indexPrice: "50000",
    deliveryStatus: "",
  });
  const kline1m = await eventually("a candle", () => {
    const push = named("kline");
    return push?.action === "update" ? push : undefined;
  });
  expect(kline1m.arg).toEqual(kline);
  expect(kline1m.data.at(-1)).toMatchObject({ close: "50000.5", volume: "0.01" });
  const classic = named("candle1m");
  expect(classic.data.at(-1)).toHaveLength(8);
  expect(classic.data.at(-1)[4]).toBe("50000.5");
});

it("pushes the quote amount of spot orders: as ordered, or price × size", async () => {
  const socket = await fixture.login("unified");
  await subscribe(socket, { instType: "UTA", topic: "order", symbol: "ETHUSDT" });
  await place("unified", { instrument: 1, side: "buy", price: 190_000, size: 100 });
  const user = fixture.userIndex("unified");
  const bought = { quoteAmount: 3_000_000_000n, timeInForce: "ioc" } as const;
  await fixture.apply(orderDraft({ user, instrument: 1, side: "buy", ...bought }));
  const orders = await eventually("three pushes", () => {
    const sent = pushes(socket).map(({ data }) => data[0]);
    return sent.length === 3 ? sent : undefined;
  });
  expect(orders).toMatchObject([
    { orderType: "limit", orderStatus: "new", price: "1900", qty: "0.01", amount: "19" },
    { orderType: "market", orderStatus: "new", qty: "", amount: "30" },
    { orderType: "market", orderStatus: "canceled", qty: "", amount: "30" },
  ]);
});

it("pushes the last fill of a buy by quote amount once, as filled", async () => {
  const socket = await fixture.login("unified");
  await subscribe(socket, { instType: "UTA", topic: "order", symbol: "ETHUSDT" });
  for (const price of [200_000, 200_010]) {
    await place("maker", { instrument: 1, side: "sell", price, size: 100 });
  }
  const user = fixture.userIndex("unified");
  const bought = { quoteAmount: 3_000_000_000n, timeInForce: "ioc" } as const;
  await fixture.apply(orderDraft({ user, instrument: 1, side: "buy", ...bought }));
  await eventually("the fills", () => pushes(socket).length >= 3);
  const sent = pushes(socket).map(({ data: [row] }) => row);
  expect(
    sent.map(({ orderStatus, cumExecQty, tradeId }) => [orderStatus, cumExecQty, Boolean(tradeId)]),
  ).toEqual([
    ["new", "0", false],
    ["partially_filled", "0.01", true],
    ["filled", "0.0149", true],
  ]);
});

it("pushes an order with the exits that it brings, and an amendment once with its exits", async () => {
  const socket = await fixture.login("unified");
  await subscribe(socket, { instType: "UTA", topic: "order", symbol: "BTCUSDT" });
  const user = fixture.userIndex("unified");
  const terms = { user, instrument: FUTURES, side: "buy", price: 490_000, size: 10 } as const;
  const exits = (loss: number) => ({
    ...{ profitTrigger: ticks(520_000), profitBy: "mark" as const, profitPrice: ticks(0) },
    ...{ lossTrigger: ticks(loss), lossBy: "mark" as const, lossPrice: ticks(0) },
  });
  const { id: orderId } = await fixture.apply(orderDraft({ ...terms, exits: exits(470_000) }));
  const change = (loss: number) =>
    fixture.apply({
      ...{ kind: "amend_order", user, orderId, clientOrderId: "", autoCancel: false },
      ...{ price: ticks(489_000), size: lots(12) },
      exits: { setsProfit: true, setsLoss: true, ...exits(loss) },
    });
  await change(471_000);
  await change(472_000);
  await eventually("the pushes", () => pushes(socket).length >= 3);
  const sent = pushes(socket).map(({ data: [row] }) => row);
  expect(
    sent.map(({ price, qty, takeprofit, stoploss }) => [price, qty, takeprofit, stoploss]),
  ).toEqual([
    ["49000", "0.001", "52000", "47000"],
    ["48900", "0.0012", "52000", "47100"],
    ["48900", "0.0012", "52000", "47200"],
  ]);
});

it("pushes orders, fills, positions and balances of a unified account", async () => {
  const socket = await fixture.login("unified");
  for (const topic of ["order", "fill", "fast-fill", "account", "position", "strategy-order"]) {
    await subscribe(socket, { instType: "UTA", topic });
  }
  const named = (topic: string): SocketMessage[] =>
    pushes(socket).filter(({ arg }) => arg.topic === topic);
  expect(named("account")).toHaveLength(1);
  expect(named("position")).toHaveLength(1);
  await place("maker", { instrument: FUTURES, side: "sell", price: 500_010, size: 60 });
  await place("unified", { instrument: FUTURES, side: "buy", price: 500_010, size: 100 });
  fixture.clock.advance(100);
  await eventually("the fill", () => named("fast-fill").length === 1);
  const statuses = named("order").map(({ data }) => data[0].orderStatus);
  expect(statuses).toEqual(["new", "partially_filled"]);
  const ofTrade = pushes(socket).filter(({ arg }) => /order|fill/.test(arg.topic));
  expect(ofTrade.map(({ arg }) => arg.topic)).toEqual(["order", "fast-fill", "order", "fill"]);
  const { orderId } = named("order")[0].data[0];
  expect(named("order")[1].data[0]).toMatchObject({
    category: "usdt-futures",
    symbol: "BTCUSDT",
    qty: "0.01",
    cumExecQty: "0.006",
    cumExecValue: "300.006",
    avgPrice: "50001",
    holdMode: "one_way_mode",
    posMode: "one_way_mode",
    posSide: "net",
    holdSide: "net",
    amount: "",
    takeprofit: "",
    stoploss: "",
    tpTriggerBy: "",
    slTriggerBy: "",
    tpOrderType: "",
    slOrderType: "",
    tpLimitPrice: "",
    slLimitPrice: "",
    matchType: "",
    stpMode: "none",
    cancelReason: "",
    cancelSource: "",
    feeDetail: [{ feeCoin: "USDT", fee: "0.1800036" }],
  });
  expect(named("fill")[0].data[0]).toMatchObject({
    orderId,
    tradeScope: "taker",
    execPrice: "50001",
    execQty: "0.006",
    execValue: "300.006",
    feeDetail: [{ feeCoin: "USDT", fee: "0.1800036" }],
    isRPI: "no",
  });
  expect(named("fast-fill")[0].data[0]).not.toHaveProperty("feeDetail");
  await eventually("the position", () => named("position").at(-1)?.action === "update");
  expect(named("position").at(-1).data[0]).toMatchObject({ symbol: "BTCUSDT", posSide: "long" });

  const cancel = { kind: "cancel_order", user: fixture.userIndex("unified") } as const;
  await fixture.apply({
    ...cancel,
    orderId: Number(BigInt(orderId) - 10n ** 18n),
    clientOrderId: "",
  });
  await eventually("the cancellation", () => named("order").length === 3);
  expect(named("order")[2].data[0]).toMatchObject({
    orderStatus: "canceled",
    cancelReason: "normal_cancel",
    cancelSource: "normal_cancel",
  });
  const accounts = named("account").length;
  fixture.clock.advance(5_000);
  await eventually("the periodic push", () => named("account").length > accounts);
});

it("pushes take-profit and stop-loss as one order while both are pending", async () => {
  const socket = await fixture.login("unified");
  await subscribe(socket, { instType: "UTA", topic: "strategy-order" });
  const user = fixture.userIndex("unified");
  const { id } = await fixture.apply({
    ...{ kind: "place_exits", user, instrument: FUTURES, positionSide: "long" },
    ...{ stpMode: "none", source: "api", margin: undefined },
    ...{ profitTrigger: ticks(520_000), profitBy: "mark", profitPrice: ticks(0) },
    ...{ lossTrigger: ticks(470_000), lossBy: "mark", lossPrice: ticks(0) },
    ...{ profitSize: lots(0), profitClientOrderId: "", lossSize: lots(0), lossClientOrderId: "" },
  });
  const plans = [...fixture.live.plans.of(user)];
  const other = plans.find(({ planId }) => planId !== id)?.planId ?? 0;
  await fixture.apply({
    kind: "cancel_plan",
    user,
    planId: other,
    clientOrderId: "",
    withPaired: false,
  });
  await eventually("the cancellation", () => pushes(socket).length >= 2);
  const sent = pushes(socket).map(({ data: [row] }) => row);
  const idOf = (planId: number): string => String(BigInt(planId) + 10n ** 18n);
  expect(sent).toMatchObject([
    { orderId: idOf(id), status: "pending", takeProfit: "52000", stopLoss: "47000" },
    { orderId: idOf(other), status: "cancelled", takeProfit: "", stopLoss: "47000" },
  ]);
  await fixture.apply({
    kind: "cancel_plan",
    user,
    planId: id,
    clientOrderId: "",
    withPaired: false,
  });
});

it("tells the last figures of a position of a unified account that has ended", async () => {
  const socket = await fixture.login("maker");
  await subscribe(socket, { instType: "UTA", topic: "position" });
  const changes = (): SocketMessage[] =>
    pushes(socket)
      .filter(({ action }) => action === "update")
      .flatMap(({ data }) => data);
  const held = fixture.accounts.positions(fixture.userIndex("maker"))[0];
  const size = Number(held?.size);
  const isLong = held?.positionSide === "long";
  const price = 500_000;
  await place("unified", { instrument: FUTURES, side: isLong ? "buy" : "sell", price, size });
  await place("maker", { instrument: FUTURES, side: isLong ? "sell" : "buy", price, size });
  fixture.clock.advance(100);
  const ended = await eventually("the end", () =>
    changes().find(({ positionStatus }) => positionStatus === "ended"),
  );
  expect(ended).toMatchObject({
    symbol: "BTCUSDT",
    size: "0",
    avgPrice: "0",
    unrealisedPnl: "0",
    marginSize: "0",
    curRealisedPnl: expect.stringMatching(/^-\d/),
    leverage: String(held?.leverage),
    createdTime: String(held?.openedAtMs),
    markPrice: expect.stringMatching(/^[1-9]\d*/),
    openFeeTotal: expect.stringMatching(/^\d/),
    cashDividend: "0",
  });
});

it("pushes only the balances and the equity that changed", async () => {
  await using own = await socketFixture();
  const socket = await own.login("classic");
  const coin = "default";
  for (const instType of ["SPOT", "USDT-FUTURES", "COIN-FUTURES"]) {
    await subscribe(socket, { instType, channel: "account", coin });
  }
  await subscribe(socket, { instType: "USDT-FUTURES", channel: "equity" });
  for (const channel of ["account-crossed", "account-isolated"]) {
    await subscribe(socket, { instType: "MARGIN", channel, coin });
  }
  const user = own.userIndex("classic");
  const changedBy = async (command: CommandDraft): Promise<string[]> => {
    const before = pushes(socket).length;
    await own.apply(command);
    own.clock.advance(100);
    socket.send("ping");
    const pongs = socket.texts.filter((text) => text === "pong").length;
    await eventually("a pong", () => {
      return socket.texts.filter((text) => text === "pong").length > pongs;
    });
    const news = pushes(socket).slice(before);
    return news
      .map(({ arg, data }) => {
        const rows: readonly Record<string, unknown>[] = data;
        const coins = rows.map((row) => row["marginCoin"] ?? row["coin"] ?? "");
        return `${arg.instType} ${arg.channel} ${coins}`;
      })
      .sort();
  };
  const terms = { user, timeInForce: "gtc", side: "buy", price: 490_000, size: 100 } as const;
  const spot = { ...terms, instrument: SPOT, price: 4_900_000, size: 100_000 };
  const [first] = pushes(socket).filter(({ arg }) => arg.instType === "SPOT");
  expect(first?.data.length).toBeGreaterThan(1);
  expect(await changedBy(orderDraft(spot))).toEqual(["SPOT account USDT"]);
  const futures = { ...terms, instrument: FUTURES };
  expect(await changedBy(orderDraft(futures))).toEqual(["USDT-FUTURES account USDT"]);
  // A fill changes the equity, by its fee.
  await own.apply(orderDraft({ ...futures, user: own.userIndex("maker"), side: "sell" }));
  await eventually("the equity", () => {
    own.clock.advance(100);
    return pushes(socket).filter(({ arg }) => arg.channel === "equity").length > 1;
  });
  const last = pushes(socket).findLast(({ arg }) => arg.channel === "equity");
  expect(last?.arg).toEqual({ instType: "USDT-FUTURES", channel: "equity", instId: "default" });
});

it("pushes a closed position as ended, and to classic accounts as history", async () => {
  const socket = await fixture.login("classic");
  const line = { instType: "USDT-FUTURES" };
  for (const channel of ["orders", "fill", "positions", "positions-history"]) {
    await subscribe(socket, { ...line, channel, instId: "default" });
  }
  await subscribe(socket, { ...line, channel: "account", coin: "default" });
  await subscribe(socket, { instType: "SPOT", channel: "account", coin: "default" });
  await subscribe(socket, { instType: "MARGIN", channel: "orders-crossed", instId: "BTCUSDT" });
  const named = (channel: string): SocketMessage[] =>
    pushes(socket).filter(({ arg }) => arg.channel === channel && arg.instType !== "SPOT");
  await place("maker", { instrument: FUTURES, side: "sell", price: 500_020, size: 50 });
  await place("classic", { instrument: FUTURES, side: "buy", price: 500_020, size: 50 });
  fixture.clock.advance(100);
  await eventually("the position", () => named("positions").at(-1)?.data.length === 1);
  expect(named("positions").at(-1)).toMatchObject({ action: "snapshot" });
  expect(named("positions").at(-1).data[0]).toMatchObject({
    instId: "BTCUSDT",
    holdSide: "long",
    total: "0.005",
    openPriceAvg: "50002",
    marginCoin: "USDT",
  });
  expect(named("orders").map(({ data }) => data[0].status)).toEqual(["live", "filled"]);
  expect(named("orders")[1].data[0]).toMatchObject({
    posMode: "one_way_mode",
    fillPrice: "50002",
    fillFee: "-0.150006",
    tradeScope: "T",
    feeDetail: [{ feeCoin: "USDT", fee: "-0.150006" }],
  });
  await place("maker", { instrument: FUTURES, side: "buy", price: 500_000, size: 50 });
  await place("classic", { instrument: FUTURES, side: "sell", price: 500_000, size: 50 });
  fixture.clock.advance(100);
  await eventually("the history", () => named("positions-history").length === 1);
  expect(named("positions-history")[0].data[0]).toMatchObject({
    holdSide: "long",
    openSize: "0.005",
    closeSize: "0.005",
    openPriceAvg: "50002",
    closePriceAvg: "50000",
    achievedProfits: "-0.01",
  });
  await eventually("no position is left", () => named("positions").at(-1)?.data.length === 0);
  expect(named("account").at(-1).data[0]).toMatchObject({ marginCoin: "USDT", frozen: "0" });
});

it("ends channels, users and timers with their last subscription", async () => {
  await using own = await socketFixture();
  const timers = own.clock.timerCount;
  const socket = await own.login("unified");
  await subscribe(socket, { instType: "spot", topic: "books", symbol: "BTCUSDT" });
  await subscribe(socket, { instType: "spot", topic: "kline", symbol: "BTCUSDT", interval: "1m" });
  await subscribe(socket, { instType: "UTA", topic: "position" });
  expect(own.exchange.publicChannels.publisherCount).toBe(2);
  expect(own.exchange.privateChannels.userCount).toBe(1);
  socket.socket.close();
  await eventually("nothing is left", () => own.exchange.gateway.connectionCount === 0);
  expect(own.exchange.publicChannels.publisherCount).toBe(0);
  expect(own.exchange.privateChannels.userCount).toBe(0);
  expect(own.clock.timerCount).toBe(timers);
});
