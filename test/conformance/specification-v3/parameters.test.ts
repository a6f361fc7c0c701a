/** Specification, Unified account (v3): each parameter of each endpoint, row by row. */
import { beforeAll, describe, expect, it } from "vitest";
import { endpointsV3 } from "../../../src/gateway/rest-v3/endpoints-v3.ts";
import { lendCoins } from "../../support/lend-coins.ts";
import { rowOf } from "../../support/test-answer.ts";
import { ExchangeFixture } from "../../support/test-exchange.ts";
import { START_MS } from "../../support/test-key.ts";
import { placeOrder, readOrder, TRADERS } from "../../support/unified-traders.ts";
import { FUTURES_BUY } from "../../support/wire-orders.ts";
import { ID, NUMBER, type Resource, testFields } from "../specification-v2/support/field-tests.ts";
import {
  accepted,
  ids,
  optional,
  refused,
  required,
  type SpecifiedEndpoint,
  testParameters,
} from "../specification-v2/support/parameter-tests.ts";
import {
  decimals,
  NO_CLIENT_IDS,
  NO_WORDS,
  names,
  pageRows,
  times,
  words,
} from "./support/tried-values.ts";

const V3 = "/api/v3";
const UNKNOWN_ORDER = "25204";
/** Below the bids of every test, so that an order rests. */
const RESTING = { ...FUTURES_BUY, price: "48000", qty: "0.001" };
/** Orders that requests of modify-order and cancel-order use up. */
const RESTING_ORDERS = 120;

let exchange: ExchangeFixture;
const fixture = () => exchange;
const resting: { readonly orderId: string; readonly clientOid: string }[] = [];
let placed: readonly Resource[] = [];
let available: readonly Resource[] = [];

beforeAll(async () => {
  const users = TRADERS.map((user) => ({ ...user, openOrdersMax: 10_000 }));
  exchange = await ExchangeFixture.start({ endpoints: endpointsV3, users });
  await lendCoins(exchange);
  for (let nth = 0; nth < RESTING_ORDERS; nth += 1) {
    const clientOid = `resting-${nth}`;
    const order = { ...RESTING, clientOid };
    resting.push({ orderId: await placeOrder(exchange, "alice", order), clientOid });
  }
  placed = [rowOf(await exchange.post(PLACE.path, { ...RESTING, clientOid: "named" }, "bob"))];
  const body = { ...FUTURES_BUY, side: "buy" };
  available = [rowOf(await exchange.post(MAX_OPEN.path, body, "alice"))];
  return () => exchange[Symbol.asyncDispose]();
});

const POST = { method: "POST", user: "alice" } as const;

const LEVERAGE_OF_SYMBOL: SpecifiedEndpoint = {
  ...POST,
  table: "POST /api/v3/account/set-leverage",
  path: `${V3}/account/set-leverage`,
  valid: () => ({ leverage: "7", symbol: "ETHUSDT", productType: "usdt-futures" }),
  parameters: {
    leverage: required([
      accepted("1", "1"),
      accepted("the maximum of the symbol", "125"),
      refused("more than the symbol has", "126", "25223"),
      refused("0", "0", "25223"),
      refused("a fraction", "2.5", "25200"),
      refused("a word", "much", "25200"),
    ]),
    coin: optional([
      accepted("the settle coin", "USDT"),
      refused("another coin", "USDC", "40778"),
      refused("a coin that nothing has", "NOSUCHNAME", "25201"),
    ]),
    productType: required([accepted("upper case", "USDT-FUTURES"), ...NO_WORDS]),
    symbol: required(names("25100", "BTCUSDT", "ETHUSDT")),
  },
};
testParameters(fixture, LEVERAGE_OF_SYMBOL);

const LEVERAGE_OF_COIN: SpecifiedEndpoint = {
  ...POST,
  path: LEVERAGE_OF_SYMBOL.path,
  valid: () => ({ leverage: "3", coin: "BTC", productType: "MARGIN" }),
  parameters: {
    leverage: required([
      accepted("the maximum of the coin", "5"),
      refused("more than the coin has", "6", "25223"),
    ]),
    coin: required([
      accepted("lower case", "btc"),
      refused("a coin that is not lent", "ETH", "50004"),
    ]),
    productType: required([accepted("lower case", "margin")]),
    symbol: optional(),
  },
};
testParameters(fixture, LEVERAGE_OF_COIN);

const MAX_OPEN: SpecifiedEndpoint = {
  ...POST,
  table: "POST /api/v3/account/max-open-available",
  path: `${V3}/account/max-open-available`,
  valid: () => ({ category: "USDT-FUTURES", symbol: "BTCUSDT", orderType: "limit", side: "buy" }),
  parameters: {
    category: required(words("USDT-FUTURES", "SPOT", "MARGIN")),
    symbol: required(names("25100", "BTCUSDT", "ETHUSDT")),
    orderType: required(words("limit", "market")),
    side: required(words("buy", "sell")),
  },
};
testParameters(fixture, MAX_OPEN);

