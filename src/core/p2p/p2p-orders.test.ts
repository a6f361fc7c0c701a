import { expect, it } from "vitest";
import { P2pFixture } from "../../../test/support/p2p-fixture.ts";

it("orders are counted by ad, merchant and taker until they end", () => {
  const core = new P2pFixture();
  const [first, second] = [core.ad("sell"), core.ad("buy")];
  const { orders } = core.state.p2p;
  const [bought, sold] = [core.order(first), core.order(second)];
  const idsOf = (user: number) => orders.ofUser(user).map(({ id }) => id);
  expect([orders.countOfAd(first), orders.countOfAd(second)]).toEqual([1, 1]);
  expect(orders.countOfMaker(core.merchant)).toBe(2);
  expect(orders.countOfMaker(core.taker)).toBe(0);
  expect([...orders.takenBy(core.taker)].map(({ id }) => id)).toEqual([bought, sold]);
  expect([idsOf(core.merchant), idsOf(core.taker)]).toEqual([
    [bought, sold],
    [bought, sold],
  ]);
  core.step(core.taker, bought, "cancel");
  expect([orders.countOfAd(first), orders.countOfMaker(core.merchant)]).toEqual([0, 1]);
  expect(idsOf(core.taker)).toEqual([sold]);
  const open = orders.get(sold);
  expect(open !== undefined && orders.delete(open)).toBe(true);
  expect(open !== undefined && orders.delete(open)).toBe(false);
  if (open !== undefined) orders.add(open);
  // The next command ends in the audit.
  core.step(core.merchant, sold, "cancel");
  expect(idsOf(core.merchant)).toEqual([]);
});
