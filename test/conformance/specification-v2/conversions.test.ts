/** Specification, Convert, row by row. */
import { beforeAll, describe, expect, it } from "vitest";
import { openConversions } from "../../security/hostile-world.ts";
import { NUMBER, type Resource, TIME, testFields } from "./support/field-tests.ts";
import {
  decimals,
  names,
  refused,
  required,
  type Sent,
  type SpecifiedEndpoint,
  testParameters,
} from "./support/parameter-tests.ts";
import { SpecifiedCalls, specifiedExchange } from "./support/specified-exchange.ts";
import { row } from "./support/specified-rules.ts";

const PATH = "/api/v2/convert/trade";
const VALID_MS = 8_000;
/** Bitcoin at 50,000, where it stands. */
const INDEX_TICKS = 5_000_000;

const exchange = specifiedExchange();
const calls = new SpecifiedCalls(exchange);
let results: readonly Resource[] = [];

async function quoted(name = "alice"): Promise<Sent> {
  const query = { fromCoin: "BTC", fromCoinSize: "0.01", toCoin: "USDT" };
  const quote = await calls.row("/api/v2/convert/quoted-price", query, name);
  const { cnvtPrice, fromCoin, fromCoinSize, toCoin, toCoinSize, traceId } = quote;
  return { cnvtPrice, fromCoin, fromCoinSize, toCoin, toCoinSize, traceId } as Sent;
}

const codeOf = async (body: object, name = "alice") =>
  (await exchange().post(PATH, body, name)).code;

/** Quotes for the requests that must succeed; each is used once. */
const quotes: Sent[] = [];

beforeAll(async () => {
  await openConversions(exchange());
  results = [await calls.post(PATH, await quoted())];
  for (let index = 0; index < 60; index++) quotes.push(await quoted());
});

const CONVERT: SpecifiedEndpoint = {
  method: "POST",
  table: "Convert",
  path: PATH,
  user: "alice",
  valid: () => quotes.pop() ?? {},
  parameters: {
    fromCoin: required(names("43131").slice(-2)),
    fromCoinSize: required(decimals()),
    cnvtPrice: required(decimals()),
    toCoin: required(names("43131").slice(-2)),
    toCoinSize: required(decimals()),
    traceId: required([refused("letters", "abc", "40402")]),
  },
};
testParameters(exchange, CONVERT);

testFields("a conversion result", () => results, {
  toCoin: ["USDT"],
  toCoinSize: NUMBER,
  cnvtPrice: NUMBER,
  ts: TIME,
});

describe("Convert", () => {
  it("books what the quotation says", async () => {
    const available = async (coin: string) => {
      const rows = await calls.rows("/api/v2/spot/account/assets", { coin });
      return Number(rows[0]?.["available"]);
    };
    const [bitcoin, dollars] = [await available("BTC"), await available("USDT")];
    const quote = await quoted();
    const result = await calls.post(PATH, quote);
    expect(result).toMatchObject({
      toCoinSize: quote["toCoinSize"],
      cnvtPrice: quote["cnvtPrice"],
    });
    expect(bitcoin - (await available("BTC"))).toBeCloseTo(0.01, 8);
    expect((await available("USDT")) - dollars).toBeCloseTo(Number(quote["toCoinSize"]), 8);
  });

  it.each([
    ["cnvtPrice", "60000"],
    ["fromCoinSize", "0.02"],
    ["toCoinSize", "9999"],
    ["fromCoin", "USDT"],
    ["toCoin", "BTC"],
  ])("another %s than the quotation's is refused", async (name, value) => {
    expect(await codeOf({ ...(await quoted()), [name]: value })).not.toBe("00000");
  });

  it("a quotation is used once, and by its user", async () => {
    const quote = await quoted();
    expect(await codeOf(quote, "bob")).not.toBe("00000");
    expect(await codeOf(quote)).toBe("00000");
    expect(await codeOf(quote)).not.toBe("00000");
  });

  it(`${row("Limit", "quotation validity")}, ${row("Statuses", "conversion")}, ${row("Errors", "8")}`, async () => {
    const [late, timely] = [await quoted(), await quoted()];
    exchange().gateway.advance(VALID_MS - 1_000);
    await exchange().setIndex(0, INDEX_TICKS);
    expect(await codeOf(timely)).toBe("00000");
    exchange().gateway.advance(1_001);
    await exchange().setIndex(0, INDEX_TICKS);
    expect(await codeOf(late)).not.toBe("00000");
  });
});
