/** A day of funding under a constant premium: hourly and eight-hourly funding pay the same total. */
import { afterEach, expect, it } from "vitest";
import { DAY_MS, HOUR_MS, Scenario } from "./support/scenario.ts";

let scenario: Scenario;

afterEach(() => scenario.audit());

/** Two perpetuals at 60,000; alice is long one Bitcoin in both, and bob short. */
function opened() {
  scenario = new Scenario("2026-11-20T23:59:00Z");
  const hourly = scenario.perpetual("BTCHOURLY", { hours: 1 });
  const slow = scenario.perpetual("BTCSLOW", { hours: 8 });
  const alice = scenario.person("alice", [["usdt_futures", "USDT", "100000"]]);
  const bob = scenario.person("bob", [["usdt_futures", "USDT", "100000"]]);
  const maker = scenario.person("maker", [["usdt_futures", "USDT", "10000000"]]);
  for (const instrument of [hourly, slow]) {
    scenario.index(instrument, "60000");
    scenario.order(bob, instrument, { side: "sell", price: "60000", size: "1" });
    scenario.order(alice, instrument, { side: "buy", price: "60000", size: "1" });
  }
  return { hourly, slow, alice, bob, maker };
}

function ratesOf(instrument: number): number[] {
  return scenario
    .eventsOf("funding_fixed")
    .filter((event) => event.instrument === instrument)
    .map(({ rate }) => rate);
}

function paidBy(user: number, instrument: number): bigint[] {
  return scenario
    .eventsOf("funding_paid")
    .filter((event) => event.user === user && event.instrument === instrument)
    .map(({ amount }) => amount);
}

it("a book 0.1 % above the index costs a long 0.15 % of the value in a day", () => {
  const { alice, bob, hourly, maker, slow } = opened();
  for (const instrument of [hourly, slow]) {
    scenario.order(maker, instrument, { side: "buy", price: "60060", size: "5" });
    scenario.order(maker, instrument, { side: "sell", price: "60070", size: "5" });
  }
  // The minute before midnight still ends an interval of each; the day begins after it.
  scenario.pass(HOUR_MS / 60);
  const before = { alice: paidBy(alice, slow).length, hourly: paidBy(alice, hourly).length };
  scenario.pass(DAY_MS);
  // Premium 0.1 %, interest 0.01 %: 0.1 % + clamp(0.01 % − 0.1 %, ±0.05 %) = 0.05 % per 8 hours.
  expect(ratesOf(slow).slice(before.alice)).toEqual([50_000, 50_000, 50_000]);
  expect(ratesOf(hourly).slice(before.hourly)).toEqual(new Array(24).fill(6_250));
  // The last trade at 60,000 counts as the bid of 60,060, and the basis of 65 gives 60,065: at the
  // instant the mark is 60,060. 0.05 % of it is 30.03; 0.00625 % of it 3.75375.
  expect(paidBy(alice, slow).slice(before.alice)).toEqual(new Array(3).fill(-30_03000000n));
  expect(paidBy(alice, hourly).slice(before.hourly)).toEqual(new Array(24).fill(-3_75375000n));
  expect(paidBy(bob, slow).slice(before.alice)).toEqual(new Array(3).fill(30_03000000n));
});

it("without a premium longs pay the interest, whatever the interval", () => {
  const { alice, bob, hourly, slow } = opened();
  scenario.pass(HOUR_MS / 60 + DAY_MS);
  // 0.01 % per 8 hours: four of them at 6 USDT, and 25 hours at 0.75.
  expect(paidBy(alice, slow)).toEqual(new Array(4).fill(-6_00000000n));
  expect(paidBy(alice, hourly)).toEqual(new Array(25).fill(-75000000n));
  expect(scenario.balance(alice, "usdt_futures", "USDT")).toBe("99957.25");
  expect(scenario.balance(bob, "usdt_futures", "USDT")).toBe("100042.75");
});

it("a premium that nobody could check does not count", () => {
  const { hourly, maker } = opened();
  scenario.pass(HOUR_MS / 60);
  scenario.order(maker, hourly, { side: "buy", price: "60060", size: "5" });
  scenario.pass(HOUR_MS / 2);
  scenario.loseIndex();
  scenario.pass(HOUR_MS / 60);
  scenario.run({ kind: "cancel_orders", user: maker, category: "usdt_futures", instrument: 0 });
  scenario.pass(HOUR_MS / 2 - HOUR_MS / 60);
  // Half an hour at 0.1 % is all that was seen: the quiet half without an index says nothing.
  expect(ratesOf(hourly).at(-1)).toBe(6_250);
});
