/** The operator changes price bands and order limits of markets; clients read and meet them. */
import { beforeAll, describe, expect, it } from "vitest";
import { adminRequest } from "../support/admin-request.ts";
import { restV2, restV3 } from "./support/bitget-api-clients.ts";
import { type Key, openExchange } from "./support/conformance-exchange.ts";

type Row = Readonly<Record<string, unknown>>;

const exchange = await openExchange();
const SPOT = { symbol: "BTCUSDT", category: "spot", realm: "live" } as const;
const LINEAR = { symbol: "ETHUSDT", category: "usdt_futures", realm: "live" } as const;
const INVERSE = { symbol: "BTCUSD", category: "coin_futures", realm: "live" } as const;
type Named = typeof SPOT | typeof LINEAR | typeof INVERSE;

const PATH = "/instruments/order-limits";
let trader: Key;

beforeAll(async () => {
  const money = { wallet: "unified", coin: "USDT", amount: "1000000" } as const;
  trader = await exchange.newUser({ kind: "unified" }, money);
});

function change(named: Named, limits: object): Promise<Row> {
  return exchange.admin<Row>("PUT", PATH, { ...named, ...limits });
}

async function refusal(body: object, path = PATH, method: "PUT" | "POST" = "PUT"): Promise<Row> {
  const answer = await adminRequest(exchange.credentials, method, path, body);
  const { error } = (await answer.json()) as { error: Row };
  return { status: answer.status, ...error };
}

async function details({ category, realm, symbol }: Named): Promise<Row> {
  const query = `/instruments?category=${category}&realm=${realm}`;
  const rows = await exchange.admin<Row[]>("GET", query);
  return rows.find((row) => row["symbol"] === symbol) ?? {};
}

/** Code of the answer to an order of the trader; "00000" if it is accepted. */
async function answerTo(order: { qty: string; price?: string; side?: "buy" | "sell" }) {
  const { price, qty, side = "buy" } = order;
  const kind = price === undefined ? "market" : "limit";
  const placed = restV3(exchange, trader).submitNewOrder({
    ...{ category: "USDT-FUTURES", symbol: "ETHUSDT", side, qty, orderType: kind },
    ...(price === undefined ? {} : { price, timeInForce: "gtc" }),
  });
  return placed.then(
    ({ code }) => code,
    ({ body }: { body: { code: string } }) => body.code,
  );
}

