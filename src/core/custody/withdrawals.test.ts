import { beforeEach, describe, expect, test } from "vitest";
import { chainTermsDraft } from "../../../test/support/chain-drafts.ts";
import { CoreFixture, kinds } from "../../../test/support/core-fixture.ts";
import { COIN, USD } from "../../../test/support/core-listings.ts";
import { DAY_MS, OPEN_WITHDRAWALS_MAX } from "../base/limits.ts";
import type { DraftOf } from "../commands/commands.ts";
import { atoms } from "../money/units.ts";

const MAIN = 0;
const RAW = Uint8Array.of(1, 2, 3);

let core: CoreFixture;
let alice: number;
let desk: number;
let bob: number;

beforeEach(() => {
  core = new CoreFixture();
  const terms = { withdrawFee: atoms(3n), extraFeeE6: 10_000, withdrawMin: atoms(20n) };
  core.run(chainTermsDraft({ currency: USD, ...terms, unattendedMax: atoms(500n) }));
  alice = core.user("alice", [["spot", USD, 1_000]]);
  desk = core.user("desk", [["spot", USD, 1_000]], { parent: alice + 1 });
  bob = core.user("bob", [["spot", USD, 50]]);
  list(alice, { address: "a1" });
  list(alice, { addressKind: "internal", toUser: bob });
});

function list(user: number, fields: Partial<Omit<DraftOf<"add_address">, "kind">>): void {
  const usual = { addressKind: "regular", chain: MAIN, address: "", tag: "" } as const;
  core.run({ kind: "add_address", user, ...usual, label: "", toUser: 0, ...fields });
}

/** Removes the oldest entry with an address from alice's book. */
function unlist(address: string) {
  const entry = (core.state.custody.books.get(alice) ?? []).find((one) => one.address === address);
  return core.run({ kind: "remove_address", user: alice, address: entry?.id ?? 0 });
}

type Asked = Partial<Omit<DraftOf<"request_withdrawal">, "kind" | "size">> & { size?: bigint };

function request({ size = 100n, ...fields }: Asked = {}) {
  const usual = { user: alice, wallet: "spot", chain: MAIN, address: "a1", tag: "" } as const;
  const texts = { clientWithdrawalId: "", remark: "" };
  const money = { size: atoms(size) };
  return core.run({ kind: "request_withdrawal", ...usual, ...texts, ...money, ...fields });
}

const lastId = (): number => core.state.outcome.id;

function sign(withdrawal: number) {
  const signed = { transactionId: `t${withdrawal}`, rawTransaction: RAW };
  return core.run({ kind: "sign_withdrawal", withdrawal, ...signed });
}

function report(withdrawal: number, what: "accepted" | "refused", confirmations = 0) {
  return core.run({ kind: "report_withdrawal", withdrawal, report: what, confirmations });
}

function decide(withdrawal: number, isApproved: boolean) {
  return core.run({ kind: "review_withdrawal", withdrawal, isApproved });
}

function cancel(withdrawal: number, user = alice) {
  return core.run({ kind: "cancel_withdrawal", user, withdrawal, clientWithdrawalId: "" });
}

const moneyOf = (user: number): readonly bigint[] => [
  core.money(user, "spot", USD)[0],
  core.money(user, "withdrawing", USD)[0],
];

