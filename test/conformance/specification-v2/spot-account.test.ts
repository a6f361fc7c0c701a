/** Specification, Wallet: transfer records and account bills, row by row. */
import { beforeAll, describe, expect, it } from "vitest";
import { START_MS } from "../../support/test-key.ts";
import { ID, MAYBE, NUMBER, type Resource, TIME, testFields } from "./support/field-tests.ts";
import {
  accepted,
  clientIds,
  ids,
  limits,
  names,
  optional,
  refused,
  required,
  type SpecifiedEndpoint,
  testParameters,
  testWindow,
  times,
  words,
} from "./support/parameter-tests.ts";
import { SpecifiedCalls, specifiedExchange } from "./support/specified-exchange.ts";
import { row } from "./support/specified-rules.ts";

const ACCOUNT = "/api/v2/spot/account";
const PAIR = { symbol: "BTCUSDT" };
const WALLETS = [
  "spot",
  "p2p",
  "coin_futures",
  "usdt_futures",
  "usdc_futures",
  "crossed_margin",
  "isolated_margin",
];
const GROUPS = [
  "deposit",
  "withdraw",
  "transaction",
  "transfer",
  "loan",
  "financial",
  "fait",
  "convert",
  "c2c",
  "pre_c2c",
  "on_chain",
  "strategy",
  "other",
];
const BUSINESS = [
  "DEPOSIT",
  "WITHDRAW",
  "BUY",
  "SELL",
  "DEDUCTION_HANDLING_FEE",
  "TRANSFER_IN",
  "TRANSFER_OUT",
  "REBATE_REWARDS",
  "AIRDROP_REWARDS",
  "USDT_CONTRACT_REWARDS",
  "MIX_CONTRACT_REWARDS",
  "SYSTEM_LOCK",
  "USER_LOCK",
];

const exchange = specifiedExchange();
const calls = new SpecifiedCalls(exchange);
let transfers: readonly Resource[] = [];
let bills: readonly Resource[] = [];

async function move(fromType: string, toType: string, amount: string, more = {}): Promise<void> {
  const transfer = { fromType, toType, amount, coin: "USDT", ...more };
  await calls.post("/api/v2/spot/wallet/transfer", transfer);
}

beforeAll(async () => {
  await move("spot", "usdt_futures", "10", { clientOid: "mine" });
  await move("usdt_futures", "spot", "4");
  await move("spot", "isolated_margin", "7", PAIR);
  await move("isolated_margin", "spot", "2", PAIR);
  const order = { ...PAIR, orderType: "limit", force: "gtc", price: "50000", size: "0.01" };
  await calls.post("/api/v2/spot/trade/place-order", { ...order, side: "sell" }, "bob");
  await calls.post("/api/v2/spot/trade/place-order", { ...order, side: "buy" });
  transfers = await calls.rows(`${ACCOUNT}/transferRecords`, { coin: "USDT" });
  bills = await calls.rows(`${ACCOUNT}/bills`);
});

const TRANSFERS: SpecifiedEndpoint = {
  method: "GET",
  table: "Get Transfer Record",
  path: `${ACCOUNT}/transferRecords`,
  user: "alice",
  valid: () => ({ coin: "USDT" }),
  parameters: {
    coin: required(names("40034", "USDT", "BTC")),
    fromType: optional(words(...WALLETS)),
    startTime: optional(times(START_MS)),
    endTime: optional(times(START_MS)),
    clientOid: optional(clientIds()),
    pageNum: optional([
      accepted("1", 1),
      accepted(row("Limit", "pageNum maximum"), 1_000),
      refused(row("Limit", "pageNum maximum", "one more"), 1_001, "40053"),
      refused("0", 0, "40053"),
      refused("a word", "first", "40020"),
    ]),
    limit: optional(limits(500)),
    idLessThan: optional(ids()),
  },
};
testParameters(exchange, TRANSFERS);
testWindow(exchange, TRANSFERS, { spanDaysMax: 90, row: row("Limit", "90 days") });

testFields("a transfer record", () => transfers, {
  coin: ["USDT"],
  status: ["Successful", "Failed", "Processing"],
  fromType: WALLETS,
  toType: WALLETS,
  fromSymbol: (value, row) => value === (row["fromType"] === "isolated_margin" ? "BTCUSDT" : ""),
  toSymbol: (value, row) => value === (row["toType"] === "isolated_margin" ? "BTCUSDT" : ""),
  size: NUMBER,
  ts: TIME,
  clientOid: MAYBE,
  transferId: ID,
});

