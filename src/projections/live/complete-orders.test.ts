import { expect, it } from "vitest";
import { CoreFixture } from "../../../test/support/core-fixture.ts";
import { LINEAR } from "../../../test/support/core-listings.ts";
import { HistoryFault } from "../history/history-fault.ts";
import type { NamedOrdersQuery } from "../history/queries.ts";
import type { OrderRow } from "../history/tables.ts";
import { completeOrders } from "./complete-orders.ts";
import { LiveViews } from "./live-views.ts";
import { seedLiveViews } from "./seed-live-views.ts";

const KEPT = { leverage: 7, realisedPnl: 12n, updatedAtMs: Number.MAX_SAFE_INTEGER };

/** Orders of a user: fewer than the limit. */
const ORDERS_EACH = 300;

/** A view with orders as after a start, and a history with given answers. */
function restarted(orders: number) {
  const core = new CoreFixture();
  let user = 0;
  for (let count = 0; count < orders; count++) {
    if (count % ORDERS_EACH === 0) user = core.rich(`user of ${count}`);
    core.place({ user, instrument: LINEAR, side: "buy", price: 90, size: 5 });
  }
  const views = new LiveViews(core.state.instruments);
  seedLiveViews(views, core.state);
  const asked: number[] = [];
  const stopping = new AbortController();
  /** Answers the n-th read by the filled lots, or with the fault, that are the n-th of `answers`. */
  const complete = async (answers: readonly (number | HistoryFault)[]): Promise<void> => {
    await completeOrders({
      orders: views.orders,
      signal: stopping.signal,
      pause: async () => undefined,
      history: {
        namedOrders: async (query: NamedOrdersQuery) => {
          const answer = answers[asked.length] ?? 0;
          asked.push(query.orders.length);
          if (asked.length === answers.length) stopping.abort();
          if (answer instanceof HistoryFault) throw answer;
          const rows = query.orders.map(
            ({ orderId: id }) => ({ id, filled: answer, ...KEPT }) as unknown as OrderRow,
          );
          return { rows, hasMore: false, appliedSeq: 0 };
        },
      },
    });
  };
  return { asked, complete, open: () => Array.from(views.orders.everyOpen()) };
}

it("reads all orders by pages", async () => {
  const { asked, complete, open } = restarted(1_001);
  await complete([0, 0, 0]);
  expect(asked).toEqual([1_000, 1]);
  for (const order of open()) expect(order).toMatchObject(KEPT);
});

it("reads an order again that was filled before the row arrived", async () => {
  const { asked, complete, open } = restarted(1);
  await complete([3, 2, 0, 0]);
  expect(asked).toEqual([1, 1, 1]);
  expect(open()).toMatchObject([KEPT]);
});

it("leaves an order as it is whose row never agrees", async () => {
  const { asked, complete, open } = restarted(1);
  await complete(Array.from({ length: 99 }, () => 4));
  expect(asked.length).toBe(10);
  expect(open()).toMatchObject([{ realisedPnl: 0n }]);
});

it("tries again after a fault of the history, until the exchange stops", async () => {
  const { asked, complete, open } = restarted(1);
  const fault = new HistoryFault("behind", "the history lags");
  await complete([fault, fault, 0, 0]);
  expect(asked).toEqual([1, 1, 1]);
  expect(open()).toMatchObject([KEPT]);
  const stopped = restarted(1);
  await stopped.complete([fault, fault]);
  expect(stopped.open()).toMatchObject([{ realisedPnl: 0n }]);
});
