import { expect, it } from "vitest";
import { LISTINGS, VirtualExchange } from "../../../test/support/virtual-exchange.ts";
import { FundsWatch } from "./funds-watch.ts";

function watchOne() {
  const exchange = new VirtualExchange(0);
  for (const listing of LISTINGS) exchange.list(listing);
  const [spot] = exchange.instruments;
  const credit = { wallet: "spot", currency: spot?.quote ?? -1, amount: 1_000n } as const;
  const watch = new FundsWatch([{ user: 5, credits: [credit] }], exchange.instruments);
  return { watch, credit };
}

it("requests no funds while a wallet holds enough", () => {
  const { watch } = watchOne();
  watch.observe({ user: 5, instrument: 0, base: 0n, quote: 400n });
  expect(watch.needed()).toEqual([]);
});

it("requests the missing funds once less than two fifths remain", () => {
  const { watch, credit } = watchOne();
  watch.observe({ user: 5, instrument: 0, base: 0n, quote: 399n });
  expect(watch.needed()).toEqual([{ ...credit, user: 5, amount: 601n }]);
  expect(watch.needed()).toEqual([]);
});

it("tracks only the wallets of its agents", () => {
  const { watch } = watchOne();
  watch.observe({ user: 6, instrument: 0, base: 0n, quote: 1n });
  watch.observe({ user: 5, instrument: 2, base: 0n, quote: 1n });
  expect(watch.needed()).toEqual([]);
});
