/** The last day of two dated contracts, linear and inverse. */
import { afterEach, expect, it } from "vitest";
import { HOUR_MS, MINUTE_MS, Scenario } from "./support/scenario.ts";

let scenario: Scenario;

afterEach(() => scenario.audit());

const DELIVERY = Date.parse("2026-12-25T08:00:00Z");

/** Alice is long and bob short in both, opened at 60,000 a day before the delivery. */
function opened() {
  scenario = new Scenario("2026-12-24T08:00:00Z");
  const linear = scenario.perpetual("BTCUSDTZ26");
  const inverse = scenario.perpetual("BTCUSDZ26", { isInverse: true });
  const funds = [
    ["usdt_futures", "USDT", "100000"],
    ["coin_futures", "BTC", "2"],
  ] as const;
  const alice = scenario.person("alice", funds);
  const bob = scenario.person("bob", funds);
  const lots = { [linear]: "2", [inverse]: "12000" };
  for (const instrument of [linear, inverse]) {
    const size = lots[instrument] ?? "1";
    scenario.run({ kind: "schedule_delivery", instrument, deliveryAtMs: DELIVERY });
    scenario.index(instrument, "60000");
    scenario.order(bob, instrument, { side: "sell", price: "60000", size });
    scenario.order(alice, instrument, { side: "buy", price: "60000", size });
    scenario.order(bob, instrument, { side: "sell", price: "63000", size: "1" });
  }
  const index = (price: string): void => {
    for (const instrument of [linear, inverse]) scenario.index(instrument, price);
  };
  return { linear, inverse, alice, bob, index };
}

it("positions close at the average index of the last hour, and the rest is over", () => {
  const { alice, bob, index, inverse, linear } = opened();
  scenario.pass(23 * HOUR_MS);
  // A third of the hour each at 60,000, 61,500 and 63,000: 61,500 on average.
  for (const price of ["60000", "61500", "63000"]) {
    index(price);
    scenario.pass(20 * MINUTE_MS);
  }
  const fixed = scenario.eventsOf("delivery_fixed").map((one) => [one.instrument, one.price]);
  expect(fixed).toEqual([
    [linear, 615_000],
    [inverse, 615_000],
  ]);
  // Two Bitcoin earned 1,500 each; 12,000 dollars were 0.2 BTC and are 0.19512195.
  expect(scenario.balance(alice, "usdt_futures", "USDT")).toBe("103000");
  expect(scenario.balance(bob, "usdt_futures", "USDT")).toBe("97000");
  expect(scenario.balance(alice, "coin_futures", "BTC")).toBe("2.00487805");
  expect(scenario.balance(bob, "coin_futures", "BTC")).toBe("1.99512195");
  const ended = scenario.eventsOf("order_closed").filter(({ reason }) => reason === "delivery");
  expect(ended).toHaveLength(2);
  expect(scenario.eventsOf("funding_fixed")).toEqual([]);
  expect(scenario.state.instruments.map(({ status }) => status)).toEqual(["offline", "offline"]);
});

it("in the last ten minutes positions can only be closed", () => {
  const { bob, linear } = opened();
  scenario.pass(24 * HOUR_MS - 10 * MINUTE_MS - 5_000);
  scenario.order(bob, linear, { side: "buy", price: "59000", size: "1" });
  scenario.pass(5_000);
  const late = () => scenario.order(bob, linear, { side: "buy", price: "59000", size: "1" });
  expect(late).toThrow("delivery_near");
});

it("an index that dies before the hour holds the delivery back until it lives again", () => {
  const { alice, index } = opened();
  scenario.pass(22 * HOUR_MS);
  scenario.loseIndex();
  scenario.pass(3 * HOUR_MS);
  expect(scenario.eventsOf("delivery_fixed")).toEqual([]);
  expect(scenario.state.instruments.map(({ status }) => status)).toEqual(["halted", "halted"]);
  index("62000");
  scenario.pass(MINUTE_MS);
  expect(scenario.balance(alice, "usdt_futures", "USDT")).toBe("104000");
});
