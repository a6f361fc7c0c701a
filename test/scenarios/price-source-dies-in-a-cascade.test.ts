/**
 * The index falls and a hundred positions are to be liquidated, a bounded piece per tick. In the
 * middle of it the price source dies. Unfinished liquidations pause: none proceeds without a fresh
 * index price, whatever is traded meanwhile. When the source is back, accounts are judged again.
 */
import { expect, it } from "vitest";
import { DAY_MS, Scenario } from "./support/scenario.ts";

const PEOPLE = 100;
const HALF = PEOPLE / 2;
const INDEX_LOST_MS = 120_000;

/** Half of the people are isolated with leverage 100, half with 10; all are long 0.01 at 50,000. */
function crowd() {
  const scenario = new Scenario("2026-11-20T09:00:00Z");
  const instrument = scenario.perpetual("BTCUSDT");
  const maker = scenario.person("maker", [["usdt_futures", "USDT", "10000000"]]);
  scenario.endowFund("USDT", "1000000");
  scenario.index(instrument, "50000");
  const people = Array.from({ length: PEOPLE }, (_none, place) => {
    const person = scenario.person(`person-${place}`, [["usdt_futures", "USDT", "100"]]);
    scenario.isolate(person, instrument, place < HALF ? 100 : 10);
    scenario.order(maker, instrument, { side: "sell", price: "50000", size: "0.01" });
    scenario.order(person, instrument, { side: "buy", price: "50000", size: "0.01" });
    return person;
  });
  const holding = () => people.filter((one) => scenario.held(one, instrument)[0] > 0).length;
  return { scenario, instrument, maker, holding };
}

it("liquidation pauses in the middle of a cascade when prices are lost, and goes on with them", () => {
  const { holding, instrument, maker, scenario } = crowd();

  // At 49,000 those with leverage 100 have lost 10 of their margin of 5; the others 10 of 50.
  scenario.index(instrument, "49000");
  scenario.tickAfter(0);
  expect(scenario.eventsOf("liquidation_started")).toHaveLength(HALF);
  scenario.tickAfter(0);
  const left = holding();
  expect(left).toBeLessThan(PEOPLE);
  expect(left).toBeGreaterThan(PEOPLE - HALF);

  // Now the source dies. The next tick comes when the last index price is stale.
  scenario.loseIndex();
  scenario.tickAfter(INDEX_LOST_MS);
  scenario.pass(INDEX_LOST_MS);
  expect(holding()).toBe(left);
  const paused = scenario
    .eventsOf("liquidation_ended")
    .filter(({ outcome }) => outcome === "paused");
  expect(paused).toHaveLength(left - HALF);
  expect(scenario.state.liquidations.count).toBe(0);

  // Trading continues far lower; no liquidation follows from it for a day.
  const [buyer, seller] = ["buyer", "seller"].map((name) =>
    scenario.person(name, [["usdt_futures", "USDT", "1000000"]]),
  );
  scenario.order(buyer ?? 0, instrument, { side: "buy", price: "44000", size: "1" });
  scenario.order(seller ?? 0, instrument, { side: "sell", price: "44000", size: "1" });
  scenario.pass(DAY_MS / 24);
  expect(scenario.eventsOf("liquidation_started")).toHaveLength(HALF);
  expect(holding()).toBe(left);
  scenario.audit();

  // The source is back at 49,000: those who were paused are found again, the others are well.
  scenario.index(instrument, "49000");
  scenario.order(maker, instrument, { side: "buy", price: "48900", size: "1" });
  scenario.pass(60_000);
  expect(holding()).toBe(HALF);
  expect(scenario.eventsOf("liquidation_started")).toHaveLength(left);
  scenario.audit();
});
