import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { EventScript } from "../../../test/support/event-script.ts";
import { eventStory, STORY_INSTRUMENTS } from "../../../test/support/event-story.ts";
import { idText } from "../../core/base/id-text.ts";
import { atoms, lots, ticks } from "../../core/money/units.ts";
import { candleStartMs } from "../live/candle-interval.ts";
import { SqliteStore } from "../store/sqlite-store.ts";
import type { PostedHistory } from "./history.ts";
import { HistoryAhead } from "./history-fault.ts";
import { inThreadHistory } from "./in-thread-history.ts";
import { RETENTION_DEFAULT } from "./limits.ts";
import type { OrdersQuery } from "./queries.ts";
import { HAS_CHOSEN_CLIENT_ID } from "./tables.ts";

const T0 = Date.UTC(2026, 0, 5, 10, 30);
const [ALICE, BOB, AGENT] = [1, 2, 3];
const SPOT = 0;
const PERPETUAL = 1;

const settings = {
  path: ":memory:",
  quietUsers: [] as readonly number[],
  retention: RETENTION_DEFAULT,
  durableSeq: Number.MAX_SAFE_INTEGER,
};

function opened(changes: Partial<typeof settings> = {}): PostedHistory {
  const history = inThreadHistory({ ...settings, ...changes });
  history.listInstruments(STORY_INSTRUMENTS);
  return history;
}

/** Alice (unified) buys 3 at 10 from Bob (classic), who keeps 2 resting; instrument as given. */
function aliceBuysFromBob(script: EventScript, instrument: number): EventScript {
  const fill = { tradeId: 2051, instrument, price: ticks(10), size: lots(3), value: atoms(30n) };
  return script
    .command(1, T0)
    .emit("user_created", { user: ALICE, accountKind: "unified" })
    .emit("user_created", { user: BOB, accountKind: "classic" })
    .command(2, T0 + 1000)
    .emit("order_accepted", {
      ...{ orderId: 2048, user: BOB, instrument, side: "sell", price: ticks(10), size: lots(5) },
      clientOrderId: "bobs",
    })
    .command(3, T0 + 61_000)
    .emit("order_accepted", {
      ...{ orderId: 3072, user: ALICE, instrument, side: "buy", price: ticks(11), size: lots(3) },
      timeInForce: "ioc",
    })
    .emit("trade_executed", {
      ...{ tradeId: 3073, instrument, price: ticks(10), size: lots(3), takerSide: "buy" },
    })
    .emit("order_filled", {
      ...{ ...fill, tradeId: 3073, fillId: 3074, orderId: 3072, user: ALICE, side: "buy" },
      ...{ role: "taker", fee: atoms(2n), feeCurrency: instrument === SPOT ? 1 : 0 },
      ...{ filled: lots(3), filledNotional: atoms(30n), feeTotal: atoms(2n), remaining: lots(0) },
      ...{ baseBalance: atoms(298n), quoteBalance: atoms(970n) },
    })
    .emit("order_filled", {
      ...{ ...fill, tradeId: 3073, fillId: 3075, orderId: 2048, user: BOB, side: "sell" },
      ...{ role: "maker", fee: atoms(1n), feeCurrency: 0, realisedPnl: atoms(-7n) },
      ...{ filled: lots(3), filledNotional: atoms(30n), feeTotal: atoms(1n), remaining: lots(2) },
      ...{ closesPosition: instrument === PERPETUAL, baseBalance: atoms(5n) },
      quoteBalance: atoms(-3n),
    })
    .emit("order_closed", {
      ...{ orderId: 3072, user: ALICE, instrument, outcome: "filled", remaining: lots(0) },
    });
}

