import { expect, it } from "vitest";
import type { ChannelArg, ChannelListener, ExchangeSocket } from "../wire/socket.ts";
import { AccountFeed } from "./account-feed.ts";

/** A feed of two channels on a socket that the test speaks for, with its loads. */
function feedOfTwo() {
  const listeners: ChannelListener[] = [];
  const socket = {
    subscribe(_arg: ChannelArg, listener: ChannelListener) {
      listeners.push(listener);
      return () => {};
    },
  };
  const loads: (() => void)[] = [];
  const pushed: boolean[] = [];
  const channel = (name: string) => ({
    arg: { instType: "SPOT", channel: name },
    push: () => pushed.push(feed.isLoadAhead()),
  });
  const feed = new AccountFeed(
    socket as unknown as ExchangeSocket,
    [channel("orders"), channel("account")],
    () => new Promise((resolve) => loads.push(resolve)),
  );
  const [orders, account] = listeners;
  if (orders === undefined || account === undefined) throw new Error("both channels are asked for");
  return { account, feed, loads, orders, pushed };
}

it("loads once all channels are open: what they push before is covered by the load", async () => {
  const { account, feed, loads, orders, pushed } = feedOfTwo();
  const push = { action: "snapshot", data: [] } as never;
  orders.subscribed?.();
  orders.push(push);
  expect([pushed, loads.length]).toEqual([[true], 0]);
  account.subscribed?.();
  account.push(push);
  // The answer of the load may be older than this push.
  expect([pushed, loads.length]).toEqual([[true, false], 1]);
  loads[0]?.();
  await expect.poll(() => feed.isCurrent()).toBe(true);
});

it("loads again after a lost connection, and not before all channels are open again", () => {
  const { account, feed, loads, orders } = feedOfTwo();
  for (const { subscribed } of [orders, account]) subscribed?.();
  expect(loads).toHaveLength(1);
  for (const { restart } of [orders, account]) restart?.();
  expect([feed.isLoadAhead(), feed.isCurrent()]).toEqual([true, false]);
  orders.subscribed?.();
  expect(feed.isLoadAhead()).toBe(true);
});