describe("a withdrawal", () => {
  test("is held, signed, sent and completed; debit is what was sent plus the fee", () => {
    expect(kinds(request())).toEqual(["funds_moved", "withdrawal_changed", "custody_noted"]);
    const id = lastId();
    expect(moneyOf(alice)).toEqual([900n, 100n]);
    expect(sign(id)).toMatchObject([{ status: "signed", transactionId: `t${id}` }]);
    expect(report(id, "accepted")).toMatchObject([{ status: "broadcast" }]);
    expect(report(id, "accepted", 1)).toMatchObject([{ status: "broadcast", confirmations: 1 }]);
    const done = report(id, "accepted", 2);
    expect(done).toMatchObject([
      { kind: "funds_moved", reason: "withdrawal", amount: 96n, toWallet: "outside_world" },
      { kind: "funds_moved", reason: "withdrawal_fee", amount: 4n, toWallet: "fees" },
      { kind: "withdrawal_changed", status: "confirmed", debit: 100n, fee: 4n },
    ]);
    expect(moneyOf(alice)).toEqual([900n, 0n]);
    report(id, "accepted", 3);
    expect(core.rejection).toBe("withdrawal_not_found");
  });

  test("that the chain refuses is refunded, but never one that it accepted", () => {
    request();
    const [id] = [lastId()];
    sign(id);
    expect(report(id, "refused")).toMatchObject([{ amount: 100n }, { status: "failed" }]);
    expect(moneyOf(alice)).toEqual([1_000n, 0n]);
    request();
    const sent = lastId();
    sign(sent);
    report(sent, "accepted");
    report(sent, "refused");
    expect(core.rejection).toBe("withdrawal_status_blocked");
    expect(moneyOf(alice)).toEqual([900n, 100n]);
  });

  test("is signed once: other bytes are refused, also after a restart", () => {
    request();
    const id = lastId();
    sign(id);
    core.restart();
    sign(id);
    expect(core.rejection).toBe("withdrawal_status_blocked");
    expect(core.state.custody.withdrawals.get(id)?.rawTransaction).toEqual(RAW);
  });

  test("can be cancelled by its user until it is signed", () => {
    request();
    const id = lastId();
    cancel(id, bob);
    expect(core.rejection).toBe("withdrawal_not_found");
    cancel(id, desk);
    expect(core.rejection).toBe("withdrawal_not_found");
    expect(cancel(id)).toMatchObject([{ amount: 100n }, { status: "cancelled" }]);
    request();
    const signed = lastId();
    sign(signed);
    cancel(signed);
    expect(core.rejection).toBe("withdrawal_status_blocked");
  });

  test("is cancelled by its client id", () => {
    request({ clientWithdrawalId: "c1" });
    const named = { user: alice, withdrawal: 0, clientWithdrawalId: "c1" };
    expect(core.run({ kind: "cancel_withdrawal", ...named })).toMatchObject([
      {},
      { status: "cancelled" },
    ]);
  });

  test("under one client id has one effect, and other terms are refused", () => {
    request({ clientWithdrawalId: "c1" });
    const id = lastId();
    core.restart();
    for (let times = 0; times < 100; times++) {
      expect(request({ clientWithdrawalId: "c1" })).toEqual([]);
      expect(lastId()).toBe(id);
    }
    request({ clientWithdrawalId: "c1", size: 101n });
    expect(core.rejection).toBe("duplicate_client_withdrawal_id");
    expect(moneyOf(alice)).toEqual([900n, 100n]);
  });

  test("beyond the day's unattended total waits for the operator, however it is split", () => {
    const statuses = [200n, 200n, 101n, 100n].map((size) => request({ size })[1]);
    expect(statuses).toMatchObject([
      { status: "approved" },
      { status: "approved" },
      { status: "review" },
      { status: "approved" },
    ]);
    expect(request({ user: desk, size: 20n })[1]).toMatchObject({ status: "review" });
    core.passMs(DAY_MS);
    expect(request({ user: desk, size: 20n })[1]).toMatchObject({ status: "approved" });
  });

  test("in review leaves only with the operator's approval", () => {
    request({ size: 600n });
    const id = lastId();
    sign(id);
    expect(core.rejection).toBe("withdrawal_status_blocked");
    expect(decide(id, true)).toMatchObject([{ status: "approved" }]);
    decide(id, false);
    expect(core.rejection).toBe("withdrawal_status_blocked");
    expect(sign(id)).toMatchObject([{ status: "signed" }]);
    core.run(chainTermsDraft({ currency: USD, unattendedMax: atoms(299n) }));
    request({ size: 300n });
    const refused = { kind: "review_withdrawal", withdrawal: lastId(), isApproved: false } as const;
    expect(core.run(refused)).toMatchObject([{ amount: 300n }, { status: "rejected" }]);
  });

  test("of an account under review is refused, and stops even if it was approved before", () => {
    request();
    const id = lastId();
    const held = { isHeld: true, reason: "operator_decision" } as const;
    core.run({ kind: "set_user_review", user: desk, ...held });
    sign(id);
    expect(core.rejection).toBe("account_under_review");
    request();
    expect(core.rejection).toBe("account_under_review");
    internally({});
    expect(core.rejection).toBe("account_under_review");
    core.run({ kind: "set_user_review", user: alice, ...held, isHeld: false });
    expect(sign(id)).toMatchObject([{ status: "signed" }]);
  });

  test("of a frozen user is refused, and stops even if it was approved before", () => {
    request();
    const id = lastId();
    const access = { kind: "set_user_access", user: alice, permissions: "" } as const;
    core.run({ ...access, status: "frozen" });
    sign(id);
    expect(core.rejection).toBe("account_frozen");
    request();
    expect(core.rejection).toBe("account_frozen");
    internally({});
    expect(core.rejection).toBe("account_frozen");
    expect(moneyOf(alice)).toEqual([900n, 100n]);
    core.restart();
    core.run({ ...access, status: "normal" });
    expect(sign(id)).toMatchObject([{ status: "signed" }]);
  });

  test("goes back to the operator when its address is removed before it is signed", () => {
    request();
    const approved = lastId();
    request();
    const signed = lastId();
    sign(signed);
    request({ user: desk, size: 200n });
    const ofDesk = lastId();
    list(alice, { address: "a2" });
    request({ address: "a2" });
    const elsewhere = lastId();
    expect(unlist("a1")).toMatchObject([
      { kind: "address_removed", user: alice },
      { kind: "withdrawal_changed", withdrawalId: approved, status: "review" },
      { kind: "withdrawal_changed", withdrawalId: ofDesk, status: "review", user: desk },
    ]);
    core.restart();
    sign(approved);
    expect(core.rejection).toBe("withdrawal_status_blocked");
    decide(approved, true);
    expect(core.rejection).toBe("address_not_in_book");
    expect(moneyOf(alice)).toEqual([700n, 300n]);
    expect(decide(ofDesk, false)).toMatchObject([{ amount: 200n }, { status: "rejected" }]);
    expect(moneyOf(desk)).toEqual([1_000n, 0n]);
    expect(report(signed, "accepted")).toMatchObject([{ status: "broadcast" }]);
    expect(sign(elsewhere)).toMatchObject([{ status: "signed" }]);
    list(alice, { address: "a1", tag: "7" });
    decide(approved, true);
    expect(core.rejection, "another tag is another address").toBe("address_not_in_book");
    list(alice, { address: "a1" });
    expect(decide(approved, true)).toMatchObject([{ status: "approved" }]);
    expect(sign(approved)).toMatchObject([{ status: "signed" }]);
  });

  test("stays approved while another entry of the book covers its address", () => {
    list(alice, { addressKind: "universal", address: "a1" });
    request();
    const id = lastId();
    expect(unlist("a1")).toMatchObject([{ kind: "address_removed" }]);
    expect(unlist("a1")[1]).toMatchObject({ withdrawalId: id, status: "review" });
  });

  test("in review is not approved without its address, and its user can still cancel it", () => {
    request({ size: 600n });
    const id = lastId();
    expect(unlist("a1")).toMatchObject([{ kind: "address_removed" }]);
    decide(id, true);
    expect(core.rejection).toBe("address_not_in_book");
    expect(cancel(id)).toMatchObject([{ amount: 600n }, { status: "cancelled" }]);
    expect(moneyOf(alice)).toEqual([1_000n, 0n]);
  });

  test("with an invoice pays the size and the fee on top", () => {
    core.run(chainTermsDraft({ currency: USD, isByInvoice: true, withdrawFee: atoms(5n) }));
    expect(request()[1]).toMatchObject({ debit: 105n, fee: 5n });
  });

  test("holds what no order, transfer or further withdrawal can use", () => {
    request({ size: 950n });
    core.transfer({ user: alice, from: "spot", to: "funding", currency: USD, amount: 51 });
    expect(core.rejection).toBe("insufficient_available");
    core.place({ user: alice, side: "buy", price: 100, size: 1 });
    expect(core.rejection).toBe("insufficient_available");
    request({ size: 51n });
    expect(core.rejection).toBe("insufficient_available");
    for (const wallet of ["withdrawing", "outside_world"] as const) {
      core.transfer({ user: alice, from: wallet, to: "spot", currency: USD, amount: 1 });
      expect(core.rejection).toBe("wallet_not_allowed");
      request({ wallet });
      expect(core.rejection).toBe("wallet_not_allowed");
    }
  });

  test("is one of at most so many of a user in progress", () => {
    for (let count = 0; count < OPEN_WITHDRAWALS_MAX; count++) request({ size: 20n });
    request({ size: 20n });
    expect(core.rejection).toBe("withdrawals_limit_reached");
  });

  test.each([
    ["user_not_found", { user: 0 }],
    ["chain_not_found", { chain: 7 }],
    ["amount_not_positive", { size: 0n }],
    ["amount_too_large", { size: 2n ** 62n }],
    ["amount_below_minimum", { size: 19n }],
    ["insufficient_available", { size: 1_001n }],
    ["address_not_in_book", { address: "a2" }],
    ["address_not_in_book", { address: "a1", tag: "9" }],
    ["address_not_in_book", { user: 4 }],
    ["address_out_of_bounds", { address: "two words" }],
    ["address_out_of_bounds", { remark: "caf\u00e9" }],
  ] as const)("is refused: %s %o", (reason, change) => {
    request(change);
    expect(core.rejection).toBe(reason);
  });

  test("keeps to scale and step, needs a tag where one is needed, and an open chain", () => {
    core.run({ kind: "list_currency", code: "FINE", decimals: 4, isPractice: false });
    const FINE = lastId();
    const terms = { currency: FINE, withdrawDecimals: 2, withdrawStep: atoms(500n) };
    core.run(chainTermsDraft({ ...terms, needsTag: true }));
    const chain = lastId();
    core.run({
      kind: "credit",
      ...{ user: alice, wallet: "spot", currency: FINE, amount: atoms(9_000n) },
    });
    request({ chain, size: 1_050n });
    expect(core.rejection).toBe("amount_off_step");
    request({ chain, size: 600n });
    expect(core.rejection).toBe("amount_off_step");
    request({ chain, size: 1_000n });
    expect(core.rejection).toBe("tag_missing");
    list(alice, { chain, address: "f1", tag: "7" });
    request({ chain, size: 1_000n, address: "f1", tag: "7" });
    expect(core.rejection).toBeUndefined();
    core.run(chainTermsDraft({ ...terms, withdrawFee: atoms(2_000n) }));
    list(alice, { chain, address: "f1" });
    request({ chain, size: 1_000n, address: "f1" });
    expect(core.rejection).toBe("amount_below_fee");
    core.run(chainTermsDraft({ ...terms, isWithdrawable: false }));
    request({ chain, size: 1_000n, address: "f1" });
    expect(core.rejection).toBe("withdrawals_closed");
  });
});

