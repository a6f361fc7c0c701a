/** Channels that bitget-api's clients leave: nothing more comes of them, and the others go on. */
import { describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import {
  lastRow,
  type Push,
  subscribed,
  websocketV2,
  websocketV3,
} from "./support/bitget-api-sockets.ts";
import { openExchange } from "./support/conformance-exchange.ts";
import { openCounterparty } from "./support/counterparty.ts";
import { proves } from "./support/proves.ts";

const symbol = "BTCUSDT";
const exchange = await openExchange();
const bob = await openCounterparty(exchange);
const carol = await openCounterparty(exchange);

async function trade(price: string): Promise<void> {
  await bob.spot(symbol, { side: "sell", size: "0.1", price });
  await carol.spot(symbol, { side: "buy", size: "0.1", price });
}

type Arg = Readonly<Record<string, string>>;

/** Leaves the trades, and expects that the best price goes on while they do not. */
async function expectEnd(
  listening: {
    readonly pushes: readonly Push[];
    readonly replies: readonly Readonly<Record<string, unknown>>[];
  },
  channels: { readonly trades: Arg; readonly best: Arg },
  leave: () => Promise<unknown>,
): Promise<void> {
  const { pushes, replies } = listening;
  const has = (push: Push, arg: Arg): boolean =>
    Object.entries(arg).every(([name, value]) => push.arg[name] === value);
  const tradesSeen = () => pushes.filter((push) => has(push, channels.trades)).length;
  await trade("60000");
  await eventually("the trade", () => lastRow(pushes, channels.trades));
  await leave();
  await eventually("the acknowledgement", () =>
    replies.some(({ event }) => event === "unsubscribe"),
  );
  const before = tradesSeen();
  await trade("60050");
  await bob.spot(symbol, { side: "sell", size: "0.7", price: "60100" });
  await eventually("the best price after the trade", () =>
    lastRow(pushes, channels.best, (row) =>
      JSON.stringify(row["asks"] ?? row["a"]).includes("60100"),
    ),
  );
  expect(tradesSeen()).toBe(before);
  await bob.clearSpot(symbol);
}

describe("a channel that is left", () => {
  it("pushes nothing more to WebsocketClientV2", async () => {
    proves("WebsocketClientV2.subscribe", "v2 channel trade", "v2 channel books1");
    proves("WebsocketClientV2.unsubscribe", "v2 channel trade");
    const listening = websocketV2(exchange);
    const of = (channel: string) => ({ instType: "SPOT", channel, instId: symbol });
    const topic = (name: "trade" | "books1") => ({
      topic: name,
      payload: { instType: "SPOT" as const, instId: symbol },
    });
    await listening.client.subscribe([topic("trade"), topic("books1")], "v2Public");
    for (const channel of ["trade", "books1"]) await subscribed(listening, of(channel));
    await expectEnd(listening, { trades: of("trade"), best: of("books1") }, () =>
      Promise.resolve(listening.client.unsubscribe(topic("trade"), "v2Public")),
    );
  });

  it("pushes nothing more to WebsocketClientV3", async () => {
    proves("WebsocketClientV3.unsubscribe", "v3 channel publicTrade");
    const listening = websocketV3(exchange);
    const of = (topic: string) => ({ instType: "spot", topic, symbol });
    // The client's types know no books1.
    const asked = (name: string) => ({
      topic: name as "books",
      payload: { instType: "spot" as const, symbol },
    });
    await listening.client.subscribe([asked("publicTrade"), asked("books1")], "v3Public");
    for (const topic of ["publicTrade", "books1"]) await subscribed(listening, of(topic));
    await expectEnd(listening, { trades: of("publicTrade"), best: of("books1") }, () =>
      Promise.resolve(listening.client.unsubscribe(asked("publicTrade"), "v3Public")),
    );
  });
});
