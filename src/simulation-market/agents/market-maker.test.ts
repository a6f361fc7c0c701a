import { expect, it } from "vitest";
import { agentsOf } from "../../../test/support/agents-of.ts";
import { StillOutside } from "../../../test/support/still-outside.ts";
import { LISTINGS, VirtualExchange } from "../../../test/support/virtual-exchange.ts";
import { audit } from "../../core/audit.ts";

const START_MS = 1_723_161_600_000;
const SPOT = 0;
const TICKS_PER_DOLLAR = 100;

function openMarket() {
  const exchange = new VirtualExchange(START_MS);
  const [listing] = LISTINGS;
  if (listing === undefined) throw new Error("the first listing is the spot pair of Bitcoin");
  exchange.list(listing);
  const outside = new StillOutside();
  const agents = agentsOf(exchange, { seed: 1, outside });
  agents.start();
  const wait = (ms: number): void => exchange.run(exchange.nowMs() + ms);
  wait(5_000);
  return { exchange, outside, agents, wait, book: exchange.books.of(SPOT) };
}

const fairOf = (outside: StillOutside): number => (outside.price("BTC") ?? 0) * TICKS_PER_DOLLAR;

it.each([
  ["bids follow a fall", 0.8, "price_below_band", "bids"],
  ["asks follow a rise", 1.25, "price_above_band", "asks"],
] as const)("%s while the band refuses the other side", (_, factor, refusal, following) => {
  const { agents, book, exchange, outside, wait } = openMarket();
  for (const step of [factor, (1 + factor) / 2, (1 + factor) / 2]) {
    outside.multiply("BTC", step);
    wait(1_000);
    const fair = fairOf(outside);
    const best = book[following].bestPrice;
    expect(following === "bids" ? best <= fair + 1 : best >= fair - 1).toBe(true);
    expect(Math.abs(best / fair - 1)).toBeLessThan(0.001);
  }
  expect(agents.rejections.get(refusal) ?? 0).toBeGreaterThan(0);
  expect(audit(exchange.state).verdicts.flatMap(({ findings }) => findings)).toEqual([]);
});

it("withdraws what the price passes in a halt, and quotes again afterwards", () => {
  const { book, exchange, outside, wait } = openMarket();
  const setStatus = (status: "halted" | "online") =>
    exchange.command({ kind: "set_instrument_status", instrument: SPOT, status });
  setStatus("halted");
  for (const factor of [0.999, 0.999, 1.004]) {
    outside.multiply("BTC", factor);
    wait(1_000);
    expect(book.bids.bestPrice).toBeLessThanOrEqual(fairOf(outside) + 1);
    const ask = book.asks.bestPrice;
    expect(ask === 0 || ask >= fairOf(outside) - 1).toBe(true);
  }
  setStatus("online");
  wait(60_000);
  // Takers consume the best quotes at times.
  const samples = Array.from({ length: 10 }, () => {
    wait(1_000);
    return { bid: book.bids.bestPrice, ask: book.asks.bestPrice };
  });
  const bid = Math.max(...samples.map((sample) => sample.bid));
  const ask = Math.min(...samples.map((sample) => sample.ask));
  const tolerance = fairOf(outside) * 0.000_1;
  expect(Math.abs(bid - fairOf(outside))).toBeLessThan(tolerance);
  expect(Math.abs(ask - fairOf(outside))).toBeLessThan(tolerance);
  expect(Math.min(book.asks.count, book.bids.count)).toBeGreaterThan(10);
  expect(audit(exchange.state).verdicts.flatMap(({ findings }) => findings)).toEqual([]);
});
