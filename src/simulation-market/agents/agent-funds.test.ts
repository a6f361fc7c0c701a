import { describe, expect, it } from "vitest";
import { EventScript } from "../../../test/support/event-script.ts";
import { BTC_SPOT, VirtualExchange } from "../../../test/support/virtual-exchange.ts";
import { EventReader } from "../../core/events/event-buffer.ts";
import { type Atoms, atoms } from "../../core/money/units.ts";
import { AgentFundsWatch } from "./agent-funds.ts";

const HOUR_MS = 3_600_000;
const START_MS = 1_780_000_000_000;
const USER = 5;

function watchOne(balance: bigint) {
  const exchange = new VirtualExchange(START_MS);
  const { quote } = exchange.list(BTC_SPOT);
  const credit = { wallet: "spot", currency: quote, amount: 1_000n } as const;
  const agents = [{ user: USER, credits: [credit] }];
  const accounts = { balance: () => balance, position: () => 0, hasOpenOrders: () => false };
  const watch = new AgentFundsWatch(agents, exchange.instruments, accounts);
  /** Reports a fill that leaves the user so much. */
  const fill = (user: number, quoteBalance: bigint): void => {
    const fields = {
      user,
      instrument: 0,
      baseBalance: atoms(0n),
      quoteBalance: atoms(quoteBalance),
    };
    const reader = new EventReader(
      new EventScript().command(1, START_MS).emit("order_filled", fields).take(),
    );
    while (reader.next()) watch.read(reader);
  };
  const amountsAt = (nowMs: number): bigint[] => watch.needed(nowMs).map(({ amount }) => amount);
  return { watch, credit, fill, amountsAt };
}

describe("the funds of agents", () => {
  it("are not replaced while a wallet has two fifths of its first credit", () => {
    const { amountsAt, fill } = watchOne(1_000n);
    fill(USER, 400n);
    expect(amountsAt(START_MS)).toEqual([]);
  });

  it("are replaced below, once", () => {
    const { credit, fill, watch } = watchOne(1_000n);
    fill(USER, 399n);
    expect(watch.needed(START_MS)).toEqual([{ ...credit, user: USER, amount: 601n }]);
    expect(watch.needed(START_MS)).toEqual([]);
  });

  it("are replaced up to one first credit in an hour, and then end until the hour is over", () => {
    const { amountsAt, fill } = watchOne(1_000n);
    fill(USER, 300n);
    expect(amountsAt(START_MS)).toEqual([700n]);
    fill(USER, 100n);
    expect(amountsAt(START_MS + 1)).toEqual([300n]);
    fill(USER, 0n);
    expect(amountsAt(START_MS + HOUR_MS - 1)).toEqual([]);
    expect(amountsAt(START_MS + HOUR_MS)).toEqual([1_000n]);
  });

  it("are those of the exchange at the start", () => {
    const { amountsAt } = watchOne(100n);
    expect(amountsAt(START_MS)).toEqual([900n]);
  });

  it("do not depend on the fills of others", () => {
    const { amountsAt, fill } = watchOne(1_000n as Atoms);
    fill(USER + 1, 1n);
    expect(amountsAt(START_MS)).toEqual([]);
  });
});
