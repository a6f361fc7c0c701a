/** Specification: conventions, authentication and demo trading, row by row. */
import { beforeAll, describe, expect, it } from "vitest";
import { listEndpoints } from "../../../src/gateway/list-endpoints.ts";
import { START_MS, signedHeaders } from "../../support/test-key.ts";
import { COIN } from "../../support/test-listings.ts";
import { SpecifiedCalls, specifiedExchange } from "./support/specified-exchange.ts";
import { row } from "./support/specified-rules.ts";

const SPOT = "/api/v2/spot/trade";
const MIX = "/api/v2/mix/order";
const PAIR = { symbol: "BTCUSDT" };
const LINE = { productType: "USDT-FUTURES" };
const BUY = {
  ...PAIR,
  side: "buy",
  orderType: "limit",
  force: "gtc",
  price: "48000",
  size: "0.01",
};

const exchange = specifiedExchange();
const calls = new SpecifiedCalls(exchange);

/** Sends exactly these bytes, signed by Alice, and returns the response as received. */
async function raw(
  method: "GET" | "POST",
  url: string,
  more: { readonly body?: string; readonly headers?: Readonly<Record<string, string>> } = {},
) {
  const { body, headers = {} } = more;
  const request = body === undefined ? { method, target: url } : { method, target: url, body };
  const { key } = exchange().user("alice");
  const signed = signedHeaders(key, { ...request, timestampMs: exchange().nowMs });
  const { app } = exchange().gateway;
  const payload = body === undefined ? {} : { payload: body };
  const reply = await app.inject({ method, url, ...payload, headers: { ...signed, ...headers } });
  return { status: reply.statusCode, json: reply.json<Record<string, unknown>>() };
}

describe("conventions", () => {
  it(row("Conventions", "1", "parameters of a GET are in the query string"), async () => {
    const { json } = await raw("GET", `${SPOT}/fills?symbol=BTCUSDT`);
    expect(json).toMatchObject({ code: "00000" });
  });

  it(
    row("Conventions", "1", "parameters of a POST are JSON in the body, numbers or strings"),
    async () => {
      const { price: _price, size: _size, ...order } = BUY;
      const body = `${JSON.stringify(order).slice(0, -1)},"price":48000,"size":0.01}`;
      const { json } = await raw("POST", `${SPOT}/place-order`, { body });
      const { orderId } = json["data"] as { orderId: string };
      const [found] = await calls.rows(`${SPOT}/orderInfo`, { orderId });
      expect(found).toMatchObject({ price: "48000", size: "0.01" });
    },
  );

  it(row("Conventions", "1", "a body that is not JSON is refused"), async () => {
    const { status, json } = await raw("POST", `${SPOT}/place-order`, { body: "symbol=BTCUSDT" });
    expect([status, json["code"]]).toEqual([400, "400172"]);
  });

  it(`${row("Conventions", "2", "the envelope of a success")} (${row("Errors", "1")})`, async () => {
    const { status, json } = await raw("GET", `${SPOT}/history-orders`);
    expect(status).toBe(200);
    const requestTime = exchange().nowMs;
    expect(json).toEqual({ code: "00000", msg: "success", requestTime, data: [] });
  });

  it(row("Conventions", "2", "the envelope of a failure"), async () => {
    const { status, json } = await raw("GET", `${SPOT}/fills`);
    expect(status).toBe(400);
    expect(json).toEqual({
      code: "40019",
      msg: expect.stringContaining("symbol"),
      requestTime: exchange().nowMs,
      data: null,
    });
  });

  it.each([
    ["spot fills", () => calls.rows(`${SPOT}/fills`, PAIR, "bob")],
    ["spot orders", () => calls.rows(`${SPOT}/unfilled-orders`)],
    ["bills", () => calls.rows("/api/v2/spot/account/bills")],
    ["futures accounts", () => calls.rows("/api/v2/mix/account/accounts", LINE)],
  ])(
    row("Conventions", "3", "amounts, prices, ids and times of %s are strings"),
    async (_what, list) => {
      for (const listed of await list()) {
        for (const [name, value] of Object.entries(listed)) {
          expect(typeof value, name).not.toBe("number");
        }
      }
    },
  );

  it(
    row("Conventions", "6", "idLessThan returns records older than the id, without that of the id"),
    async () => {
      const ids: string[] = [];
      for (const price of ["48001", "48002", "48003"]) {
        ids.push((await calls.post(`${SPOT}/place-order`, { ...BUY, price }))["orderId"] ?? "");
      }
      const [first = "", second = ""] = ids;
      const older = await calls.rows(`${SPOT}/unfilled-orders`, { idLessThan: second, limit: 1 });
      expect(older).toMatchObject([{ orderId: first }]);
    },
  );
});

describe("rate limits and versions", () => {
  const ENDPOINTS = listEndpoints().filter(({ version }) => version === "v2");

  it.each([
    ["private", ["uid", "ip"]],
    ["public", ["ip"]],
  ])(row("Conventions", "5", "every %s endpoint has one, per %s"), (access, counted) => {
    const found = ENDPOINTS.filter((endpoint) => endpoint.access.kind === access);
    expect(found.length).toBeGreaterThan(10);
    for (const { limit } of found) {
      const count = "perSecond" in limit ? limit.perSecond : limit.perMinute;
      expect(count).toBeGreaterThan(0);
      expect(counted).toContain(limit.per);
    }
  });

  it.each(["mix", "spot", "margin", "convert", "user"])(
    row("Versioning", "v2", "has paths of %s, as v3 has not"),
    (part) => {
      const paths = listEndpoints().flatMap(({ paths: [path = ""] }) => path);
      expect(paths.filter((path) => path.startsWith(`/api/v2/${part}/`)).length).toBeGreaterThan(0);
      if (part === "user") return;
      expect(paths.filter((path) => path.startsWith(`/api/v3/${part}/`))).toEqual([]);
    },
  );
});