describe("the history of orders and fills", () => {
  it("keeps a live order and follows it over fills to its end", async () => {
    const history = opened();
    history.post(aliceBuysFromBob(new EventScript(), SPOT).take());
    const live = await history.order({ user: BOB, clientOrderId: "bobs" });
    expect(live).toMatchObject({
      ...{ id: 2048, status: "partially_filled", closeReason: "none", filled: 3, remaining: 2 },
      ...{ filledNotional: 30n, feeTotal: 1n, realisedPnl: -7n },
      ...{ createdAtMs: T0 + 1000, updatedAtMs: T0 + 61_000 },
    });
    history.post(
      new EventScript()
        .command(4, T0 + 62_000)
        .emit("order_amended", {
          ...{ orderId: 2048, user: BOB, price: ticks(9), size: lots(4), remaining: lots(1) },
        })
        .command(5, T0 + 63_000)
        .emit("order_closed", {
          ...{ orderId: 2048, user: BOB, outcome: "cancelled", reason: "user_cancelled" },
          remaining: lots(1),
        })
        .take(),
    );
    const closed = await history.orders({ user: BOB, limit: 10 });
    expect(closed.appliedSeq).toBe(5);
    expect(closed.rows).toMatchObject([
      { status: "cancelled", closeReason: "user_cancelled", price: 9, size: 4, remaining: 1 },
    ]);
  });

  it("lists each side of a trade for its owner, and the trade for the public", async () => {
    const history = opened();
    history.post(aliceBuysFromBob(new EventScript(), SPOT).take());
    const alices = await history.fills({ user: ALICE, limit: 10 });
    expect(alices.rows).toMatchObject([
      { id: 3074, orderId: 3072, role: "taker", side: "buy", value: 30n, fee: 2n, price: 10 },
    ]);
    const bobs = await history.fills({ user: BOB, orderId: 2048, limit: 10 });
    expect(bobs.rows).toMatchObject([{ id: 3075, clientOrderId: "bobs", realisedPnl: -7n }]);
    const trades = await history.trades({ instrument: SPOT, limit: 10 });
    expect(trades.rows).toEqual([
      {
        ...{ instrument: SPOT, id: 3073, price: 10, size: 3, takerSide: "buy" },
        createdAtMs: T0 + 61_000,
      },
    ]);
  });

  it("writes nothing of quiet users but their public trades and candles", async () => {
    const history = opened({ quietUsers: [ALICE] });
    history.post(aliceBuysFromBob(new EventScript(), SPOT).take());
    expect((await history.orders({ user: ALICE, limit: 10 })).rows).toEqual([]);
    expect((await history.fills({ user: ALICE, limit: 10 })).rows).toEqual([]);
    expect((await history.bills({ user: ALICE, limit: 10 })).rows).toEqual([]);
    expect((await history.fills({ user: BOB, limit: 10 })).rows).toHaveLength(1);
    expect((await history.trades({ instrument: SPOT, limit: 10 })).rows).toHaveLength(1);
  });

  it("finds the newest order of a client id that was used twice", async () => {
    const history = opened();
    const script = new EventScript().command(1, T0);
    for (const orderId of [1024, 1025]) {
      script.emit("order_accepted", { orderId, user: ALICE, size: lots(1), clientOrderId: "x" });
    }
    history.post(script.take());
    expect(await history.order({ user: ALICE, clientOrderId: "x" })).toMatchObject({ id: 1025 });
    expect(await history.order({ user: BOB, orderId: 1025 })).toBeUndefined();
  });

  it("finds orders without a client id by the text of their id, which others may have chosen", async () => {
    const history = opened();
    const script = new EventScript().command(1, T0);
    const text = idText(1025);
    const own = idText(1027);
    for (const [orderId, user, instrument, clientOrderId] of [
      [1024, ALICE, SPOT, text],
      [1025, ALICE, SPOT, ""],
      [1026, ALICE, PERPETUAL, text],
      [1027, ALICE, SPOT, own],
      [1028, BOB, SPOT, text],
    ] as const) {
      const order = { orderId, user, instrument, clientOrderId, size: lots(1) };
      script.emit("order_accepted", order);
    }
    history.post(script.take());
    const found = async (query: Partial<OrdersQuery>): Promise<number[]> => {
      const all = { user: ALICE, clientOrderId: text, limit: 10 };
      const { rows } = await history.orders({ ...all, ...query });
      return rows.map(({ id }) => id);
    };
    expect(await found({})).toEqual([1026, 1025, 1024]);
    expect(await found({ limit: 2 })).toEqual([1026, 1025]);
    expect(await found({ limit: 2, idLessThan: 1026 })).toEqual([1025, 1024]);
    expect(await found({ instruments: [SPOT] })).toEqual([1025, 1024]);
    expect(await found({ orderId: 1025 })).toEqual([1025]);
    expect(await found({ statuses: ["filled"] })).toEqual([]);
    expect(await found({ fromMs: T0 + 1 })).toEqual([]);
    expect(await found({ clientOrderId: own })).toEqual([1027]);
    expect(await found({ clientOrderId: idText(1024) })).toEqual([]);
    expect(await found({ clientOrderId: "" })).toEqual([]);
    expect(await found({ user: BOB })).toEqual([1028]);
  });
});