describe("order limits", () => {
  it("of spot are shown to the operator and to clients from the change on", async () => {
    const listed = (await details(SPOT))["orderLimits"] as Row;
    const limits = { sizeMin: "0.0002", sizeMax: "30", marketSizeMax: "2", notionalMin: "12.5" };
    const bands = { buyBand: "0.03", sellBand: "0.025" };
    expect(await change(SPOT, { ...limits, ...bands })).toEqual({ ...SPOT, ...limits, ...bands });
    expect(await details(SPOT)).toMatchObject({
      orderLimits: { ...limits, ...bands },
      listedOrderLimits: listed,
    });
    const { data } = await restV2(exchange).getSpotSymbolInfo({ symbol: "BTCUSDT" });
    expect(data).toMatchObject([
      {
        ...{ minTradeAmount: "0.0002", maxTradeAmount: "30", minTradeUSDT: "12.5" },
        ...{ buyLimitPriceRatio: "0.03", sellLimitPriceRatio: "0.025" },
      },
    ]);
    const rows = await restV3(exchange).getInstruments({ category: "SPOT", symbol: "BTCUSDT" });
    expect(rows.data).toMatchObject([
      {
        ...{ minOrderQty: "0.0002", maxOrderQty: "30", maxMarketOrderQty: "2" },
        ...{ minOrderAmount: "12.5", buyLimitPriceRatio: "0.03", sellLimitPriceRatio: "0.025" },
      },
    ]);
  });

  it("of contracts are shown, and orders meet them", async () => {
    await change(LINEAR, { sizeMin: "0.5", sizeMax: "40", marketSizeMax: "20", notionalMin: "7" });
    await change(LINEAR, { buyBand: "0.02", sellBand: "0.04" });
    const category = { productType: "USDT-FUTURES", symbol: "ETHUSDT" } as const;
    const { data } = await restV2(exchange).getFuturesContractConfig(category);
    expect(data).toMatchObject([
      {
        ...{ minTradeNum: "0.5", maxOrderQty: "40", maxMarketOrderQty: "20", minTradeUSDT: "7" },
        ...{ buyLimitPriceRatio: "0.02", sellLimitPriceRatio: "0.04" },
      },
    ]);
    const v3 = { category: "USDT-FUTURES", symbol: "ETHUSDT" } as const;
    const rows = await restV3(exchange).getInstruments(v3);
    expect(rows.data).toMatchObject([
      { minOrderQty: "0.5", maxOrderQty: "40", maxMarketOrderQty: "20", minOrderAmount: "7" },
    ]);
    const mark = Number((await details(LINEAR))["markPrice"]);
    const inside = (mark * 0.99).toFixed(0);
    expect(await answerTo({ qty: "0.5", price: inside })).toBe("00000");
    const refused = await Promise.all([
      answerTo({ qty: "0.4", price: inside }),
      answerTo({ qty: "41", price: inside }),
      answerTo({ qty: "21" }),
      answerTo({ qty: "1", price: (mark * 1.03).toFixed(0) }),
    ]);
    expect(refused).not.toContain("00000");
    expect(new Set(refused).size).toBeGreaterThan(2);
  });

  it("of inverse contracts count the face", async () => {
    const before = (await details(INVERSE))["orderLimits"] as Row;
    await change(INVERSE, { sizeMin: "50", marketSizeMax: "1000" });
    expect((await details(INVERSE))["orderLimits"]).toEqual({
      ...before,
      ...{ sizeMin: "50", marketSizeMax: "1000", notionalMin: "0" },
    });
    expect(await refusal({ ...INVERSE, notionalMin: "5" })).toMatchObject({
      status: 400,
      message: "inverse contracts have no smallest notional",
    });
  });

  it.for([
    [{}, "at least one of sizeMin, sizeMax"],
    [{ sizeMin: "0.0000001" }, "sizes in multiples of"],
    [{ sizeMin: "0" }, "the smallest size is above 0"],
    [{ sizeMin: "9", marketSizeMax: "8" }, "the smallest size is above 0"],
    [{ marketSizeMax: "9", sizeMax: "8" }, "the smallest size is above 0"],
    [{ sizeMax: "9000000000" }, "amounts of a largest order fit 64 bits"],
    [{ notionalMin: "0.000000001" }, "an amount of USDT with at most 8 decimals"],
    [{ buyBand: "3.000001" }, "a buy band is at most 3"],
    [{ sellBand: "1" }, "a sell band below 1"],
    [{ buyBand: "0.0000001" }, "bands with at most 6 decimals"],
  ] as const)("%o is refused and changes nothing", async ([limits, message]) => {
    const before = await details(LINEAR);
    const refused = await refusal({ ...LINEAR, ...limits });
    expect(refused).toMatchObject({ status: 400, message: expect.stringContaining(message) });
    expect((await details(LINEAR))["orderLimits"]).toEqual(before["orderLimits"]);
  });

  it("of an unknown instrument, or unknown members, are refused", async () => {
    const unknown = { ...SPOT, symbol: "NONEUSDT", sizeMin: "1" };
    expect(await refusal(unknown)).toMatchObject({ status: 404 });
    expect(await refusal({ ...SPOT, tickStep: "1" })).toMatchObject({ status: 400 });
  });

  it("ask back only for a band that borrowed money does not bear", async () => {
    await change(SPOT, { buyBand: "0.01", sellBand: "0.01" });
    await change(LINEAR, { buyBand: "0.9", sellBand: "0.9" });
    for (const wide of [{ buyBand: "0.9" }, { sellBand: "0.9" }]) {
      const asked = await refusal({ ...SPOT, ...wide });
      expect(asked).toMatchObject({ status: 409, code: "confirmation_needed" });
      expect((await details(SPOT))["orderLimits"]).toMatchObject({
        ...{ buyBand: "0.01", sellBand: "0.01" },
      });
      await change(SPOT, { ...wide, confirm: asked["confirm"] });
      expect((await details(SPOT))["orderLimits"]).toMatchObject(wide);
      await change(SPOT, { buyBand: "0.01", sellBand: "0.01" });
    }
  });

  it("ask back in loan terms and listings that the bands of a pair do not bear", async () => {
    await change(SPOT, { buyBand: "0.05", sellBand: "0.05" });
    const terms = (await exchange.admin<Row[]>("GET", "/loan-terms")).find(
      ({ coin, realm, symbol }) => coin === "BTC" && realm === "live" && symbol === "",
    ) as Row & { readonly tiers: readonly Row[] };
    const withLeverage = (leverage: number) => {
      const [first, ...further] = terms.tiers;
      return { ...terms, tiers: [{ ...first, leverage, maintenanceRate: "0.03" }, ...further] };
    };
    const needed = { status: 409, code: "confirmation_needed" };
    const asked = await refusal(withLeverage(20), "/loan-terms");
    expect(asked).toMatchObject(needed);
    expect(await exchange.admin("GET", "/loan-terms")).toContainEqual(terms);
    await exchange.admin("PUT", "/loan-terms", withLeverage(19));
    await exchange.admin("PUT", "/loan-terms", terms);

    const listing = {
      ...{ symbol: "ETHBTC", category: "spot", base: "ETH", quote: "BTC" },
      ...{ priceStep: "0.00001", sizeStep: "0.001", sizeMin: "0.001", sizeMax: "100" },
      listedFees: { maker: "0.001", taker: "0.001" },
    };
    const wide = { ...listing, buyBand: "0.9", sellBand: "0.9" };
    expect(await refusal(wide, "/instruments", "POST")).toMatchObject(needed);
    await exchange.admin("POST", "/instruments", { ...listing, buyBand: "0.05", sellBand: "0.05" });
  });

  it("are kept with who changed them", async () => {
    const { acts } = await exchange.admin<{ acts: Row[] }>(
      "GET",
      "/acts?command=set_order_limits&symbol=BTCUSDT&category=spot",
    );
    expect(acts[0]).toMatchObject({ actor: "root", command: "set_order_limits", rejection: "" });
  });
});
