/** Specification, Futures: Place Order and Get Contract Config, row by row. */
import { beforeAll, describe, expect, it } from "vitest";
import { ID, type Resource, TEXT, testFields } from "./support/field-tests.ts";
import {
  accepted,
  clientIds,
  decimals,
  names,
  optional,
  refused,
  required,
  type SpecifiedEndpoint,
  testParameters,
  words,
} from "./support/parameter-tests.ts";
import { PRODUCT_TYPES } from "./support/product-types.ts";
import { SpecifiedCalls, specifiedExchange } from "./support/specified-exchange.ts";

const ORDER = "/api/v2/mix/order";
const LINE = { productType: "USDT-FUTURES" };
const CONTRACT = { ...LINE, symbol: "BTCUSDT", marginCoin: "USDT" };
const TERMS = { ...CONTRACT, marginMode: "crossed", orderType: "limit", force: "gtc" };
const BUY = { ...TERMS, side: "buy", price: "48000", size: "0.001" };

const exchange = specifiedExchange();
const calls = new SpecifiedCalls(exchange);
const onlyRefused = (...values: readonly string[]) =>
  words(...values).filter(({ code }) => code !== "00000");

let placedCount = 0;
const PLACE: SpecifiedEndpoint = {
  method: "POST",
  table: "Place Order",
  path: `${ORDER}/place-order`,
  user: "alice",
  valid: () => ({ ...BUY, clientOid: `valid-${placedCount++}` }),
  parameters: {
    symbol: required([...names("40072", "BTCUSDT"), refused("another line's", "BTCPERP", "22012")]),
    productType: required([
      ...onlyRefused(...PRODUCT_TYPES),
      accepted("lower case", "usdt-futures"),
      refused("a line without the symbol", "SUSDT-FUTURES", "22012"),
    ]),
    marginMode: required(onlyRefused("crossed", "isolated")),
    marginCoin: required([
      accepted("capitalised", "USDT"),
      refused("another coin", "BTC", "40778"),
      refused("a practice coin with a live contract", "SUSDT", "40778"),
    ]),
    size: required([
      ...decimals(),
      accepted("as many decimals as the contract has", "0.0011"),
      refused("more decimals", "0.00111", "22038"),
      refused("0", "0", "45111"),
      refused("beyond the maximum", "99999999", "45112"),
    ]),
    price: {
      isRequired: true,
      tried: [...decimals(), refused("off the tick", "48000.01", "45115")],
    },
    side: required(words("buy").concat(refused("a number", 1, "40034"))),
    tradeSide: optional([
      accepted("open is ignored in one-way mode and", "open"),
      accepted("close is ignored in one-way mode and", "close"),
      ...onlyRefused("open"),
    ]),
    orderType: required(onlyRefused("limit", "market")),
    force: optional(words("gtc", "post_only")),
    clientOid: optional(clientIds()),
    reduceOnly: optional([
      accepted("NO", "NO"),
      accepted("lower case", "no"),
      refused("YES without a position", "YES", "22002"),
      refused("another word", "PERHAPS", "40020"),
    ]),
    presetStopSurplusPrice: optional([accepted("a price above", "52000"), ...decimals()]),
    presetStopLossPrice: optional([accepted("a price below", "46000"), ...decimals()]),
    stpMode: optional(words("none", "cancel_taker", "cancel_maker", "cancel_both")),
  },
};
testParameters(exchange, PLACE);

let results: readonly Resource[] = [];
beforeAll(async () => {
  const named = { ...BUY, clientOid: "named" };
  results = [
    await calls.post(`${ORDER}/place-order`, named),
    await calls.post(`${ORDER}/place-order`, BUY),
  ];
});
testFields("order identifiers of a futures order", () => results, { orderId: ID, clientOid: TEXT });