function internally(fields: Partial<Omit<DraftOf<"withdraw_internally">, "kind">>) {
  const usual = { user: alice, wallet: "spot", currency: USD, toUser: bob } as const;
  const money = { amount: atoms(70n), clientWithdrawalId: "" };
  return core.run({ kind: "withdraw_internally", ...usual, ...money, ...fields });
}

describe("a withdrawal to another user", () => {
  test("moves at once, without a fee, and is a record of both", () => {
    const events = internally({ clientWithdrawalId: "c9" });
    expect(events).toMatchObject([
      { kind: "funds_moved", reason: "internal_transfer", amount: 70n, toUser: bob },
      { kind: "withdrawal_changed", user: alice, status: "confirmed", fee: 0n, toUser: bob },
      { kind: "custody_noted", note: "client_id", text: "c9" },
      { kind: "deposit_changed", user: bob, status: "credited", fromUser: alice },
    ]);
    expect([moneyOf(alice)[0], moneyOf(bob)[0]]).toEqual([930n, 120n]);
    expect(internally({ clientWithdrawalId: "c9" })).toEqual([]);
    expect(moneyOf(bob)[0]).toBe(120n);
  });

  test("goes only to users of the address book, and never to oneself", () => {
    internally({ toUser: desk });
    expect(core.rejection).toBe("address_not_in_book");
    internally({ user: bob, toUser: alice });
    expect(core.rejection).toBe("address_not_in_book");
    for (const toUser of [alice, 0, 9_999]) {
      internally({ toUser });
      expect(core.rejection).toBe("address_not_in_book");
    }
    list(desk, { addressKind: "internal", toUser: alice, address: "" });
    internally({ toUser: alice });
    expect(core.rejection).toBe("user_not_found");
    internally({ amount: atoms(1_001n) });
    expect(core.rejection).toBe("insufficient_available");
    internally({ currency: COIN });
    expect(core.rejection).toBe("insufficient_available");
  });
});

