import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { HistoryFault } from "../../projections/history/history-fault.ts";
import { MARKET_READS_MAX, QUERIES_MAX } from "../../projections/history/limits.ts";
import { PendingRequests } from "./pending-requests.ts";

const PAGE = { rows: [], hasMore: false, appliedSeq: 1 };
const FAULT = new HistoryFault("storage", "no answer in time");

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

function setUp() {
  const outcomes: string[] = [];
  const sent: number[] = [];
  const pending = new PendingRequests((id) => pending.giveUp(id, FAULT));
  const add = (count: number, isOfMarket = false): void => {
    for (let one = 0; one < count; one++) {
      pending
        .add({ isOfMarket, waitMs: 1_000 }, (id) => sent.push(id))
        .then(
          () => outcomes.push("answered"),
          ({ code }: HistoryFault) => outcomes.push(code),
        );
    }
  };
  const outcomesSoFar = async (): Promise<string[]> => {
    await vi.advanceTimersByTimeAsync(0);
    return outcomes.splice(0);
  };
  return { add, outcomesSoFar, pending, sent };
}

it("requests that were given up count until the thread has answered them", async () => {
  const { add, outcomesSoFar, pending, sent } = setUp();
  add(QUERIES_MAX);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await outcomesSoFar()).toEqual(Array(QUERIES_MAX).fill("storage"));
  add(1);
  expect(await outcomesSoFar()).toEqual(["busy"]);
  const [first = 0, second = 0] = sent;
  pending.answer(first, () => {
    throw new Error("nobody waits for the page");
  });
  pending.refuse(second, FAULT);
  add(3);
  expect(await outcomesSoFar()).toEqual(["busy"]);
  expect(sent).toHaveLength(QUERIES_MAX + 2);
});

it("few of them are reads of the market, and others do not count as such", async () => {
  const { add, outcomesSoFar, pending, sent } = setUp();
  add(MARKET_READS_MAX + 2, true);
  expect(await outcomesSoFar()).toEqual(["busy", "busy"]);
  add(QUERIES_MAX - MARKET_READS_MAX);
  expect(await outcomesSoFar()).toEqual([]);
  pending.answer(sent[0] ?? 0, () => PAGE);
  add(1, true);
  expect(await outcomesSoFar()).toEqual(["answered"]);
  add(1, true);
  expect(await outcomesSoFar()).toEqual(["busy"]);
});

it("a thread that ended has none", async () => {
  const { add, outcomesSoFar, pending } = setUp();
  add(MARKET_READS_MAX, true);
  await vi.advanceTimersByTimeAsync(1_000);
  pending.refuseAll(FAULT);
  await outcomesSoFar();
  add(MARKET_READS_MAX, true);
  expect(await outcomesSoFar()).toEqual([]);
});