testFields("a max-available result", () => available, {
  available: NUMBER,
  maxOpen: NUMBER,
  buyOpenCost: NUMBER,
  sellOpenCost: NUMBER,
  maxBuyOpen: NUMBER,
  maxSellOpen: NUMBER,
});

const PLACE: SpecifiedEndpoint = {
  ...POST,
  table: "POST /api/v3/trade/place-order",
  path: `${V3}/trade/place-order`,
  valid: () => RESTING,
  parameters: {
    category: required([...words("USDT-FUTURES", "SPOT", "MARGIN")]),
    symbol: required(names("25100", "BTCUSDT")),
    orderType: required([accepted("upper case", "LIMIT"), ...NO_WORDS]),
    qty: required([
      ...decimals(),
      accepted("as many decimals as the symbol has", "0.0011"),
      refused("more decimals", "0.00111", "25610"),
      refused("0", "0", "25207"),
    ]),
    price: {
      isRequired: true,
      tried: [...decimals(), refused("off the tick", "48000.01", "25244")],
    },
    side: required([accepted("upper case", "BUY"), ...NO_WORDS]),
    posSide: optional([
      refused("long in one-way mode", "long", "25"),
      refused("short in one-way mode", "short", "25"),
      ...NO_WORDS,
    ]),
    timeInForce: optional(words("gtc", "ioc", "fok", "post_only")),
    reduceOnly: optional([
      accepted("no", "no"),
      accepted("upper case", "NO"),
      refused("yes without a position", "yes", "25"),
      refused("another word", "perhaps", "25200"),
    ]),
    clientOid: optional([accepted("32 characters", "c".repeat(32)), ...NO_CLIENT_IDS]),
    stpMode: optional(words("none", "cancel_taker", "cancel_maker", "cancel_both")),
  },
};
testParameters(fixture, PLACE);

testFields("order identifiers of a unified account", () => placed, {
  clientOid: ["named"],
  orderId: ID,
});

const MODIFY: SpecifiedEndpoint = {
  ...POST,
  table: "POST /api/v3/trade/modify-order",
  path: `${V3}/trade/modify-order`,
  valid: () => ({ ...resting.pop(), symbol: "BTCUSDT", price: "47000", qty: "0.002" }),
  parameters: {
    symbol: optional([accepted("lower case", "btcusdt")]),
    orderId: optional(ids(UNKNOWN_ORDER)),
    clientOid: optional([
      accepted("an id that was never used, beside orderId,", "never-used"),
      ...NO_CLIENT_IDS,
    ]),
    price: optional([...decimals(), refused("off the tick", "47000.01", "25244")]),
    qty: optional([...decimals(), refused("more decimals", "0.00111", "25610")]),
    autoCancel: optional([
      accepted("yes", "yes"),
      accepted("no", "no"),
      refused("another word", "perhaps", "25200"),
    ]),
  },
};
testParameters(fixture, MODIFY);

const CANCEL: SpecifiedEndpoint = {
  ...POST,
  table: "POST /api/v3/trade/cancel-order",
  path: `${V3}/trade/cancel-order`,
  valid: () => ({ ...resting.pop() }),
  parameters: {
    orderId: optional(ids(UNKNOWN_ORDER)),
    clientOid: optional([
      accepted("an id that was never used, beside orderId,", "never-used"),
      ...NO_CLIENT_IDS,
    ]),
  },
};
testParameters(fixture, CANCEL);

describe.each([MODIFY, CANCEL])("the order of POST $path", ({ path }) => {
  it("needs an orderId or a clientOid: 40924", async () => {
    expect((await exchange.post(path, { qty: "0.002" }, "alice")).code).toBe("40924");
  });

  it("is that of orderId where clientOid names another", async () => {
    const [first, second] = [resting.pop(), resting.pop()];
    const body = { orderId: first?.orderId, clientOid: second?.clientOid, qty: "0.003" };
    expect(rowOf(await exchange.post(path, body, "alice"))).toEqual(first);
    const kept = await readOrder(exchange, "alice", second?.orderId ?? "");
    expect(kept).toMatchObject({ orderStatus: "new", qty: "0.001" });
  });
});

const GET = { method: "GET", user: "alice" } as const;
const PAGED: readonly Omit<SpecifiedEndpoint, "parameters">[] = [
  {
    ...GET,
    table: "GET /api/v3/trade/history-orders",
    path: `${V3}/trade/history-orders`,
    valid: () => ({ category: "SPOT" }),
  },
  {
    ...GET,
    table: "GET /api/v3/trade/fills",
    path: `${V3}/trade/fills`,
    valid: () => ({}),
  },
  {
    ...GET,
    table: "GET /api/v3/account/financial-records",
    path: `${V3}/account/financial-records`,
    valid: () => ({ category: "SPOT" }),
  },
];
for (const endpoint of PAGED) {
  const parameters = {
    cursor: optional(ids("40402")),
    startTime: optional(times(START_MS)),
    endTime: optional(times(START_MS)),
    limit: optional(pageRows(100)),
  };
  testParameters(fixture, { ...endpoint, parameters });
}