describe("authentication", () => {
  it.each([
    ["access-key", "40001"],
    ["access-sign", "40002"],
    ["access-timestamp", "40005"],
    ["access-passphrase", "40011"],
  ])(
    row("Authentication", "1", "a private endpoint without %s is refused with %s"),
    async (name, code) => {
      const headers = { [name]: "" };
      expect((await raw("GET", `${SPOT}/history-orders`, { headers })).json["code"]).toBe(code);
    },
  );

  it.each(["en-US", "zh-CN", ""])(
    row("Authentication", "1", "locale %s is accepted"),
    async (locale) => {
      const answer = await raw("GET", `${SPOT}/history-orders`, { headers: { locale } });
      expect(answer.json["code"]).toBe("00000");
    },
  );

  it(row("Authentication", "2", "a changed body is refused"), async () => {
    const body = JSON.stringify(BUY);
    const { key } = exchange().user("alice");
    const url = `${SPOT}/place-order`;
    const request = { method: "POST", target: url, body, timestampMs: exchange().nowMs } as const;
    const payload = body.replace("0.01", "1.01");
    const { app } = exchange().gateway;
    const headers = signedHeaders(key, request);
    const reply = await app.inject({ method: "POST", url, payload, headers });
    expect(reply.json()).toMatchObject({ code: "40009" });
  });

  it(row("Authentication", "2", "the query string of a POST is signed too"), async () => {
    const url = `${MIX}/plan-sub-order?planType=normal_plan&planOrderId=1&productType=USDT-FUTURES`;
    const { key } = exchange().user("alice");
    const request = { method: "POST", target: url, timestampMs: exchange().nowMs } as const;
    const { app } = exchange().gateway;
    const headers = signedHeaders(key, request);
    const forged = url.replace("planOrderId=1", "planOrderId=2");
    const reply = await app.inject({ method: "POST", url: forged, headers });
    expect(reply.json()).toMatchObject({ code: "40009" });
    const sent = await app.inject({ method: "POST", url, headers });
    expect(sent.json()).toMatchObject({ code: "43025" });
  });

  it.each(["/api/v2/mix/market/contracts?productType=usdt-futures", "/api/v2/spot/public/coins"])(
    row("Authentication", "3", "%s needs no headers"),
    async (url) => {
      const { app } = exchange().gateway;
      expect((await app.inject({ method: "GET", url })).json()).toMatchObject({ code: "00000" });
    },
  );
});

describe("demo trading with a live key", () => {
  const DEMO = { symbol: "SBTCSUSDT", productType: "SUSDT-FUTURES", marginCoin: "SUSDT" };
  const order = { ...BUY, ...DEMO, marginMode: "crossed", size: "0.001" };
  const place = async (change: object) =>
    exchange().post(`${MIX}/place-order`, { ...order, ...change }, "alice");

  beforeAll(async () => {
    const currency = exchange().state.currencyByCode.get("SUSDT")?.index ?? 0;
    const { index: user } = exchange().user("alice");
    const amount = (1_000n * COIN) as never;
    await exchange().apply({ kind: "credit", user, wallet: "usdt_futures", currency, amount });
  });

  it(
    row("Authentication", "live key", "places orders of demo symbols with their demo coin"),
    async () => {
      expect(await place({})).toMatchObject({
        code: "00000",
        data: { orderId: expect.any(String) },
      });
    },
  );

  it(
    row("Authentication", "5", "the lower-case product type of the samples is accepted"),
    async () => {
      expect((await place({ productType: "susdt-futures" })).code).toBe("00000");
    },
  );

  it.each([
    ["a demo symbol with a live coin", { marginCoin: "USDT" }, "40778"],
    ["a demo symbol in a live line", { productType: "USDT-FUTURES" }, "22012"],
    ["a live symbol in a demo line", { symbol: "BTCUSDT" }, "22012"],
    ["a live symbol with a demo coin", { ...LINE, ...PAIR, marginCoin: "SUSDT" }, "40778"],
  ])(
    `${row("Authentication", "5", "%s is an error")} (${row("Errors", "4")})`,
    async (_what, change, code) => {
      expect((await place(change)).code).toBe(code);
    },
  );

  it(row("Authentication", "5", "a live key with the header of demo keys is refused"), async () => {
    const headers = { paptrading: "1" };
    const { json } = await raw("GET", `${SPOT}/history-orders`, { headers });
    expect(json["code"]).toBe("40099");
  });
});

describe("times", () => {
  it(row("Conventions", "4", "are Unix milliseconds as strings"), async () => {
    const { orderId = "" } = await calls.post(`${SPOT}/place-order`, BUY);
    const [found] = await calls.rows(`${SPOT}/orderInfo`, { orderId });
    expect(Number(found?.["cTime"])).toBeGreaterThanOrEqual(START_MS);
    expect(found?.["cTime"]).toMatch(/^\d{13}$/);
  });
});