describe("fills of an order", () => {
  it("are found next to its id and far from it, page by page", async () => {
    const history = opened();
    const script = new EventScript();
    const fills = [
      { seq: 1, orderId: 1_024, fillIds: [1_026, 1_030] },
      { seq: 1, orderId: 1_031, fillIds: [1_032, 2_047] },
      { seq: 2, orderId: 1_024, fillIds: [2_048, 2_050] },
      { seq: 2, orderId: 1_031, fillIds: [2_054, 2_055, 2_056] },
      { seq: 9, orderId: 1_024, fillIds: [9_000] },
    ];
    for (const seq of [1, 2, 3, 4, 5, 6, 7, 8, 9]) {
      script.command(seq, T0 + seq);
      for (const { fillIds, orderId } of fills.filter((some) => some.seq === seq)) {
        const order = { orderId, user: BOB, instrument: SPOT, side: "buy" } as const;
        if (seq === 1) script.emit("order_accepted", { ...order, size: lots(10) });
        for (const fillId of fillIds) {
          script.emit("order_filled", { ...order, fillId, role: "maker", size: lots(1) });
        }
      }
    }
    history.post(script.take());
    const found = async (orderId: number, more = {}): Promise<number[]> => {
      const { rows } = await history.fills({ user: BOB, orderId, limit: 10, ...more });
      return rows.map(({ id }) => id);
    };
    expect(await found(1_024)).toEqual([9_000, 2_050, 2_048, 1_030, 1_026]);
    expect(await found(1_031)).toEqual([2_056, 2_055, 2_054, 2_047, 1_032]);
    expect(await found(1_024, { limit: 3 })).toEqual([9_000, 2_050, 2_048]);
    expect(await found(1_024, { idLessThan: 2_050, limit: 2 })).toEqual([2_048, 1_030]);
    expect(await found(1_024, { toMs: T0 + 1 })).toEqual([1_030, 1_026]);
    expect(await found(1_024, { fromMs: T0 + 2, toMs: T0 + 8 })).toEqual([2_050, 2_048]);
    expect(await found(1_024, { instruments: [SPOT] })).toHaveLength(5);
    expect(await found(1_024, { instruments: [PERPETUAL] })).toEqual([]);
    expect(await found(1_025)).toEqual([]);
    expect(await history.fills({ user: ALICE, orderId: 1_024, limit: 10 })).toMatchObject({
      rows: [],
    });
  });
});

describe("plans", () => {
  it("without a client id are found by the text of their id, beside those whose client chose it", async () => {
    const history = opened();
    const script = new EventScript().command(1, T0);
    const text = idText(1025);
    for (const [planId, clientOrderId] of [
      [1024, text],
      [1025, ""],
      [1026, "x"],
    ] as const) {
      script.emit("plan_accepted", { planId, user: ALICE, size: lots(1), clientOrderId });
    }
    history.post(script.take());
    const found = async (clientOrderId: string): Promise<number[]> => {
      const { rows } = await history.plans({ user: ALICE, clientOrderId, limit: 10 });
      return rows.map(({ id }) => id);
    };
    expect(await found(text)).toEqual([1025, 1024]);
    expect(await found("x")).toEqual([1026]);
    expect(await found(idText(1026))).toEqual([]);
  });
});

describe("the index of client ids", () => {
  it("has those that clients chose, whatever the id", () => {
    const store = new SqliteStore(":memory:");
    store.exec(
      "CREATE TABLE t (id INTEGER, client_order_id TEXT); " +
        `CREATE INDEX chosen ON t (client_order_id) WHERE ${HAS_CHOSEN_CLIENT_ID}`,
    );
    const add = store.prepare("INSERT INTO t VALUES (?, ?)");
    const ids = [1, 999_999_999, 1_000_000_000, 2 ** 32 + 1, Number.MAX_SAFE_INTEGER];
    for (const id of ids) add.run([id, idText(id)]);
    for (const id of ids) add.run([id, `x${id}`]);
    const rows = store
      .prepare(`SELECT client_order_id FROM t INDEXED BY chosen WHERE ${HAS_CHOSEN_CLIENT_ID}`)
      .all([]);
    expect(rows.flat().sort()).toEqual(ids.map((id) => `x${id}`).sort());
    store.close();
  });
});