describe("a withdrawal to a user who is not in the address book", () => {
  test("does not show by its outcome whether the user exists", () => {
    internally({ clientWithdrawalId: "c9" });
    const requests = [
      {},
      { amount: atoms(0n) },
      { amount: atoms(1_000_000n) },
      { currency: 99 },
      { wallet: "unified" },
      { clientWithdrawalId: "c9" },
    ] as const;
    for (const change of requests) {
      const outcomes = [desk, 0, 9_999].map((toUser) => {
        const events = internally({ ...change, toUser });
        return [core.rejection, events.map(({ kind }) => kind)];
      });
      expect(new Set(outcomes.map(String))).toHaveLength(1);
      expect(outcomes[0]).toEqual([expect.any(String), ["command_rejected"]]);
    }
  });

  test("is answered like the first one if it repeats a client id", () => {
    internally({ clientWithdrawalId: "c9" });
    const { id } = core.state.outcome;
    for (const { id: address } of [...(core.state.custody.books.get(alice) ?? [])]) {
      core.run({ kind: "remove_address", user: alice, address });
    }
    expect(internally({ clientWithdrawalId: "c9" })).toEqual([]);
    expect([core.state.outcome.id, core.rejection]).toEqual([id, undefined]);
    internally({});
    expect(core.rejection).toBe("address_not_in_book");
  });
});

