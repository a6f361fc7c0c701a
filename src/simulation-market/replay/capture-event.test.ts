import { describe, expect, it } from "vitest";
import { LISTINGS, VirtualExchange } from "../../../test/support/virtual-exchange.ts";
import { CaptureDamaged, LineCutter, parseCaptureLine, scaledE8 } from "./capture-event.ts";
import { capturedMarketOf } from "./capture-file.ts";
import { CaptureScale } from "./capture-scale.ts";

const AT = "1723161600001658384";

describe("parseCaptureLine", () => {
  it("recognises the best bid and ask on spot, where the frame has no event type", () => {
    const frame = `{"data":{"u":7,"s":"X","b":"1.50","B":"2","a":"1.60","A":"3.25"}}`;
    expect(parseCaptureLine(`${AT} ${frame}`)).toEqual({
      kind: "touch",
      atMs: 1723161600001.658,
      id: 7,
      bid: { priceE8: 150_000_000, quantityE8: 200_000_000 },
      ask: { priceE8: 160_000_000, quantityE8: 325_000_000 },
    });
  });

  it("derives the taker side of a trade from the maker side", () => {
    const trade = (m: boolean): string => `{"data":{"e":"trade","p":"1","q":"2","m":${m}}}`;
    expect(parseCaptureLine(`${AT} ${trade(true)}`)).toMatchObject({ takerSide: "sell" });
    expect(parseCaptureLine(`${AT} ${trade(false)}`)).toMatchObject({ takerSide: "buy" });
  });

  it("reads when a trade was matched, 0 where the frame does not say", () => {
    const trade = (more: string): string =>
      `{"data":{"e":"trade","p":"1","q":"2","m":true${more}}}`;
    const matchedAtMs = 1_723_161_600_123;
    expect(parseCaptureLine(`${AT} ${trade(`,"T":${matchedAtMs}`)}`)).toMatchObject({
      matchedAtMs,
    });
    expect(parseCaptureLine(`${AT} ${trade("")}`)).toMatchObject({ matchedAtMs: 0 });
  });

  it("skips frames of other kinds", () => {
    expect(parseCaptureLine(`${AT} {"data":{"e":"forceOrder"}}`)).toBeUndefined();
  });

  it.each([
    "",
    "{}",
    `x ${AT} {}`,
    `${AT} {`,
    `${AT} 3`,
    `${AT} {"data":{"e":"trade","p":1,"q":"2","m":true}}`,
    `${AT} {"data":{"e":"trade","p":"1e5","q":"2","m":true}}`,
    `${AT} {"data":{"e":"depthUpdate","U":1,"u":2,"b":[["1"]],"a":[]}}`,
    `${AT} {"data":{"e":"depthUpdate","U":-1,"u":2,"b":[],"a":[]}}`,
    `${AT} {"lastUpdateId":1,"bids":3,"asks":[]}`,
  ])("that is damaged is refused: %s", (line) => {
    expect(() => parseCaptureLine(line)).toThrow(CaptureDamaged);
  });
});

it("parses decimals exactly and refuses those that would be rounded", () => {
  expect(scaledE8("61823.07000000")).toBe(6_182_307_000_000);
  expect(scaledE8("0.1000000000")).toBe(10_000_000);
  for (const text of ["0.000000001", "-1", "1.", ".5", "NaN", "99999999999999", 5]) {
    expect(() => scaledE8(text)).toThrow(CaptureDamaged);
  }
});

it("splits lines across chunks, also inside of characters", () => {
  const cutter = new LineCutter();
  const bytes = Buffer.from("ä1\nb2\nc3");
  const lines = [...bytes].flatMap((byte) => cutter.push(Buffer.from([byte])));
  expect([...lines, ...cutter.end()]).toEqual(["ä1", "b2", "c3"]);
});

it("derives the market of a capture from its folder and name", () => {
  const market = capturedMarketOf("/x/coinm/ethusd_perp_20240808.gz");
  expect(market).toEqual({ category: "coin_futures", symbol: "ETHUSD", contractFace: 10 });
  expect(capturedMarketOf("/x/spot/btcusdt_20240808.gz")?.category).toBe("spot");
  expect(capturedMarketOf("/x/spot/notes.txt")).toBeUndefined();
});

describe("an instrument with coarser increments than the capture", () => {
  const exchange = new VirtualExchange(0);
  for (const listing of LISTINGS) exchange.list(listing);
  const factsOf = (index: number) => {
    const facts = exchange.instruments[index];
    if (facts === undefined) throw new Error("the instrument is listed");
    return facts;
  };

  it("rounds bids down and asks up, so that they never cross", () => {
    const scale = new CaptureScale(factsOf(0), 0);
    expect(scale.ticks("buy", scaledE8("1.239"))).toBe(123);
    expect(scale.ticks("sell", scaledE8("1.231"))).toBe(124);
    expect(scale.ticks("sell", scaledE8("1.23"))).toBe(123);
  });

  it("returns the remainder below one lot", () => {
    const scale = new CaptureScale(factsOf(3), 0);
    expect(scale.lots(scaledE8("1.2345"))).toEqual({ lots: 123, remainderE8: 450_000 });
  });

  it("converts contracts by their face value in dollars", () => {
    const scale = new CaptureScale(factsOf(4), 100);
    expect(scale.lots(scaledE8("7"))).toEqual({ lots: 700, remainderE8: 0 });
  });

  it("returns a minimum size that reaches the minimum notional", () => {
    const scale = new CaptureScale(factsOf(0), 0);
    // 5 USDT at 60,000.00: 0.000084 BTC, rounded up.
    expect(scale.lotsMin(6_000_000)).toBe(84);
  });
});