describe("bills", () => {
  it("of a spot buy are the coins received with their fee and the quote paid", async () => {
    const history = opened();
    history.post(aliceBuysFromBob(new EventScript(), SPOT).take());
    const { rows } = await history.bills({ user: ALICE, limit: 10 });
    const common = { wallet: "unified", kind: "buy", instrument: SPOT, relatedId: 3074 };
    expect(rows).toMatchObject([
      { ...common, currency: 0, amount: -30n, fee: 0n, balance: 970n, orderId: 3072 },
      { ...common, currency: 1, amount: 300n, fee: 2n, balance: 298n, orderId: 3072 },
    ]);
  });

  it("of a spot sell are the quote received with its fee and the coins paid", async () => {
    const history = opened();
    history.post(aliceBuysFromBob(new EventScript(), SPOT).take());
    const { rows } = await history.bills({ user: BOB, limit: 10, wallets: ["spot"] });
    expect(rows).toMatchObject([
      { wallet: "spot", kind: "sell", currency: 1, amount: -300n, fee: 0n, balance: 5n },
      { wallet: "spot", kind: "sell", currency: 0, amount: 30n, fee: 1n, balance: -3n },
    ]);
  });

  it("of a futures fill are one, with the profit and the fee", async () => {
    const history = opened();
    history.post(aliceBuysFromBob(new EventScript(), PERPETUAL).take());
    const { rows } = await history.bills({ user: BOB, limit: 10 });
    expect(rows).toMatchObject([
      { wallet: "usdt_futures", kind: "sell", currency: 0, amount: -7n, fee: 1n, balance: -3n },
    ]);
  });

  it("of hedge mode name the position that is opened or closed", async () => {
    const history = opened();
    const script = new EventScript().command(1, T0);
    const turns = [
      ["buy", "long"],
      ["sell", "long"],
      ["sell", "short"],
      ["buy", "short"],
    ] as const;
    for (const [at, [side, positionSide]] of turns.entries()) {
      const order = { orderId: 10 + at, user: BOB, instrument: PERPETUAL, side, positionSide };
      script
        .emit("order_accepted", { ...order, size: lots(2) })
        .emit("order_filled", { ...order, fillId: 20 + at, role: "maker", size: lots(1) });
    }
    history.post(script.take());
    const { rows } = await history.bills({ user: BOB, limit: 10 });
    expect(rows.map(({ kind }) => kind)).toEqual([
      "close_short",
      "open_short",
      "close_long",
      "open_long",
    ]);
  });

  it("of a transfer stand on both sides, of a credit only with the receiver", async () => {
    const history = opened();
    const moved = { currency: 0, amount: atoms(50n), fromBalance: atoms(1n), toBalance: atoms(2n) };
    history.post(
      new EventScript()
        .command(1, T0)
        .emit("funds_moved", {
          ...{ ...moved, transferId: 1024, reason: "credit", fromWallet: "outside_world" },
          ...{ toUser: ALICE, toWallet: "funding" },
        })
        .command(2, T0)
        .emit("funds_moved", {
          ...{ ...moved, transferId: 2048, reason: "sub_transfer", fromUser: ALICE },
          ...{ fromWallet: "funding", toUser: BOB, toWallet: "spot", clientTransferId: "mine" },
        })
        .take(),
    );
    expect((await history.bills({ user: ALICE, limit: 10 })).rows).toMatchObject([
      { kind: "sub_transfer_out", amount: -50n, balance: 1n, wallet: "funding", relatedId: 2048 },
      { kind: "deposit", amount: 50n, balance: 2n, wallet: "funding", hasInstrument: false },
    ]);
    expect((await history.bills({ user: BOB, limit: 10 })).rows).toMatchObject([
      { kind: "sub_transfer_in", amount: 50n, balance: 2n, wallet: "spot" },
    ]);
    const transfers = await history.transfers({
      ...{ user: BOB, limit: 10, clientTransferId: "mine", fromWallet: "funding" },
    });
    expect(transfers.rows).toMatchObject([{ id: 2048, fromUser: ALICE, toUser: BOB, amount: 50n }]);
    expect((await history.transfers({ user: 0, limit: 10 })).rows).toEqual([]);
  });
});