describe("Place Order", () => {
  const place = (change: object, user = "alice") =>
    exchange().post(`${ORDER}/place-order`, { ...BUY, ...change }, user);
  const placed = async (change: object, user = "alice") => {
    const { code, data, msg } = await place(change, user);
    expect(code, msg).toBe("00000");
    return data as { orderId?: string; clientOid: string };
  };
  const detail = async (clientOid: string, user = "alice") =>
    calls.row(`${ORDER}/detail`, { ...CONTRACT, clientOid }, user);

  it("the result has orderId and clientOid", async () => {
    expect(await placed({ clientOid: "result" })).toEqual({
      orderId: expect.stringMatching(ID),
      clientOid: "result",
    });
  });

  it("price is required when orderType is limit, and not for market", async () => {
    expect((await place({ price: "" })).code).toBe("40019");
    expect((await place({ orderType: "market", price: "", size: "0.0001" })).code).not.toBe(
      "40019",
    );
  });

  it("the default of force is gtc, of reduceOnly NO, of stpMode none", async () => {
    const { force: _force, ...order } = { ...BUY, clientOid: "defaults" };
    await exchange().post(`${ORDER}/place-order`, order, "alice");
    expect(await detail("defaults")).toMatchObject({ force: "gtc", reduceOnly: "NO" });
  });

  it.each(["ioc", "fok"])("force %s leaves nothing in the book", async (force) => {
    await placed({ force, clientOid: `force-${force}` });
    expect(await detail(`force-${force}`)).toMatchObject({ state: "canceled", force });
  });

  it("presets are shown on the order; empty ones set none", async () => {
    const presets = { presetStopSurplusPrice: "52000", presetStopLossPrice: "46000" };
    await placed({ ...presets, clientOid: "with-presets" });
    expect(await detail("with-presets")).toMatchObject(presets);
    const none = { presetStopSurplusPrice: "", presetStopLossPrice: "" };
    await placed({ ...none, clientOid: "without-presets" });
    expect(await detail("without-presets")).toMatchObject(none);
  });

  it.each(["triggerPrice", "stopPrice", "callbackRatio", "presetTakeProfitPrice", "loanType"])(
    "%s, which the table does not have and which would change the order, is refused",
    async (name) => {
      const before = await calls.list(`${ORDER}/orders-pending`, "entrustedList", LINE);
      const { code, msg } = await place({ [name]: "51000", clientOid: `with-${name}` });
      expect([code, msg]).toEqual(["40020", expect.stringContaining(name)]);
      expect(await calls.list(`${ORDER}/orders-pending`, "entrustedList", LINE)).toEqual(before);
    },
  );

  it("hedge mode: tradeSide is required", async () => {
    const mode = { ...LINE, posMode: "hedge_mode" };
    await calls.post("/api/v2/mix/account/set-position-mode", mode, "carol");
    expect((await place({ clientOid: "no-trade-side" }, "carol")).code).toBe("40774");
  });
});

describe("cancelling a futures order", () => {
  const cancel = async (change: object, user = "alice") =>
    (await exchange().post(`${ORDER}/cancel-order`, { ...CONTRACT, ...change }, user)).code;

  it.each([
    ["an id that was never issued", { orderId: "1999999999999999999" }],
    ["a client id that was never used", { clientOid: "never" }],
  ])("%s does not exist (40768)", async (_what, ids) => {
    expect(await cancel(ids)).toBe("40768");
  });

  it("an order that is filled or cancelled does not exist to a cancel either", async () => {
    const order = { ...BUY, clientOid: "to-cancel" };
    const { orderId } = await calls.post(`${ORDER}/place-order`, order);
    expect(await cancel({ orderId })).toBe("00000");
    expect(await cancel({ orderId })).toBe("40768");
  });

  it("another user's order does not exist", async () => {
    const { orderId } = await calls.post(`${ORDER}/place-order`, { ...BUY, clientOid: "mine" });
    expect(await cancel({ orderId }, "bob")).toBe("40768");
  });

  it("a batch answers the client id of an order that is named by its id", async () => {
    const order = { ...BUY, clientOid: "in-batch" };
    const { orderId } = await calls.post(`${ORDER}/place-order`, order);
    const body = { ...CONTRACT, orderIdList: [{ orderId }] };
    const answer: unknown = await calls.post(`${ORDER}/batch-cancel-orders`, body);
    expect(answer).toEqual({ successList: [{ orderId, clientOid: "in-batch" }], failureList: [] });
  });
});
