/** The seed of the generated market is public; what follows the founding does not follow from it. */
import { expect, it } from "vitest";
import {
  type ConformanceExchange,
  openExchange,
} from "../conformance/support/conformance-exchange.ts";
import { eventually } from "../support/eventually.ts";

/** Bitcoin moves by some 30,000 ticks in an hour: two prices are not equal by chance. */
const HOUR_MS = 3_600_000;
const CANDLES = 200;

const startMs = Date.now();
let nowMs = startMs;
const options = { agents: true, past: "computed", clockMs: () => nowMs } as const;
const exchanges = [await openExchange(options), await openExchange(options)];

async function bitcoinPrice(exchange: ConformanceExchange): Promise<string> {
  type Row = { readonly category: string; readonly price: string; readonly symbol: string };
  const rows = await exchange.admin<readonly Row[]>("GET", "/index-prices");
  const row = rows.find(({ category, symbol }) => category === "spot" && symbol === "BTCUSDT");
  return row?.price ?? "";
}

async function pastCandles({ baseUrl }: ConformanceExchange): Promise<readonly string[][]> {
  const query = `symbol=BTCUSDT&granularity=1min&endTime=${startMs}&limit=${CANDLES}`;
  const answer = await fetch(`${baseUrl}/api/v2/spot/market/history-candles?${query}`);
  const { data } = (await answer.json()) as { readonly data: readonly string[][] };
  return data;
}

it("two exchanges of one seed have the same past, and other prices after it", async () => {
  const [past = [], otherPast = []] = await Promise.all(exchanges.map(pastCandles));
  expect(past).toHaveLength(CANDLES);
  expect(otherPast).toEqual(past);
  const [first = "", otherFirst = ""] = await Promise.all(exchanges.map(bitcoinPrice));
  expect(otherFirst).toBe(first);

  nowMs += HOUR_MS;
  const [price, otherPrice] = await Promise.all(
    exchanges.map((exchange) =>
      eventually("a price after the start", async () => {
        const now = await bitcoinPrice(exchange);
        return now !== first && now;
      }),
    ),
  );
  expect(otherPrice).not.toBe(price);
});
