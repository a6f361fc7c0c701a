import ccxt from "ccxt";
import { describe, expect, it } from "vitest";
import { idOf, plainClient } from "./support/ccxt-clients.ts";
import { openExchange } from "./support/conformance-exchange.ts";

const exchange = await openExchange();
const classic = await plainClient(exchange, exchange.firstUser("classic"), { uta: false });
const unified = await plainClient(exchange, exchange.firstUser("unified"), { uta: true });

const CLIENTS = [
  ["classic", classic],
  ["unified", unified],
] as const;
const NO_SUCH_ORDER = "1000000000000000001";

/**
 * ccxt has classes for the codes of v2. It knows none of these codes of v3, whose meaning only the
 * code itself tells.
 */
const CODES_V3 = { funds: "25202", margin: "25203", order: "25204" };

describe.each(CLIENTS)("ccxt on a %s account raises", (name, client) => {
  const isUnified = name === "unified";

  it("InsufficientFunds where a spot order cannot be paid", async () => {
    await expect(client.createOrder("BTC/USDT", "limit", "buy", 1_000, 59_000)).rejects.toThrow(
      isUnified ? CODES_V3.funds : ccxt.InsufficientFunds,
    );
  });

  it.each([
    ["BTC/USDT:USDT", 1_000],
    ["BTC/USD:BTC", 150],
  ])("InsufficientFunds where the margin of %s is missing", async (market, amount) => {
    await client.setLeverage(1, market);
    await expect(client.createOrder(market, "limit", "buy", amount, 59_000)).rejects.toThrow(
      isUnified ? CODES_V3.margin : ccxt.InsufficientFunds,
    );
    await client.setLeverage(20, market);
  });

  it.each(["BTC/USDT", "BTC/USDT:USDT"])("OrderNotFound for %s", async (market) => {
    const expected = isUnified ? CODES_V3.order : ccxt.OrderNotFound;
    await expect(client.fetchOrder(NO_SUCH_ORDER, market)).rejects.toThrow(expected);
    await expect(client.cancelOrder(NO_SUCH_ORDER, market)).rejects.toThrow(expected);
  });

  it("OrderNotFound where the order is canceled already", async () => {
    const id = idOf(await client.createOrder("BTC/USDT", "limit", "buy", 0.1, 59_000));
    await client.cancelOrder(id, "BTC/USDT");
    await expect(client.cancelOrder(id, "BTC/USDT")).rejects.toThrow(
      isUnified ? CODES_V3.order : ccxt.OrderNotFound,
    );
  });

  it("InvalidOrder where the order is worth too little", async () => {
    await expect(client.createOrder("BTC/USDT", "limit", "buy", 0.00001, 59_000)).rejects.toThrow(
      ccxt.InvalidOrder,
    );
  });

  it("BadSymbol for a market it does not have", async () => {
    await expect(client.fetchTicker("NOPE/USDT")).rejects.toThrow(ccxt.BadSymbol);
  });
});

describe.each([
  ["classic", false],
  ["unified", true],
] as const)("ccxt with a bad key of a %s account raises", (name, uta) => {
  const key = exchange.firstUser(name);

  it.each([
    ["secret", { ...key, secret: "wrong" }],
    ["passphrase", { ...key, passphrase: "wrong" }],
    ["key", { ...key, apiKey: "wrong" }],
  ])("AuthenticationError for a wrong %s", async (_what, wrong) => {
    const client = await plainClient(exchange, wrong, { uta });
    await expect(client.fetchBalance()).rejects.toThrow(ccxt.AuthenticationError);
  });
});

describe("ccxt told the wrong kind of account", () => {
  it("is refused", async () => {
    const client = await plainClient(exchange, exchange.firstUser("classic"), { uta: true });
    await expect(client.fetchBalance()).rejects.toThrow('"code":"40084"');
  });
});