describe("Get Transfer Record", () => {
  const list = (query: object) =>
    calls.rows(`${ACCOUNT}/transferRecords`, { coin: "USDT", ...query });

  it(row("Statuses", "transfer", "a done one is Successful; the latest are first"), () => {
    expect(transfers.map(({ size }) => size)).toEqual(["2", "7", "4", "10"]);
    expect(new Set(transfers.map(({ status }) => status))).toEqual(new Set(["Successful"]));
  });

  it.each([
    ["fromType", { fromType: "spot" }, ["7", "10"]],
    ["clientOid", { clientOid: "mine" }, ["10"]],
    ["pageNum", { limit: 3, pageNum: 2 }, ["10"]],
    ["the largest pageNum", { pageNum: 1_000, limit: 500 }, []],
  ])("%s", async (_parameter, query, sizes) => {
    expect((await list(query)).map(({ size }) => size)).toEqual(sizes);
  });

  it(row("Versioning", "idLessThan", "still continues a list, whatever pageNum says"), async () => {
    const idLessThan = String(transfers[1]?.["transferId"]);
    expect(await list({ idLessThan, pageNum: 2 })).toEqual(transfers.slice(2));
  });

  it("another user's transfers are not listed", async () => {
    const query = { coin: "USDT", clientOid: "mine" };
    expect(await calls.rows(`${ACCOUNT}/transferRecords`, query, "bob")).toEqual([]);
  });
});

const BILLS: SpecifiedEndpoint = {
  method: "GET",
  table: "Get Account Bills",
  path: `${ACCOUNT}/bills`,
  user: "alice",
  valid: () => ({}),
  parameters: {
    coin: optional(names("40034", "USDT", "BTC")),
    groupType: optional(words(...GROUPS)),
    businessType: optional(words(...BUSINESS)),
    startTime: optional(times(START_MS)),
    endTime: optional(times(START_MS)),
    limit: optional(limits(500)),
    idLessThan: optional(ids()),
  },
};
testParameters(exchange, BILLS);
testWindow(exchange, BILLS, { spanDaysMax: 90, row: row("Limit", "90 days") });

testFields("an account bill", () => bills, {
  cTime: TIME,
  coin: ["USDT", "BTC"],
  groupType: GROUPS,
  businessType: /^[a-z]+([_-][a-z]+)*$/,
  size: NUMBER,
  balance: NUMBER,
  fees: NUMBER,
  billId: ID,
});

describe("Get Account Bills", () => {
  const list = (query: object) => calls.rows(`${ACCOUNT}/bills`, { ...query });

  it(row("Get Account Bills", "optional", "no parameter lists all coins and groups"), async () => {
    expect(await list({})).toEqual(bills);
    expect(new Set(bills.map(({ coin }) => coin))).toEqual(new Set(["USDT", "BTC"]));
    expect(new Set(bills.map(({ groupType }) => groupType)).size).toBeGreaterThan(1);
  });

  it.each(GROUPS)("groupType %s lists the bills of that group", async (groupType) => {
    expect(await list({ groupType })).toEqual(
      bills.filter((bill) => bill["groupType"] === groupType),
    );
  });

  it.each(BUSINESS)("businessType %s lists the bills of that type", async (businessType) => {
    const word = businessType.toLowerCase();
    expect(await list({ businessType })).toEqual(
      bills.filter((bill) => bill["businessType"] === word),
    );
  });

  it(
    row("Get Account Bills", "businessType", "is in lower case, and may have a hyphen"),
    async () => {
      const found = await list({ businessType: "TRANSFER-IN" });
      expect(found).toHaveLength(2);
      for (const { businessType } of found) expect(businessType).toMatch(/^transfer[-_]in$/);
    },
  );

  it.each([
    ["transfer-in", 2],
    ["transfer in", 2],
    ["buy", 2],
    ["deduction of handling fee", 0],
    ["deduction-handling-fee", 0],
    ["rebate rewards", 0],
    ["USDT contract rewards", 0],
    ["mix-contract-rewards", 0],
    ["system lock", 0],
  ])("takes the business type %s, as the published documents spell it", async (word, count) => {
    expect(await list({ businessType: word })).toHaveLength(count);
  });

  it("balance is that after the movement, size its change", async () => {
    const [last, before] = await list({ coin: "USDT" });
    const change = Number(last?.["balance"]) - Number(before?.["balance"]);
    expect(change).toBeCloseTo(Number(last?.["size"]), 8);
  });

  it("billId of the last row is the idLessThan of the next page", async () => {
    const idLessThan = String(bills[0]?.["billId"]);
    expect(await list({ idLessThan })).toEqual(bills.slice(1));
  });
});