describe("an address book", () => {
  test("belongs to a main account with its sub-accounts, and covers a network if universal", () => {
    core.run(chainTermsDraft({ currency: COIN, chain: "main" }));
    const chain = lastId();
    core.run({
      kind: "credit",
      ...{ user: desk, wallet: "spot", currency: COIN, amount: atoms(90n) },
    });
    list(desk, { addressKind: "universal", address: "u1" });
    request({ user: desk, chain, address: "u1", size: 30n });
    expect(core.rejection).toBeUndefined();
    request({ user: desk, chain, address: "a1", size: 30n });
    expect(core.rejection).toBe("address_not_in_book");
    request({ user: bob, address: "u1", size: 30n });
    expect(core.rejection).toBe("address_not_in_book");
  });

  test("takes an entry once and forgets it when it is removed", () => {
    list(desk, { address: "a1" });
    expect(core.rejection).toBe("address_exists");
    const [entry] = core.state.custody.books.get(alice) ?? [];
    const removed = { kind: "remove_address", address: entry?.id ?? 0 } as const;
    core.run({ ...removed, user: bob });
    expect(core.rejection).toBe("address_not_found");
    core.run({ ...removed, user: desk });
    request();
    expect(core.rejection).toBe("address_not_in_book");
  });

  test.each([
    ["user_not_found", { addressKind: "internal" }],
    ["chain_not_found", { chain: 7 }],
    ["address_out_of_bounds", { address: "" }],
    ["address_out_of_bounds", { address: "x", label: "caf\u00e9" }],
  ] as const)("refuses an entry: %s %o", (reason, change) => {
    list(alice, change);
    expect(core.rejection).toBe(reason);
  });
});