describe("closed positions and candles", () => {
  it("a position is history when its size is 0", async () => {
    const history = opened();
    const position = { positionId: 7, user: ALICE, instrument: PERPETUAL, openedAtMs: T0 };
    history.post(
      new EventScript()
        .command(1, T0)
        .emit("position_changed", { ...position, size: lots(2), positionSide: "short" })
        .command(2, T0 + 5)
        .emit("position_changed", {
          ...{
            ...position,
            positionSide: "short",
            openedSize: lots(2),
            openedNotional: atoms(20n),
          },
          ...{ closedSize: lots(2), closedNotional: atoms(18n), realisedPnl: atoms(2n) },
        })
        .take(),
    );
    const { rows } = await history.closedPositions({ user: ALICE, limit: 10 });
    expect(rows).toMatchObject([
      {
        ...{ positionId: 7, positionSide: "short", openedNotional: 20n, closedNotional: 18n },
        ...{ openedAtMs: T0, closedAtMs: T0 + 5, realisedPnl: 2n },
      },
    ]);
  });

  it("candles follow trades and mark prices, also across blocks", async () => {
    const history = opened();
    const script = new EventScript();
    const prices = [10, 14, 8, 12];
    for (const [at, price] of prices.entries()) {
      script.command(at + 1, T0 + at * 25_000).emit("order_filled", {
        ...{ user: AGENT, orderId: 5, fillId: 1024 * (at + 1), instrument: PERPETUAL },
        ...{ role: "taker", price: ticks(price), size: lots(2), value: atoms(BigInt(2 * price)) },
      });
      script.emit("mark_price_changed", { instrument: PERPETUAL, index: ticks(5), mark: ticks(6) });
      if (at === 0) history.addQuietUsers([AGENT]);
      history.post(script.take());
    }
    const asked = { instrument: PERPETUAL, limit: 10 } as const;
    const minutes = await history.candles({ ...asked, priceKind: "last", base: "1m" });
    expect(minutes.rows).toMatchObject([
      { startMs: T0, open: 10, high: 14, low: 8, close: 8, volume: 6, turnover: 64n },
      { startMs: T0 + 60_000, open: 12, high: 12, low: 12, close: 12, volume: 2, turnover: 24n },
    ]);
    const days = await history.candles({ ...asked, priceKind: "last", base: "1Dutc" });
    expect(days.rows).toMatchObject([{ open: 10, high: 14, low: 8, close: 12, volume: 8 }]);
    const marks = await history.candles({ ...asked, priceKind: "mark", base: "1H" });
    expect(marks.rows).toMatchObject([{ open: 6, close: 6, volume: 0 }]);
    const newest = { ...asked, priceKind: "last", base: "1m", limit: 1 } as const;
    expect(await history.candles(newest)).toMatchObject({
      rows: [{ startMs: T0 + 60_000 }],
      hasMore: true,
    });
  });

  it("the plain day begins at midnight in UTC+8", () => {
    expect(candleStartMs("1D", Date.UTC(2026, 0, 5, 15, 59))).toBe(Date.UTC(2026, 0, 4, 16));
    expect(candleStartMs("1D", Date.UTC(2026, 0, 5, 16, 0))).toBe(Date.UTC(2026, 0, 5, 16));
    expect(candleStartMs("1Dutc", Date.UTC(2026, 0, 5, 16, 0))).toBe(Date.UTC(2026, 0, 5));
  });

  it("public trades and minute candles are kept for their time only", async () => {
    const history = opened();
    const script = aliceBuysFromBob(new EventScript(), SPOT);
    script.command(4, T0 + 100 * 86_400_000);
    history.post(script.take());
    expect((await history.trades({ instrument: SPOT, limit: 10 })).rows).toEqual([]);
    const asked = { instrument: SPOT, priceKind: "last", limit: 10 } as const;
    expect((await history.candles({ ...asked, base: "1m" })).rows).toEqual([]);
    expect((await history.candles({ ...asked, base: "1H" })).rows).toHaveLength(1);
    expect((await history.fills({ user: ALICE, limit: 10 })).rows).toHaveLength(1);
  });
});

describe("how far the history is", () => {
  it("events already applied are skipped", async () => {
    const history = opened();
    const words = aliceBuysFromBob(new EventScript(), SPOT).take();
    history.post(words.slice());
    history.post(words);
    expect(history.appliedSeq).toBe(3);
    expect((await history.bills({ user: ALICE, limit: 10 })).rows).toHaveLength(2);
  });

  it("a gap between commands is refused and changes nothing", async () => {
    const history = opened();
    const words = new EventScript().command(2, T0).take();
    expect(() => history.post(words)).toThrow("every command once, in order");
    expect(history.appliedSeq).toBe(0);
    history.post(aliceBuysFromBob(new EventScript(), SPOT).take());
    expect(history.appliedSeq).toBe(3);
  });
});

describe("a history in a file", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "bourse-history-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("goes on where it ended, and is never ahead of the journal", async () => {
    const path = join(folder, "history.sqlite");
    const story = eventStory({ seed: 5, commands: 60, stepMs: 900, batchMax: 10 });
    const first = opened({ path });
    for (const words of story.slice(0, 3)) first.post(words);
    const { appliedSeq } = first;
    await first[Symbol.asyncDispose]();
    expect(() => opened({ path, durableSeq: appliedSeq - 1 })).toThrow(HistoryAhead);
    const second = opened({ path, durableSeq: appliedSeq });
    expect(second.appliedSeq).toBe(appliedSeq);
    for (const words of story) second.post(words);
    expect(second.appliedSeq).toBe(61);
    await second[Symbol.asyncDispose]();
  });
});
