/** Specification, v3: pagination, self-trade prevention and the rule for clientOid. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { endpointsV3 } from "../../../src/gateway/rest-v3/endpoints-v3.ts";
import { errorOf, listOf, type TestRow } from "../../support/test-answer.ts";
import { ExchangeFixture } from "../../support/test-exchange.ts";
import { placeOrder, TRADERS, TRADING_FUNDS } from "../../support/unified-traders.ts";
import { PLACE_ORDER, SPOT_BUY } from "../../support/wire-orders.ts";
import { row } from "./support/specified-rules.ts";

const CANCEL = "/api/v3/trade/cancel-order";
/** More than a page of records, of which the default and largest is 100. */
const TRADES = 101;

let exchange: ExchangeFixture;
let startMs = 0;
beforeAll(async () => {
  const sub = { name: "alice-1", accountKind: "unified", parent: "alice" } as const;
  const users = [...TRADERS, { ...sub, funds: TRADING_FUNDS }];
  exchange = await ExchangeFixture.start({ endpoints: endpointsV3, users });
  startMs = exchange.nowMs;
  for (let nth = 0; nth < TRADES; nth += 1) {
    await placeOrder(exchange, "bob", { ...SPOT_BUY, qty: "0.001", side: "sell" });
    await placeOrder(exchange, "alice", { ...SPOT_BUY, qty: "0.001" });
  }
});
afterAll(() => exchange[Symbol.asyncDispose]());

const PAGED = [
  [
    row("Unified account", "GET /api/v3/trade/history-orders"),
    ...(["/api/v3/trade/history-orders", { category: "SPOT" }, "orderId"] as const),
  ],
  [
    row("Unified account", "GET /api/v3/trade/fills"),
    ...(["/api/v3/trade/fills", {}, "execId"] as const),
  ],
  [
    row("Unified account", "GET /api/v3/account/financial-records"),
    ...(["/api/v3/account/financial-records", { category: "SPOT" }, "id"] as const),
  ],
] as const;

describe.each(PAGED)("%s is paged", (_title, path, query, id) => {
  const page = async (more: object = {}) =>
    listOf(await exchange.get(path, { ...query, ...more }, "alice"));
  const ids = (rows: readonly TestRow[]) => rows.map((row) => BigInt(row[id] ?? ""));

  it(row("Pagination", "limit", "100 rows by default, newest first"), async () => {
    const { cursor, list } = await page();
    expect(list).toHaveLength(100);
    const found = ids(list);
    expect(found).toEqual(found.toSorted((one, other) => (one > other ? -1 : 1)));
    expect(cursor).toBe(String(found.at(-1)));
  });

  it(
    row("Pagination", "cursor", "older rows, without a gap and without a repetition"),
    async () => {
      const all: bigint[] = [];
      let cursor = "";
      do {
        const next = await page({ limit: "30", ...(cursor === "" ? {} : { cursor }) });
        for (const one of ids(next.list)) {
          if (cursor !== "") expect(one).toBeLessThan(BigInt(cursor));
          all.push(one);
        }
        cursor = next.cursor;
      } while (cursor !== "");
      expect(new Set(all).size).toBe(all.length);
      expect(all.length).toBeGreaterThanOrEqual(TRADES);
    },
  );

  it.each([
    ["1", "00000"],
    ["100", "00000"],
    ["101", "00000"],
    ["1000", "00000"],
    ["0", "40053"],
  ])(row("Pagination", "limit", "%s is answered %s"), async (limit, code) => {
    expect((await exchange.get(path, { ...query, limit }, "alice")).code).toBe(code);
  });

  it(row("Limits", "limit maxima", "100 rows, and so many by default"), async () => {
    const most = await page({ limit: "100" });
    expect(most.list).toHaveLength(100);
    expect(most).toEqual(await page());
    expect(await page({ limit: "1000" }), "more than the maximum").toEqual(most);
  });

  it(row("Limits", "limit defaults", "100 rows"), async () => {
    expect((await page()).list).toHaveLength(100);
  });

  it(row("Pagination", "optional", "no parameter, and each as a text"), async () => {
    const { cursor } = await page();
    const times = { startTime: String(startMs - 1), endTime: String(startMs + 60_000) };
    for (const [name, value] of Object.entries({ ...times, cursor, limit: "100" })) {
      expect((await page({ [name]: value })).list.length, name).toBeGreaterThan(0);
    }
  });

  it(row("Pagination", "startTime and endTime", "bound the rows"), async () => {
    const times = { startTime: String(startMs), endTime: String(startMs + 60_000) };
    expect((await page(times)).list.length).toBe(100);
    const before = { startTime: String(startMs - 60_000), endTime: String(startMs - 1) };
    expect((await page(before)).list).toEqual([]);
    const reversed = { startTime: String(startMs), endTime: String(startMs - 1) };
    expect((await exchange.get(path, { ...query, ...reversed }, "alice")).status).toBe(400);
  });
});

describe("clientOid", () => {
  const FAR = { ...SPOT_BUY, price: "40000", qty: "0.001" };
  const send = (clientOid: string) => exchange.post(PLACE_ORDER, { ...FAR, clientOid }, "alice");

  it.each([
    ["1 character", 1, "00000"],
    ["32 characters", 32, "00000"],
    ["33 characters", 33, "40305"],
  ])(row("Limits", "clientOid", "%s (%d) are answered %s"), async (_what, length, code) => {
    const clientOid = "l".repeat(length);
    expect((await send(clientOid)).code).toBe(code);
    await exchange.post(CANCEL, { clientOid }, "alice");
  });

  it.each([
    ["one character", "a"],
    ["32 characters", "x".repeat(32)],
    ["digits", "0123456789"],
    ["letters", "AZaz"],
    ["an underscore", "a_b"],
    ["a colon", "a:b"],
    ["a hash", "a#b"],
    ["a hyphen", "a-b"],
    ["a plus", "a+b"],
    ["whitespace", "a b"],
  ])(row("clientOid", "characters", "may be %s"), async (_what, clientOid) => {
    expect((await send(clientOid)).data).toMatchObject({ clientOid });
    expect((await exchange.post(CANCEL, { clientOid }, "alice")).code).toBe("00000");
  });

  it.each([
    ["33 characters", "x".repeat(33)],
    ["a quote", "a'b"],
    ["an ampersand", "a&b"],
    ["a letter beyond ASCII", "é"],
    ["angle brackets", "<a>"],
  ])(row("clientOid", "characters", "may not be %s"), async (_what, clientOid) => {
    expect(errorOf(await send(clientOid))).toEqual([400, "40305"]);
  });

  it(row("clientOid", "uniqueness", "of a user, among pending orders only"), async () => {
    expect((await send("twice")).code).toBe("00000");
    const other = { ...FAR, price: "41000", clientOid: "twice" };
    expect((await exchange.post(PLACE_ORDER, other, "alice")).code).toBe("25212");
    expect((await exchange.post(PLACE_ORDER, other, "bob")).code).toBe("00000");
    await exchange.post(CANCEL, { clientOid: "twice" }, "alice");
    expect((await exchange.post(PLACE_ORDER, other, "alice")).code).toBe("00000");
    await exchange.post(CANCEL, { clientOid: "twice" }, "alice");
    await exchange.post(CANCEL, { clientOid: "twice" }, "bob");
  });
});
