import { expect, it } from "vitest";
import {
  balanceChangeAct,
  changeFaults,
  creditableWallets,
  type WrittenChange,
} from "./balance-change.ts";

const CREDIT: WrittenChange = {
  ...{ isDebit: false, wallet: "spot", coin: " usdt ", amount: " 1000.50 ", reference: "" },
};
const nothing = (): void => {};

it("credits what is written, with the code of the coin in capitals", () => {
  const act = balanceChangeAct("1000000042", CREDIT, { fourEyesUsd: 5_000 }, nothing);
  expect(act).toMatchObject({
    path: "/users/1000000042/credits",
    body: { wallet: "spot", coin: "USDT", amount: "1000.50" },
    repeat: "1000.50 USDT",
  });
  expect(act?.effects.at(-1)).toContain("Above 5000 USD a day");
  expect(act?.done({ status: "done" })).toBe("1000.50 USDT are credited");
  expect(act?.done({ status: "waiting" })).toContain("second person");
});

it("debits with the reference, and says that there is no limit", () => {
  const written = { ...CREDIT, isDebit: true, reference: " ticket 4711 " };
  const act = balanceChangeAct("1000000042", written, { fourEyesUsd: 0 }, nothing);
  expect(act).toMatchObject({
    path: "/users/1000000042/debits",
    body: { reference: "ticket 4711" },
  });
  expect(act?.effects).toEqual([
    expect.stringContaining("1000.50 USDT leave the wallet spot"),
    expect.stringContaining("may move out"),
    expect.stringContaining("no limit"),
  ]);
});

it.each(["", "0", "0.00", "-1", "1e3", "1,000", "Infinity"])("sends no amount %j", (amount) => {
  const written = { ...CREDIT, amount };
  expect(balanceChangeAct("1", written, { fourEyesUsd: 0 }, nothing)).toBeUndefined();
  expect("amount" in changeFaults(written)).toBe(amount !== "");
});

it.each(["", "U", "US DT", "../x"])("sends no coin %j", (coin) => {
  const written = { ...CREDIT, coin };
  expect(balanceChangeAct("1", written, { fourEyesUsd: 0 }, nothing)).toBeUndefined();
  expect("coin" in changeFaults(written)).toBe(coin !== "");
});

it("offers the wallets of the kind of account", () => {
  expect(creditableWallets("unified").map(([wallet]) => wallet)).toEqual(["unified", "funding"]);
  expect(creditableWallets("classic").map(([wallet]) => wallet)).toContain("coin_futures");
});
