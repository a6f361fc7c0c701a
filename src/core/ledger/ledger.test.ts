import { describe, expect, test } from "vitest";
import { atoms } from "../money/units.ts";
import { Ledger, WALLET_INDEX } from "./ledger.ts";

const { outside_world: outside, spot } = WALLET_INDEX;

/** A ledger in which user 7 has 100 atoms of currency 1. */
function openedLedger() {
  const ledger = new Ledger();
  const source = ledger.account(0, outside, 1);
  const account = ledger.account(7, spot, 1);
  ledger.post(source, account, atoms(100n));
  return { account, ledger, source };
}

describe("the ledger", () => {
  test("moves money between accounts and keeps the sum", () => {
    const { account, ledger, source } = openedLedger();
    expect(ledger.balance(account)).toBe(100n);
    expect(ledger.balance(source)).toBe(-100n);
    expect(ledger.find(7, spot, 1)).toBe(account);
    expect(ledger.find(7, spot, 2)).toBe(0);
  });

  test("counts the hold as part of the balance", () => {
    const { account, ledger } = openedLedger();
    ledger.reserve(account, atoms(60n));
    expect(ledger.balance(account)).toBe(100n);
    expect(ledger.available(account)).toBe(40n);
    ledger.release(account, atoms(25n));
    expect(ledger.available(account)).toBe(65n);
  });

  test("does not release more than was held", () => {
    const { account, ledger } = openedLedger();
    ledger.reserve(account, atoms(60n));
    expect(() => ledger.release(account, atoms(61n))).toThrow("no more is released than was held");
    expect(() => ledger.release(account, atoms(-1n))).toThrow("a release is not negative");
  });

  test("does not post to the paying account, to another currency or a negative amount", () => {
    const { account, ledger, source } = openedLedger();
    const other = ledger.account(7, spot, 2);
    expect(() => ledger.post(account, account, atoms(1n))).toThrow("between two accounts");
    expect(() => ledger.post(account, other, atoms(1n))).toThrow("within one currency");
    expect(() => ledger.post(account, source, atoms(-1n))).toThrow("no negative amount");
    expect(() => ledger.post(account, 0, atoms(1n))).toThrow("names both accounts");
  });

  test("restores an account once, and only an account that is open", () => {
    const { account, ledger } = openedLedger();
    const restored = new Ledger();
    restored.restore(restored.account(7, spot, 1), ledger.balance(account), atoms(10n));
    expect(restored.available(1)).toBe(90n);
    expect(() => restored.restore(1, atoms(5n), atoms(0n))).toThrow("restored once");
    expect(() => restored.restore(2, atoms(5n), atoms(0n))).toThrow("has been opened");
  });
});
